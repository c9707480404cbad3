import { useRef, useState } from 'react'
import { CategoryIcon } from '../../categories/category-icon.tsx'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { getSupabase } from '../../session/session.ts'
import * as listingWords from '../../tools/words/listing.ts'
import { Button } from '../../ui/button.tsx'
import { toastFailure } from '../../ui/feedback/toast.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { SortableRow } from '../../ui/forms/sortable-row.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import { StaffLoading, StaffPage } from '../staff/staff-page.tsx'
import { useStaffRead } from '../staff/staff-role.ts'
import * as catalogWords from '../words/catalog.ts'
import type { Route } from './+types/catalog'
import { CATEGORIES_KEY, CategoryForm, type CategoryRow } from './category-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: catalogWords.catalogTitle,
    description: catalogWords.catalogDescription,
    noIndex: true,
  })

async function listCategories(signal: AbortSignal): Promise<CategoryRow[]> {
  const supabase = await getSupabase()
  const [rows, counts] = await Promise.all([
    sendCommand(supabase.from('categories').select('*').order('position').abortSignal(signal)),
    sendCommand(supabase.rpc('category_counts').abortSignal(signal)),
  ])
  const toolCounts = new Map(counts.map(({ name, tool_count }) => [name, tool_count]))
  return rows.map((row) => ({ ...row, toolCount: toolCounts.get(row.name) ?? 0 }))
}

/** The categories in their order, and the form of one (spec 4 §4). */
export default function CatalogScreen() {
  const [edited, setEdited] = useState<CategoryRow>()
  const list = useRef<HTMLDivElement>(null)
  const categories = useStaffRead([CATEGORIES_KEY], ({ signal }) => listCategories(signal))
  return (
    <StaffPage title={catalogWords.catalogTitle} intro={catalogWords.catalogIntro}>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <div className="lg:order-last">
          <CategoryForm
            key={edited?.slug ?? ''}
            edited={edited}
            others={(categories.data ?? []).filter(({ slug }) => slug !== edited?.slug)}
            onDone={() => {
              setEdited(undefined)
              // Its form disappears.
              if (edited) list.current?.focus()
            }}
          />
        </div>
        <div ref={list} tabIndex={-1} className="outline-none">
          {categories.data ? (
            <CategoryList categories={categories.data} onEdit={setEdited} />
          ) : (
            <StaffLoading of={categories} rows={8} />
          )}
        </div>
      </div>
    </StaffPage>
  )
}

interface CategoryListProps {
  categories: readonly CategoryRow[]
  onEdit: (category: CategoryRow) => void
}

function CategoryList({ categories, onEdit }: CategoryListProps) {
  const [spoken, setSpoken] = useState('')
  /** The orders that were sent, one after the other: a later one must not arrive first. */
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const move = (from: number, to: number) => {
    const moved = categories[from]
    if (!moved || to < 0 || to >= categories.length || to === from) return
    const next = categories.toSpliced(from, 1).toSpliced(to, 0, moved)
    setSpoken(uiWords.moved(moved.name, to + 1, next.length))
    queries.setQueryData([CATEGORIES_KEY], next)
    const slugs = next.map(({ slug }) => slug)
    const done = sent.current.then(async () => callFunction('order_categories', { slugs }))
    sent.current = done.catch(async () => queries.invalidateQueries({ queryKey: [CATEGORIES_KEY] }))
    toastFailure(done)
  }
  return (
    <>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <ol className="grid gap-2">
        {categories.map((category, index) => (
          <SortableRow
            key={category.slug}
            {...{ name: category.name, index, count: categories.length, move }}
          >
            <CategoryIcon {...category} className="size-8" />
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 wrap-anywhere">
              <div className="min-w-0">
                <h2 className="font-medium">{category.name}</h2>
                <p className="text-sm text-soft">
                  {catalogWords.categoryDetail(
                    category.slug,
                    listingWords.allToolsCount(category.toolCount, false),
                  )}
                </p>
              </div>
              <Button look="secondary" onClick={() => onEdit(category)}>
                <Rich
                  text={catalogWords.capabilityEditOf}
                  parts={{ name: category.name, hidden }}
                />
              </Button>
            </div>
          </SortableRow>
        ))}
      </ol>
    </>
  )
}
