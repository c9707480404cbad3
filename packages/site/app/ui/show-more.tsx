import { useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { Button } from './button.tsx'
import * as uiWords from './words.ts'

interface ShowMoreProps {
  /** The cursor of the next page; null on the last one. */
  next: string | null
  loadMore: () => Promise<void>
  isLoading: boolean
  hasFailed: boolean
}

/** The button that loads the next page of a list. Without JavaScript it opens the next page. */
export function ShowMore({ next, loadMore, isLoading, hasFailed }: ShowMoreProps) {
  const { pathname, search } = useLocation()
  const focusNew = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (isLoading) return
    // After the last page the button is gone, and the focus with it.
    if (next === null) focusNew.current?.()
    focusNew.current = null
  }, [isLoading, next])
  if (next === null) return null
  const parameters = new URLSearchParams(search)
  parameters.set('after', next)
  // As in the URL that the page cache renders: React compares hidden inputs by name.
  parameters.sort()
  return (
    <Form
      action={pathname === '/' ? '/?index' : pathname}
      className="mt-2 grid sm:mt-6 justify-items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const area = event.currentTarget.parentElement
        const shown = area?.querySelectorAll('article').length ?? 0
        focusNew.current = () =>
          area?.querySelectorAll('article')[shown]?.querySelector('a')?.focus()
        void loadMore()
      }}
    >
      {[...parameters].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hasFailed ? (
        <p role="alert" className="text-sm text-bad">
          {uiWords.moreFailed}
        </p>
      ) : null}
      <Button type="submit" look="secondary" disabled={isLoading}>
        {isLoading ? uiWords.loading : hasFailed ? uiWords.tryAgain : uiWords.showMore}
      </Button>
    </Form>
  )
}

interface Page {
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** Lists of the last history entries: "Back" shows the same rows, so that the scroll position fits. */
const keptPages = new Map<string, { version: unknown; pages: unknown[] }>()
const KEPT_LISTS = 20

function keepPages(key: string, loaded: { version: unknown; pages: unknown[] }): void {
  keptPages.delete(key)
  keptPages.set(key, loaded)
  const [oldest = ''] = keptPages.keys()
  if (keptPages.size > KEPT_LISTS) keptPages.delete(oldest)
}

/**
 * A list with a "Show more" button: the page that the server rendered, and the pages loaded since.
 * The component needs a key that identifies the list, so that another list starts with its first page.
 * `useInfiniteQuery` does the same, but would add its library to the first load of every list.
 * @param loadPage loads the page after a cursor; if it throws, `hasFailed` becomes true
 * @param version a change drops the pages that were loaded since
 */
export function useLoadMore<P extends Page>(
  first: P,
  loadPage: (cursor: string) => Promise<P>,
  version?: unknown,
) {
  // The cursor tells the lists of a page apart, and pages that no longer follow the first one.
  const key = `${useLocation().key} ${first.next}`
  const [loaded, setLoaded] = useState(
    () =>
      (keptPages.get(key) as { version: unknown; pages: P[] } | undefined) ?? {
        version,
        pages: [],
      },
  )
  if (loaded.version !== version) setLoaded({ version, pages: [] })
  const more = loaded.version === version ? loaded.pages : []
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const pages = [first, ...more]
  const next = pages.at(-1)?.next ?? null
  const loadMore = async () => {
    if (next === null || state === 'loading') return
    setState('loading')
    try {
      const page = await loadPage(next)
      const now = { version, pages: [...more, page] }
      setLoaded(now)
      keepPages(key, now)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { pages, next, loadMore, isLoading: state === 'loading', hasFailed: state === 'failed' }
}
