import { useEffect, useRef } from 'react'
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
      className="mt-8 grid justify-items-center gap-2"
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
