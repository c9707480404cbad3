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
  /** By fields that a source provides, from where and when. */
  sources: Readonly<Record<string, string>>
}

interface EditRowProps extends EditFieldsProps {
  fields: readonly Exclude<ToolField, 'more'>[]
  children: React.ReactNode
}

/** The present values of fields, with their controls. */
export function EditRow({ fields, form, present, successor, sources, children }: EditRowProps) {
  const isChanged = fields.some((field) => String(form.watch(field)) !== String(present[field]))
  const names = new Map(successor ? [[successor.id, successor.name]] : [])
  const values = fields
    .filter((field) => String(present[field]))
    .map((field) => formatValue(field, present[field], names))
  const origins = new Set(fields.flatMap((field) => sources[field] ?? []))
  return (
    <ClosedRow
      label={fields.map((field) => editWords.FIELDS[field]).join(', ')}
      shown={[values.join(', ') || uiWords.nothing, ...origins].join(' · ')}
      isSourced={origins.size > 0}
      isChanged={isChanged}
    >
      {children}
    </ClosedRow>
  )
}

interface ClosedRowProps {
  label: string
  /** The present values. */
  shown: string
  /** Whether a source provides them: the row is one line and has the source. */
  isSourced?: boolean
  /** Whether the form has other ones; a draft with such begins open. */
  isChanged: boolean
  children: React.ReactNode
}

/** "Change", or "Contest" beside a source, opens the controls. */
export function ClosedRow({
  label,
  shown,
  isSourced = false,
  isChanged,
  children,
}: ClosedRowProps) {
  const [isOpen] = useState(isChanged)
  return (
    <details open={isOpen}>
      <summary
        className={`flex cursor-pointer items-center gap-4 ${isSourced ? 'min-h-9 py-1.5' : 'min-h-13'}`}
      >
        <span
          className={`min-w-0 flex-1 ${isSourced ? 'flex flex-wrap items-baseline gap-x-2' : 'grid *:truncate'}`}
        >
          <span className="text-xs text-soft">{label}</span>
          <span className="text-sm">{isChanged ? editWords.nowValue(shown) : shown}</span>
        </span>
        <span className="text-sm text-link">
          {isSourced ? editWords.contest : editWords.change}
        </span>
      </summary>
      <div className="grid gap-4 pt-2 pb-6">{children}</div>
    </details>
  )
}

interface CheckboxesProps {
  label: string
  options: readonly (readonly [string, string])[]
  /** Of react-hook-form. */
  registered: React.ComponentProps<'input'>
}

export const Checkboxes = ({ label, options, registered }: CheckboxesProps) => (
  <fieldset>
    <legend className="text-sm font-medium">{label}</legend>
    <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
      {options.map(([value, text]) => (
        <label key={value} className="inline-flex min-h-8 items-center gap-2">
          <input type="checkbox" value={value} className="size-4" {...registered} />
          {text}
        </label>
      ))}
    </div>
  </fieldset>
)

type TextField = Exclude<ToolField, 'platforms' | 'capabilities' | 'more_categories' | 'more'>

interface TextProps extends EditFieldsProps {
  field: TextField
  hint?: string
  input?: React.ComponentProps<'input'>
  /** @returns a message if the value does not fit the others */
  validate?: (value: string, values: SuggestionValues) => string | true
}

export const TextInput = ({ field, form, hint, input, validate }: TextProps) => (
  <InputField
    label={editWords.FIELDS[field] ?? field}
    {...fieldsOf(form)(field, validate ? { validate } : {})}
    hint={hint}
    {...input}
  />
)

export const UrlInput = (props: TextProps) => (
  <TextInput {...props} input={{ type: 'url', placeholder: uiWords.webAddress }} />
)

export const DateInput = (props: TextProps) => <TextInput {...props} input={{ type: 'date' }} />

interface ChoiceProps extends TextProps {
  options: readonly (readonly [string, string])[]
}

export const ChoiceInput = ({ field, form, options }: ChoiceProps) => (
  <SelectField
    label={editWords.FIELDS[field] ?? field}
    {...fieldsOf(form)(field)}
    options={options}
  />
)

/** What the tool is used for. */
export const CapabilitiesField = ({ capabilities, form }: EditFieldsProps) => (
  <CapabilitiesInput
    chosen={form.watch('capabilities')}
    known={capabilities}
    onChange={(chosen) => form.setValue('capabilities', chosen.toSorted(), { shouldDirty: true })}
  />
)

/** The tool that replaces a discontinued one. */
export function SuccessorField({
  form,
  successor,
  toolSlug,
}: EditFieldsProps & { toolSlug: string }) {
  const id = form.watch('successor_id')
  const [names, setNames] = useState(
    () => new Map(successor ? [[successor.id, successor.name]] : []),
  )
  const choose = (chosen: string) => form.setValue('successor_id', chosen, { shouldDirty: true })
  return id ? (
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
  )
}
