import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import * as detailWords from '../words/detail.ts'
import * as editWords from '../words/edits.ts'
import { formatValue } from './edit.ts'
import { Checkboxes, ClosedRow, type EditFieldsProps } from './edit-inputs.tsx'
import type { ValuedAttribute } from './suggestion.ts'

type AttributeFieldsProps = Pick<EditFieldsProps, 'form' | 'present'> & {
  attributes: readonly ValuedAttribute[]
}

/** What the catalog wants to know of the tool, in one row; nothing if it has no attributes. */
export function AttributeFields({ form, present, attributes }: AttributeFieldsProps) {
  if (attributes.length === 0) return null
  const isChanged = JSON.stringify(form.watch('more')) !== JSON.stringify(present.more)
  const known = attributes.filter(({ value }) => value !== null)
  const values = known.map(
    ({ key, label, value }) => `${label}: ${formatValue(`more.${key}`, value, new Map())}`,
  )
  return (
    <ClosedRow
      label={attributes.map(({ label }) => label).join(', ')}
      shown={values.join(', ') || uiWords.nothing}
      isChanged={isChanged}
    >
      {attributes.map((attribute) => (
        <AttributeInput key={attribute.key} form={form} attribute={attribute} />
      ))}
    </ClosedRow>
  )
}

/** The properties of an input by the kind of its attribute. */
const INPUTS: Readonly<Record<string, React.ComponentProps<'input'>>> = {
  number: { inputMode: 'decimal', maxLength: 20 },
  text: { maxLength: 300 },
  date: { type: 'date' },
  link: { type: 'url', placeholder: uiWords.webAddress },
}

interface AttributeInputProps {
  form: EditFieldsProps['form']
  attribute: ValuedAttribute
}

function AttributeInput({ form, attribute }: AttributeInputProps) {
  const { key, label, help, kind, unit } = attribute
  const name = `more.${key}` as const
  const field = fieldsOf(form)
  const options = (attribute.options as { value: string; label: string }[]).map(
    (option) => [option.value, option.label] as const,
  )
  if (kind === 'choices')
    return <Checkboxes label={label} options={options} registered={form.register(name)} />
  if (kind === 'choice' || kind === 'yes_no') {
    const yesNo = [['yes', detailWords.yes] as const, ['no', detailWords.no] as const]
    const choices = kind === 'choice' ? options : yesNo
    return (
      <SelectField
        label={label}
        {...field(name)}
        hint={help || undefined}
        options={[['', editWords.notKnown], ...choices]}
      />
    )
  }
  return (
    <InputField
      label={unit ? `${label} (${unit})` : label}
      {...field(name)}
      hint={help || undefined}
      {...INPUTS[kind]}
    />
  )
}
