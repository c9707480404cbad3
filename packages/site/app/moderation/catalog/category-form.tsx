import { COLOR_NAMES, ICON_NAMES } from '../../categories/category-icon.tsx'
import type { Database } from '../../data/database.types.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { splitNames } from '../../tools/add/tool-schema.ts'
import { InputField, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { announceChange, EntryActions, EntryForm } from '../staff/edit-form.tsx'
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
    <EntryForm
      {...{ panel, onDone }}
      edited={edited?.name}
      titleNew={catalogWords.categoryNew}
      actions={edited ? <CategoryActions {...{ category: edited, others, onDone }} /> : null}
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
    </EntryForm>
  )
}

interface CategoryActionsProps {
  category: CategoryRow
  others: readonly CategoryRow[]
  onDone: () => void
}

const CategoryActions = ({ category, others, onDone }: CategoryActionsProps) => (
  <EntryActions
    entry={category}
    queryKey={CATEGORIES_KEY}
    onDone={onDone}
    renderPicker={(target, choose) => (
      <SelectField
        label={catalogWords.categoryMerge}
        value={target?.slug ?? ''}
        onChange={(event) => {
          const chosen = others.find(({ slug }) => slug === event.target.value)
          if (chosen) choose(chosen)
        }}
        options={[
          ['', catalogWords.categoryMergeChoose],
          ...others.map(({ slug, name }) => [slug, name] as const),
        ]}
      />
    )}
    merge={(target) => callFunction('merge_categories', { source: category.slug, target })}
    remove={() => callFunction('remove_category', { slug: category.slug })}
    mergeText={catalogWords.categoryMergeText}
    removeText={catalogWords.categoryRemoveText}
  />
)
