import { Form, useLocation } from 'react-router'
import { Button } from './button.tsx'
import * as uiWords from './words.ts'

interface ShowMoreProps {
  /** Where the next page begins; null when there is none. */
  next: string | null
  grow: () => Promise<void>
  isLoading: boolean
  hasFailed: boolean
}

/** The end of a list that grows on demand; without script it asks for the next page. */
export function ShowMore({ next, grow, isLoading, hasFailed }: ShowMoreProps) {
  const { pathname, search } = useLocation()
  if (next === null) return null
  const parameters = new URLSearchParams(search)
  parameters.set('after', next)
  return (
    <Form
      action={pathname === '/' ? '/?index' : pathname}
      className="mt-8 grid justify-items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void grow()
      }}
    >
      {[...parameters].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hasFailed ? (
        <p role="alert" className="text-sm text-bad">
          {uiWords.growingFailed}
        </p>
      ) : null}
      <Button type="submit" look="secondary" disabled={isLoading}>
        {isLoading ? uiWords.loading : hasFailed ? uiWords.tryAgain : uiWords.growingMore}
      </Button>
    </Form>
  )
}
