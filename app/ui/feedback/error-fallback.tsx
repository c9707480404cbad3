// chunk: frame
import { useRevalidator } from 'react-router'
import { Button } from '../button.tsx'
import { toDocumentTitle } from '../page-meta.ts'
import * as uiWords from '../words.ts'
import { Notice } from './notice.tsx'

/** Shows nothing of the error itself (spec 1 §8). */
export function ErrorFallback() {
  const { revalidate } = useRevalidator()
  return (
    <Notice isPage role="alert" title={uiWords.brokenTitle} text={uiWords.brokenText}>
      <title>{toDocumentTitle(uiWords.brokenTitle)}</title>
      <Button onClick={() => void revalidate()}>{uiWords.tryAgainButton}</Button>
      <Button look="secondary" onClick={() => location.reload()}>
        {uiWords.brokenRefresh}
      </Button>
    </Notice>
  )
}
