import { hidden, Rich } from '../format/rich-text.tsx'
import * as uiWords from '../words.ts'
import { QuietLink } from './quiet-link.tsx'

interface ReportLinkProps {
  type: 'review' | 'tool' | 'launch' | 'profile' | 'company'
  /** Of a profile: the user's id. */
  id: string
  /** For screen readers. */
  name: string
  className?: string
}

/** Leads to the form that reports content to the moderators. */
export const ReportLink = ({ type, id, name, className }: ReportLinkProps) => (
  <QuietLink to={`/report?type=${type}&id=${id}`} className={className}>
    <Rich text={uiWords.report} parts={{ name, hidden }} />
  </QuietLink>
)
