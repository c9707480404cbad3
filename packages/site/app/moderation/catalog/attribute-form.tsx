import type { Database, Json } from '../../data/database.types.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx'
import { InputField, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import * as uiWords from '../../ui/words.ts'
import { announceChange, EntryForm, RemoveButton, useChange } from '../staff/edit-form.tsx'
import * as catalogWords from '../words/catalog.ts'

export type AttributeRow = Database['public']['Tables']['attributes']['Row']

/** The key of the query for them. */
export const ATTRIBUTES_KEY = 'attributes of staff'

type AttributeInput = Record<
  'key' | 'label' | 'help' | 'kind' | 'options' | 'unit' | 'category',
  string
> &
  Record<'in_filter' | 'on_card' | 'in_compare', boolean>

/** The options of an attribute as lines: `saml: SAML`. */
const toLines = (options: Json) =>
  (options as { value: string; label: string }[])
    .map(({ value, label }) => (value === toValue(label) ? label : `${value}: ${label}`))
    .join('\n')

/** A value that the label of an option gives. */
const toValue = (label: string) =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const readLines = (lines: string) =>
  lines.split('\n').flatMap((line) => {
    const [, value, label = ''] = /^(?:([a-z0-9_-]+):)?(.*)$/.exec(line.trim()) ?? []
    return label.trim() ? [{ value: value ?? toValue(label), label: label.trim() }] : []
  })

interface AttributeFormProps {
  /** Undefined for a new one. */
  edited: AttributeRow | undefined
  categories: readonly string[]
  onDone: () => void
}

/** Adds an attribute or changes one. */
export function AttributeForm({ edited, categories, onDone }: AttributeFormProps) {
  const { form, panel } = useCommandForm({
    empty: {
      key: edited?.key ?? '',
      label: edited?.label ?? '',
      help: edited?.help ?? '',
      kind: edited?.kind ?? 'yes_no',
      options: toLines(edited?.options ?? []),
      unit: edited?.unit ?? '',
      category: edited?.category ?? '',
      in_filter: edited?.in_filter ?? false,
      on_card: edited?.on_card ?? false,
      in_compare: edited?.in_compare ?? true,
    },
    send: async ({ options, ...values }: AttributeInput) => {
      await callFunction('save_attribute', {
        ...values,
        options: readLines(options),
        is_new: !edited,
      })
    },
    onSent: async ({ input, form: sent }) => {
      sent.reset()
      onDone()
      await announceChange(ATTRIBUTES_KEY, catalogWords.capabilitySaved(input.label))
    },
  })
  const field = fieldsOf(form)
  const kind = form.watch('kind')
  return (
    <EntryForm
      {...{ panel, onDone }}
      edited={edited?.label}
      titleNew={catalogWords.attributeNew}
      actions={edited ? <AttributeActions attribute={edited} onDone={onDone} /> : null}
    >
      <InputField
        label={catalogWords.attributeLabel}
        {...field('label')}
        maxLength={40}
        required
        autoFocus={!!edited}
      />
      {edited ? null : (
        <InputField
          label={catalogWords.attributeKey}
          {...field('key')}
          hint={catalogWords.attributeKeyHint}
          maxLength={40}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <SelectField
        label={catalogWords.attributeKind}
        {...field('kind')}
        options={catalogWords.KINDS}
      />
      {kind === 'choice' || kind === 'choices' ? (
        <TextAreaField
          label={catalogWords.attributeOptions}
          {...field('options')}
          hint={catalogWords.attributeOptionsHint}
          rows={4}
        />
      ) : null}
      {kind === 'number' ? (
        <InputField label={catalogWords.attributeUnit} {...field('unit')} maxLength={12} />
      ) : null}
      <InputField label={catalogWords.attributeHelp} {...field('help')} maxLength={200} />
      <SelectField
        label={catalogWords.attributeCategory}
        {...field('category')}
        options={[
          ['', catalogWords.allCategories],
          ...categories.map((name) => [name, name] as const),
        ]}
      />
      <div className="flex flex-wrap gap-x-6">
        {catalogWords.ATTRIBUTE_PLACES.map(([name, label]) => (
          <label key={name} className="flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" className="size-5 accent-ink" {...form.register(name)} />
            {label}
          </label>
        ))}
      </div>
    </EntryForm>
  )
}

function AttributeActions({ attribute, onDone }: { attribute: AttributeRow; onDone: () => void }) {
  const { key, label } = attribute
  const change = useChange(ATTRIBUTES_KEY, onDone)
  return (
    <div className="panel flex flex-wrap gap-3 p-4">
      <ConfirmButton
        label={catalogWords.attributeClear}
        title={catalogWords.attributeClearTitle(label)}
        text={catalogWords.attributeClearText}
        confirmLabel={uiWords.remove}
        onConfirm={() =>
          change(async () =>
            catalogWords.attributeCleared(await callFunction('clear_attribute', { key })),
          )
        }
      />
      <RemoveButton
        name={label}
        text={catalogWords.attributeRemoveText}
        change={change}
        remove={() => callFunction('remove_attribute', { key })}
      />
    </div>
  )
}
