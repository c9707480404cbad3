// chunk: frame
import { useRevalidator } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toDocumentTitle } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import * as shellWords from './words.ts'

/** Shows nothing of the error itself (spec 1 §8). */
export function ErrorFallback() {
  const { revalidate } = useRevalidator()
  return (
    <Notice isPage role="alert" title={shellWords.brokenTitle} text={shellWords.brokenText}>
      <title>{toDocumentTitle(shellWords.brokenTitle)}</title>
      <Button onClick={() => void revalidate()}>{uiWords.tryAgainButton}</Button>
      <Button look="secondary" onClick={() => location.reload()}>
        {shellWords.brokenRefresh}
      </Button>
    </Notice>
  )
}
