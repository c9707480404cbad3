import { useRevalidator } from 'react-router'
import { titleOf } from '../data/page-meta.ts'
import { Button } from '../ui/button.tsx'

/** Whatever was thrown, its insides stay inside (spec 1 §8). */
export function ErrorFallback() {
  const { revalidate } = useRevalidator()
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center" role="alert">
      <title>{titleOf('Something went wrong')}</title>
      <h1 className="display text-3xl">Something went wrong</h1>
      <p className="max-w-md text-soft">
        An unexpected error occurred. Please try refreshing the page or contact support if the
        problem persists.
      </p>
      <div className="flex gap-3">
        <Button onClick={() => void revalidate()}>Try Again</Button>
        <Button look="secondary" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </div>
    </div>
  )
}
