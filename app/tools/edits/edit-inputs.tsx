import type { UseFormReturn } from 'react-hook-form'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import type { Successor } from '../facts/read-successor.ts'
import { formatValue } from './edit.ts'
import type { SuggestionValues, ToolField, ToolValues } from './suggestion.ts'
import * as editWords from './words.ts'

export interface EditFieldsProps {
  form: UseFormReturn<SuggestionValues>
  present: ToolValues
  successor: Successor | null
  categories: readonly string[]
}

type TextField = Exclude<ToolField, 'platforms'>

/** The field's present value if the form has another one. */
export function usePresentHint(
  { form, present }: EditFieldsProps,
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
  const { register, formState } = props.form
  const now = usePresentHint(props, field)
  return (
    <Field
      label={editWords.FIELDS[field] ?? field}
      hint={now ?? hint}
      error={formState.errors[field]?.message}
    >
      {(control) => (
        <Input {...control} {...input} {...register(field, validate ? { validate } : {})} />
      )}
    </Field>
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
    <Field label={editWords.FIELDS[field] ?? field} hint={now}>
      {(control) => <Select {...control} {...props.form.register(field)} options={options} />}
    </Field>
  )
}
