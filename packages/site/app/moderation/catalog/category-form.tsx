import { useState } from 'react'
import { COLOR_NAMES, ICON_NAMES } from '../../categories/category-icon.tsx'
import type { Database } from '../../data/database.types.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { splitNames } from '../../tools/add/tool-schema.ts'
import { ConfirmButton, ConfirmDialog } from '../../ui/forms/confirm-button.tsx'
import { InputField, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { announceChange, EditButtons, useChange } from '../staff/edit-form.tsx'
import * as catalogWords from '../words/catalog.ts'

export type CategoryRow = Database['public']['Tables']['categories']['Row'] & { toolCount: number }

/** The key of the query for them. */
export const CATEGORIES_KEY = 'categories of staff'

type CategoryInput = Record<
  'slug' | 'name' | 'description' | 'icon' | 'color' | 'subcategories' | 'aliases',
  string
> & { trending: boolean }

interface CategoryFormProps {
  /** Undefined for a new one. */
  edited: CategoryRow | undefined
  others: readonly CategoryRow[]
  onDone: () => void
}

/** Adds a category or changes one. */
export function CategoryForm({ edited, others, onDone }: CategoryFormProps) {
  const { form, panel } = useCommandForm({
    empty: {
      slug: edited?.slug ?? '',
      name: edited?.name ?? '',
      description: edited?.description ?? '',
      icon: edited?.icon ?? 'file-text',
      color: edited?.color ?? 'gray',
      subcategories: edited?.subcategories.join(', ') ?? '',
      aliases: edited?.aliases.join(', ') ?? '',
      trending: edited?.trending ?? false,
    },
    send: async ({ subcategories, aliases, ...values }: CategoryInput) => {
      await callFunction('save_category', {
        ...values,
        subcategories: splitNames(subcategories),
        aliases: splitNames(aliases),
        is_new: !edited,
      })
    },
    onSent: async ({ input, form: sent }) => {
      sent.reset()
      onDone()
      await announceChange(CATEGORIES_KEY, catalogWords.capabilitySaved(input.name))
    },
  })
  const field = fieldsOf(form)
  return (
    <div className="grid gap-6">
      <FormPanel
        {...panel}
        title={edited ? catalogWords.capabilityEdit(edited.name) : catalogWords.categoryNew}
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
            hint={catalogWords.categorySlugHint}
            maxLength={60}
            required
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <TextAreaField
          label={catalogWords.capabilityText}
          {...field('description')}
          rows={3}
          maxLength={300}
        />
        <TextAreaField
          label={catalogWords.categoryAliases}
          {...field('aliases')}
          hint={catalogWords.categoryAliasesHint}
          rows={2}
        />
        <TextAreaField
          label={catalogWords.categorySubcategories}
          {...field('subcategories')}
          hint={catalogWords.categorySubcategoriesHint}
          rows={2}
        />
        <InputField
          label={catalogWords.categoryIcon}
          {...field('icon')}
          hint={catalogWords.categoryIconHint(ICON_NAMES)}
          maxLength={30}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          label={catalogWords.categoryColor}
          {...field('color')}
          options={COLOR_NAMES.map((name) => [name, name] as const)}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 accent-ink" {...form.register('trending')} />
          {catalogWords.categoryTrending}
        </label>
        <EditButtons isEdit={!!edited} onDone={onDone} />
      </FormPanel>
      {edited ? <CategoryActions {...{ category: edited, others, onDone }} /> : null}
    </div>
  )
}

interface CategoryActionsProps {
  category: CategoryRow
  others: readonly CategoryRow[]
  onDone: () => void
}

function CategoryActions({ category: { slug, name }, others, onDone }: CategoryActionsProps) {
  const [target, setTarget] = useState<CategoryRow>()
  const change = useChange(CATEGORIES_KEY, onDone)
  return (
    <div className="panel grid gap-4 p-4">
      <SelectField
        label={catalogWords.categoryMerge}
        value={target?.slug ?? ''}
        onChange={(event) => setTarget(others.find((other) => other.slug === event.target.value))}
        options={[
          ['', catalogWords.categoryMergeChoose],
          ...others.map((other) => [other.slug, other.name] as const),
        ]}
      />
      <ConfirmDialog
        isOpen={target !== undefined}
        onOpenChange={(isOpen) => isOpen || setTarget(undefined)}
        title={catalogWords.capabilityMergeTitle(name, target?.name ?? '')}
        text={catalogWords.categoryMergeText}
        confirmLabel={catalogWords.capabilityMergeConfirm}
        onConfirm={() => {
          if (!target) return
          change(async () => {
            await callFunction('merge_categories', { source: slug, target: target.slug })
            return catalogWords.capabilityMerged(name, target.name)
          })
        }}
      />
      <div>
        <ConfirmButton
          label={uiWords.remove}
          title={catalogWords.capabilityRemoveTitle(name)}
          text={catalogWords.categoryRemoveText}
          confirmLabel={uiWords.remove}
          onConfirm={() =>
            change(async () => {
              await callFunction('remove_category', { slug })
              return catalogWords.capabilityRemoved(name)
            })
          }
        />
      </div>
    </div>
  )
}
