import { LinkButton } from '../ui/button.tsx'
import { NotFoundNotice } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import * as detailWords from './words/detail.ts'

/** Replaces a page of a tool that does not exist, or that failed. */
export const ToolNotFound = ({ error }: { error: unknown }) => (
  <NotFoundNotice error={error} title={detailWords.missing} text={detailWords.missingMore}>
    <LinkButton to="/">{detailWords.home}</LinkButton>
    <LinkButton to="/all-tools" look="secondary">
      {uiWords.browseAllTools}
    </LinkButton>
  </NotFoundNotice>
)
