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
import { StaffLoading, StaffPage, type StaffQuery } from '../staff/staff-page.tsx'
import { useStaffRead } from '../staff/staff-role.ts'
import * as catalogWords from '../words/catalog.ts'
import type { Route } from './+types/catalog'
import { ATTRIBUTES_KEY, AttributeForm, type AttributeRow } from './attribute-form.tsx'
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

async function listAttributes(signal: AbortSignal): Promise<AttributeRow[]> {
  const supabase = await getSupabase()
  return sendCommand(supabase.from('attributes').select('*').order('position').abortSignal(signal))
}

/** The categories and the attributes in their order, and the form of one of each (spec 4 §4, §5). */
export default function CatalogScreen() {
  const categories = useStaffRead([CATEGORIES_KEY], ({ signal }) => listCategories(signal))
  const attributes = useStaffRead([ATTRIBUTES_KEY], ({ signal }) => listAttributes(signal))
  return (
    <StaffPage title={catalogWords.catalogTitle} intro={catalogWords.catalogIntro}>
      <OrderedPart
        title={catalogWords.categoriesTitle}
        of={categories}
        queryKey={CATEGORIES_KEY}
        toItem={(category) => ({
          key: category.slug,
          name: category.name,
          detail: catalogWords.categoryDetail(
            category.slug,
            listingWords.allToolsCount(category.toolCount, false),
          ),
          icon: <CategoryIcon {...category} className="size-8" />,
        })}
        order={async (slugs) => callFunction('order_categories', { slugs })}
      >
        {(edited, onDone) => (
          <CategoryForm
            edited={edited}
            others={(categories.data ?? []).filter(({ slug }) => slug !== edited?.slug)}
            onDone={onDone}
          />
        )}
      </OrderedPart>
      <OrderedPart
        title={catalogWords.attributesTitle}
        intro={catalogWords.attributesIntro}
        of={attributes}
        queryKey={ATTRIBUTES_KEY}
        toItem={({ key, label, kind, category }) => ({
          key,
          name: label,
          detail: catalogWords.attributeDetail(key, kind, category),
          icon: <span />,
        })}
        order={async (keys) => callFunction('order_attributes', { keys })}
      >
        {(edited, onDone) => (
          <AttributeForm
            edited={edited}
            categories={(categories.data ?? []).map(({ name }) => name)}
            onDone={onDone}
          />
        )}
      </OrderedPart>
    </StaffPage>
  )
}

interface Item {
  key: string
  name: string
  detail: string
  icon: React.ReactNode
}

interface OrderedPartProps<Row> {
  title: string
  intro?: string
  of: StaffQuery & { data: Row[] | undefined }
  queryKey: string
  toItem: (row: Row) => Item
  order: (keys: string[]) => Promise<unknown>
  /** The form of the row that is edited, or of a new one. */
  children: (edited: Row | undefined, onDone: () => void) => React.ReactNode
}

function OrderedPart<Row>({ title, intro, of, children, ...list }: OrderedPartProps<Row>) {
  const [edited, setEdited] = useState<Row>()
  const top = useRef<HTMLDivElement>(null)
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="display text-section">{title}</h2>
      {intro ? <p className="max-w-2xl text-soft">{intro}</p> : null}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <div key={edited ? list.toItem(edited).key : ''} className="lg:order-last">
          {children(edited, () => {
            setEdited(undefined)
            // Its form disappears.
            if (edited) top.current?.focus()
          })}
        </div>
        <div ref={top} tabIndex={-1} className="outline-none">
          {of.data ? (
            <OrderedRows rows={of.data} onEdit={setEdited} {...list} />
          ) : (
            <StaffLoading of={of} rows={6} />
          )}
        </div>
      </div>
    </section>
  )
}

type OrderedRowsProps<Row> = Pick<OrderedPartProps<Row>, 'queryKey' | 'toItem' | 'order'> & {
  rows: readonly Row[]
  onEdit: (row: Row) => void
}

function OrderedRows<Row>({ rows, queryKey, toItem, order, onEdit }: OrderedRowsProps<Row>) {
  const [spoken, setSpoken] = useState('')
  /** The orders that were sent, one after the other: a later one must not arrive first. */
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const move = (from: number, to: number) => {
    const moved = rows[from]
    if (!moved || to < 0 || to >= rows.length || to === from) return
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, moved)
    setSpoken(uiWords.moved(toItem(moved).name, to + 1, next.length))
    queries.setQueryData([queryKey], next)
    const done = sent.current.then(async () => order(next.map((row) => toItem(row).key)))
    sent.current = done.catch(async () => queries.invalidateQueries({ queryKey: [queryKey] }))
    toastFailure(done)
  }
  if (rows.length === 0) return <p className="panel p-6 text-soft">{catalogWords.noneYet}</p>
  return (
    <>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <ol className="grid gap-2">
        {rows.map((row, index) => {
          const { key, name, detail, icon } = toItem(row)
          return (
            <SortableRow key={key} {...{ name, index, count: rows.length, move }}>
              {icon}
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 wrap-anywhere">
                <div className="min-w-0">
                  <h3 className="font-medium">{name}</h3>
                  <p className="text-sm text-soft">{detail}</p>
                </div>
                <Button look="secondary" onClick={() => onEdit(row)}>
                  <Rich text={catalogWords.capabilityEditOf} parts={{ name, hidden }} />
                </Button>
              </div>
            </SortableRow>
          )
        })}
      </ol>
    </>
  )
}
