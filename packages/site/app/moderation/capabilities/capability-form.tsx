import { sendCommand } from '../../data/command.ts'
import type { Database } from '../../data/database.types.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { splitNames } from '../../tools/add/tool-schema.ts'
import { CapabilityPicker } from '../../tools/tool-picker.tsx'
import { InputField, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { announceChange, EntryActions, EntryForm } from '../staff/edit-form.tsx'
import * as catalogWords from '../words/catalog.ts'

export type Capability = Database['public']['Tables']['capabilities']['Row']

/** The key of the queries for them. */
export const CAPABILITIES_KEY = 'capabilities of staff'

/** Rows of a page of the list. */
export const CAPABILITIES_SHOWN = 50

/** @param words a part of the name; empty for all. @returns a page, and one more if another follows */
export async function listCapabilities(
  words: string,
  page: number,
  signal: AbortSignal,
): Promise<Capability[]> {
  const supabase = await getSupabase()
  return await sendCommand(
    supabase
      .from('capabilities')
      .select('slug, name, category, description, synonyms, tool_count')
      .ilike('name', `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`)
      .order('name')
      .order('slug')
      .range(page * CAPABILITIES_SHOWN, (page + 1) * CAPABILITIES_SHOWN)
      .abortSignal(signal),
  )
}

/** What the form sends; the synonyms are separated by commas. */
type CapabilityInput = Record<'slug' | 'name' | 'category' | 'description' | 'synonyms', string>

interface CapabilityFormProps {
  /** Undefined for a new one. */
  edited: Capability | undefined
  categories: readonly string[]
  onDone: () => void
}

/** Adds a capability or changes one. */
export function CapabilityForm({ edited, categories, onDone }: CapabilityFormProps) {
  const { form, panel } = useCommandForm({
    empty: {
      slug: edited?.slug ?? '',
      name: edited?.name ?? '',
      category: edited?.category ?? categories[0] ?? '',
      description: edited?.description ?? '',
      synonyms: edited?.synonyms.join(', ') ?? '',
    },
    send: async ({ synonyms, ...values }: CapabilityInput) => {
      await callFunction('save_capability', {
        ...values,
        synonyms: splitNames(synonyms),
        is_new: !edited,
      })
    },
    onSent: async ({ input, form: sent }) => {
      sent.reset()
      onDone()
      await announceChange(CAPABILITIES_KEY, catalogWords.capabilitySaved(input.name))
    },
  })
  const field = fieldsOf(form)
  return (
    <EntryForm
      {...{ panel, onDone }}
      edited={edited?.name}
      titleNew={catalogWords.capabilityNew}
      actions={edited ? <CapabilityActions capability={edited} onDone={onDone} /> : null}
    >
      <InputField
        label={catalogWords.capabilityName}
        {...field('name')}
        maxLength={60}
        required
        autoFocus={!!edited}
      />
      {edited ? null : (
        <InputField
          label={catalogWords.capabilitySlug}
          {...field('slug')}
          hint={catalogWords.capabilitySlugHint}
          maxLength={60}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <SelectField
        label={catalogWords.capabilityCategory}
        {...field('category')}
        options={categories.map((name) => [name, name] as const)}
      />
      <TextAreaField
        label={catalogWords.capabilityText}
        {...field('description')}
        rows={3}
        maxLength={300}
      />
      <TextAreaField
        label={catalogWords.capabilitySynonymsField}
        {...field('synonyms')}
        hint={catalogWords.capabilitySynonymsHint}
        rows={4}
      />
    </EntryForm>
  )
}

const CapabilityActions = ({
  capability,
  onDone,
}: {
  capability: Capability
  onDone: () => void
}) => (
  <EntryActions
    entry={capability}
    queryKey={CAPABILITIES_KEY}
    onDone={onDone}
    renderPicker={(_target, choose) => (
      <CapabilityPicker
        label={catalogWords.capabilityMerge}
        excluded={[capability.slug]}
        onPick={choose}
      />
    )}
    merge={(target) => callFunction('merge_capabilities', { source: capability.slug, target })}
    remove={() => callFunction('remove_capability', { slug: capability.slug })}
    mergeText={catalogWords.capabilityMergeText}
    removeText={catalogWords.capabilityRemoveText}
  />
)
