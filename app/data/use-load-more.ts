import { useState } from 'react'

interface Page {
  /** The cursor of the next page; null on the last one. */
  next: string | null
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
  const [loaded, setLoaded] = useState({ version, pages: [] as P[] })
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
      setLoaded({ version, pages: [...more, page] })
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { pages, next, loadMore, isLoading: state === 'loading', hasFailed: state === 'failed' }
}
