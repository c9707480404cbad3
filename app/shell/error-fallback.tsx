import { useRevalidator } from 'react-router'
import { titleOf } from '../data/page-meta.ts'
import { Button } from '../ui/button.tsx'
import * as uiWords from '../ui/words.ts'
import * as frameWords from './words/frame.ts'

/** Whatever was thrown, its insides stay inside (spec 1 §8). */
export function ErrorFallback() {
  const { revalidate } = useRevalidator()
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center" role="alert">
      <title>{titleOf(frameWords.brokenTitle)}</title>
      <h1 className="display text-3xl">{frameWords.brokenTitle}</h1>
      <p className="max-w-md text-soft">{frameWords.brokenText}</p>
      <div className="flex gap-3">
        <Button onClick={() => void revalidate()}>{uiWords.tryAgainButton}</Button>
        <Button look="secondary" onClick={() => location.reload()}>
          {frameWords.brokenRefresh}
        </Button>
      </div>
    </div>
  )
}
