import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import { TextButton } from '../../ui/button.tsx'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import { CapabilitiesInput } from '../capabilities-input.tsx'
import type { Successor } from '../describe-facts.ts'
import type { ToolDetail } from '../tool.ts'
import { ToolPicker } from '../tool-picker.tsx'
import * as editWords from '../words/edits.ts'
import { type Change, formatValue } from './edit.ts'
import type { SuggestionValues, ToolField, ToolValues } from './suggestion.ts'

/** A link to the page where an edit can be verified. */
export const SourceLink = ({ url }: { url: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="inline-flex min-h-6 items-center text-sm text-link wrap-anywhere hover:underline"
  >
    <span>
      <Rich
        text={editWords.sourceLink}
        parts={{ host: URL.canParse(url) ? new URL(url).hostname : url }}
      />
    </span>
  </a>
)

/** The changed fields, each with its value before and after. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
  <dl className="grid gap-2">
    {changes.map(({ field, label, before, after }) => (
      <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <dt className="text-sm text-soft sm:pt-0.5">{label}</dt>
        <dd className="grid justify-items-start gap-1 whitespace-pre-line wrap-anywhere">
          <del className="bg-bad/10 px-1">
            {hidden(`${editWords.before} `)}
            {before}
          </del>
          <ins className="bg-good/15 px-1">
            {hidden(`${editWords.after} `)}
            {after}
          </ins>
        </dd>
      </div>
    ))}
  </dl>
)

export interface EditFieldsProps {
  form: UseFormReturn<SuggestionValues>
  present: ToolValues
  successor: Successor | null
  capabilities: ToolDetail['capabilities']
  categories: readonly string[]
}

type TextField = Exclude<ToolField, 'platforms' | 'capabilities'>

/** The field's present value if the form has another one. */
export function usePresentHint(
  { form, present }: Pick<EditFieldsProps, 'form' | 'present'>,
  field: ToolField,
): string | undefined {
  const value = form.watch(field)
  return String(value) === String(present[field])
    ? undefined
    : editWords.nowValue(formatValue(field, present[field], new Map()))
}

interface TextProps extends EditFieldsProps {
  field: TextField
  hint?: string
  input?: React.ComponentProps<'input'>
  /** @returns a message if the value does not fit the others */
  validate?: (value: string, values: SuggestionValues) => string | true
}

export function TextInput({ field, hint, input, validate, ...props }: TextProps) {
  const now = usePresentHint(props, field)
  return (
    <InputField
      label={editWords.FIELDS[field] ?? field}
      {...fieldsOf(props.form)(field, validate ? { validate } : {})}
      hint={now ?? hint}
      {...input}
    />
  )
}

export const UrlInput = (props: TextProps) => (
  <TextInput {...props} input={{ type: 'url', placeholder: uiWords.webAddress }} />
)

export const DateInput = (props: TextProps) => <TextInput {...props} input={{ type: 'date' }} />

export function ChoiceInput({
  field,
  options,
  ...props
}: TextProps & { options: readonly (readonly [string, string])[] }) {
  const now = usePresentHint(props, field)
  return (
    <SelectField
      label={editWords.FIELDS[field] ?? field}
      {...fieldsOf(props.form)(field)}
      hint={now}
      options={options}
    />
  )
}

/** What the tool is used for. */
export function CapabilitiesField({ capabilities, ...props }: EditFieldsProps) {
  const now = usePresentHint(props, 'capabilities')
  return (
    <CapabilitiesInput
      chosen={props.form.watch('capabilities')}
      known={capabilities}
      onChange={(chosen) =>
        props.form.setValue('capabilities', chosen.toSorted(), { shouldDirty: true })
      }
    >
      {now ? <p className="text-sm text-soft">{now}</p> : null}
    </CapabilitiesInput>
  )
}

/** The tool that replaces a discontinued one. */
export function SuccessorField({
  form,
  present,
  successor,
  toolSlug,
}: EditFieldsProps & { toolSlug: string }) {
  const id = form.watch('successor_id')
  const [names, setNames] = useState(
    () => new Map(successor ? [[successor.id, successor.name]] : []),
  )
  const choose = (chosen: string) => form.setValue('successor_id', chosen, { shouldDirty: true })
  return (
    <div className="grid gap-2">
      {id ? (
        <p className="text-sm">
          <span className="mr-3 font-medium">{editWords.FIELDS.successor_id}</span>
          {names.get(id) ?? id} <TextButton onClick={() => choose('')}>{uiWords.remove}</TextButton>
        </p>
      ) : (
        <ToolPicker
          label={editWords.successorPick}
          excluded={[toolSlug]}
          onPick={(tool) => {
            setNames(new Map([...names, [tool.id, tool.name]]))
            choose(tool.id)
          }}
        />
      )}
      {id !== present.successor_id && successor ? (
        <p className="text-sm text-soft">{editWords.nowValue(successor.name)}</p>
      ) : null}
    </div>
  )
}
