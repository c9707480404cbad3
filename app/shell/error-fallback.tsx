import { useRevalidator } from 'react-router'
import { titleOf } from '../data/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { COMMON } from '../ui/words.ts'
import { BROKEN } from './words/frame.ts'

/** Whatever was thrown, its insides stay inside (spec 1 §8). */
export function ErrorFallback() {
  const { revalidate } = useRevalidator()
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center" role="alert">
      <title>{titleOf(BROKEN.title)}</title>
      <h1 className="display text-3xl">{BROKEN.title}</h1>
      <p className="max-w-md text-soft">{BROKEN.text}</p>
      <div className="flex gap-3">
        <Button onClick={() => void revalidate()}>{COMMON.tryAgainButton}</Button>
        <Button look="secondary" onClick={() => location.reload()}>
          {BROKEN.refresh}
        </Button>
      </div>
    </div>
  )
}
