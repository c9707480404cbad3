import { Link } from 'react-router'
import { hidden, Rich } from './format/rich-text.tsx'
import * as uiWords from './words.ts'

interface ReportLinkProps {
  type: 'review' | 'tool' | 'launch' | 'profile' | 'company'
  /** Of a profile: the user's id. */
  id: string
  /** For screen readers. */
  name: string
  className?: string
}

/** Leads to the form that reports content to the moderators. */
export const ReportLink = ({ type, id, name, className = '' }: ReportLinkProps) => (
  <Link
    to={`/report?type=${type}&id=${id}`}
    rel="nofollow"
    className={`inline-flex min-h-6 items-center text-sm text-soft hover:underline ${className}`}
  >
    <Rich text={uiWords.report} parts={{ name, hidden }} />
  </Link>
)
