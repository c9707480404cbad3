import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { queries } from '../../data/query.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { StaffLoading, type StaffQuery } from './staff-page.tsx'
import { retryUnlessRefused } from './staff-role.ts'

/** Rows of a page. */
export const PAGE_SIZE = 24

/**
 * Reads rows for staff, page by page.
 * @param readPage reads the rows after a row; without one the first page
 */
export function useStaffRows<Row>(
  queryKey: readonly string[],
  readPage: (last: Row | undefined) => Promise<Row[]>,
) {
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam }) => readPage(pageParam as Row | undefined),
      initialPageParam: undefined as Row | undefined,
      getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)),
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
  return { ...query, data: query.data?.pages.flat() }
}

/** A query of `useStaffRead`, or the pages of `useStaffRows`. */
interface StaffRows<Row> extends StaffQuery {
  data: readonly Row[] | undefined
  hasNextPage?: boolean
  fetchNextPage?: () => Promise<unknown>
  isFetchingNextPage?: boolean
  isFetchNextPageError?: boolean
}

interface StaffListProps<Row> {
  of: StaffRows<Row>
  /** The last one is in the address of the next page. */
  toKey: (row: Row) => string
  placeholders: number
  /** In place of no rows. */
  none?: React.ReactNode
  /** A panel for each row instead of one for all. */
  isCards?: boolean
  /** Gets the focus when a decided row leaves the list. */
  ref?: React.Ref<HTMLDivElement>
  children: (row: Row) => React.ReactNode
}

/** The rows, or in their place that they load, could not be read or are none. */
export function StaffList<Row>(props: StaffListProps<Row>) {
  const { of, toKey, placeholders, none, isCards = false, ref, children } = props
  const { data, hasNextPage = false, fetchNextPage } = of
  if (!data) return <StaffLoading of={of} rows={placeholders} />
  const last = data.at(-1)
  return (
    <div ref={ref} tabIndex={ref ? -1 : undefined} className="outline-none">
      {last ? (
        <ul className={isCards ? 'grid gap-4' : 'panel divide-y divide-line'}>
          {data.map((row) => (
            <li key={toKey(row)}>{children(row)}</li>
          ))}
        </ul>
      ) : (
        none
      )}
      <ShowMore
        next={hasNextPage && last ? toKey(last) : null}
        loadMore={async () => void (await fetchNextPage?.())}
        isLoading={of.isFetchingNextPage ?? false}
        hasFailed={of.isFetchNextPageError ?? false}
      />
    </div>
  )
}

/** In place of a list of what waits for staff. */
export const NothingWaits = ({ title, text }: { title: string; text?: string | undefined }) => (
  <Notice role="status" icon={CircleCheckBig} title={title} text={text} />
)
