import { useState } from 'react'

interface Page {
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/**
 * A list that grows on demand: the page that the server rendered, and those fetched since. Give the
 * component that uses it a key of what the list is about, so that another list begins anew.
 * @param load fetches the page that begins at a mark; what it throws is told as `hasFailed`
 */
export function useGrowing<P extends Page>(first: P, load: (after: string) => Promise<P>) {
  const [further, setFurther] = useState<P[]>([])
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const pages = [first, ...further]
  const next = pages.at(-1)?.next ?? null
  const grow = async () => {
    if (next === null || state === 'loading') return
    setState('loading')
    try {
      const page = await load(next)
      setFurther((known) => [...known, page])
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { pages, next, grow, isLoading: state === 'loading', hasFailed: state === 'failed' }
}
