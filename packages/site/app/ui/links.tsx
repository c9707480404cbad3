import { Link, type LinkProps } from 'react-router'
import type { SubjectType } from '../shared/subjects.ts'
import { hidden, Rich } from './format/rich-text.tsx'
import * as uiWords from './words.ts'

/** A link in a sentence, as a part of `Rich`. */
export const linkTo =
  (to: string, className = 'text-link underline') =>
  (words: React.ReactNode) => (
    <Link to={to} className={className}>
      {words}
    </Link>
  )

interface RankLinkProps {
  /** The parameters of /explain. */
  item: string
  /** For screen readers. */
  name: string
}

/** Leads to the page that explains an item's place in a ranked list; usable on a card that is a link. */
export const RankLink = ({ item, name }: RankLinkProps) => (
  <QuietLink to={`/explain?${item}`} className="relative print:hidden">
    <Rich text={uiWords.whyRank} parts={{ name, hidden }} />
  </QuietLink>
)

/** A small link below content, to a page that search engines leave out. */
export const QuietLink = ({ className = '', ...props }: LinkProps) => (
  <Link
    rel="nofollow"
    {...props}
    className={`inline-flex min-h-6 items-center text-sm text-soft hover:underline ${className}`}
  />
)

interface ReportLinkProps {
  type: SubjectType
  /** Of a profile: the user's id. */
  id: string
  /** For screen readers. */
  name: string
  className?: string
}

/** Leads to the form that reports content to the moderators. */
export const ReportLink = ({ type, id, name, className = '' }: ReportLinkProps) => (
  <QuietLink to={`/report?type=${type}&id=${id}`} className={`print:hidden ${className}`}>
    <Rich text={uiWords.report} parts={{ name, hidden }} />
  </QuietLink>
)

interface FigureLinkProps {
  /** Of the registry in app/figures/figure. */
  figure: string
  /** The slug of the tool, the username of the profile, or the slugs of two tools. */
  of?: string | undefined
  /** The formatted figure. */
  children: string
}

/** A figure that leads to the page with its query. app.css has its look. */
export const FigureLink = ({ figure, of, children }: FigureLinkProps) => (
  <Link
    to={`/figures/${figure}${of ? `?of=${of}` : ''}`}
    // A description: the figure stays the name, also in the name of a heading around it.
    title={uiWords.figureSource}
    aria-label={children === uiWords.nothing ? uiWords.notMeasured : undefined}
  >
    {children}
  </Link>
)
