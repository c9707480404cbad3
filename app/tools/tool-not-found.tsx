// chunk: list
import { SearchX } from 'lucide-react'
import { isRouteErrorResponse } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { ErrorFallback, Notice } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import * as detailWords from './words/detail.ts'

/** Replaces a page of a tool that does not exist, or that failed. */
export function ToolNotFound({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorFallback />
  return (
    <Notice isPage icon={SearchX} title={detailWords.missing} text={detailWords.missingMore}>
      <LinkButton to="/">{detailWords.home}</LinkButton>
      <LinkButton to="/all-tools" look="secondary">
        {uiWords.browseAllTools}
      </LinkButton>
    </Notice>
  )
}
