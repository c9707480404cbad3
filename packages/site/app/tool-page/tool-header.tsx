import { Bookmark, Plus, Scale } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { SaveLink } from '../lists/save-link.tsx'
import * as peopleWords from '../people/words.ts'
import { SignedIn } from '../session/signed-in.tsx'
import { isAreaOn } from '../shared/areas.ts'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import type { Discontinued, FactRow } from '../tools/describe-facts.ts'
import type { VitalityLine } from '../tools/describe-origins.ts'
import { recallSelection, toComparePath } from '../tools/selection.ts'
import { type ToolSummary, toLogoTransition, toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import * as detailWords from '../tools/words/detail.ts'
import { SampleBadge } from '../ui/badge.tsx'
import { ExternalButton, LinkButton } from '../ui/button.tsx'
import { countLines } from '../ui/clipped-text.tsx'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import * as uiWords from '../ui/words.ts'
import { PressLink } from '../votes/press-link.tsx'
import type { Maker } from './describe-tool.ts'
import { Vitality } from './vitality.tsx'

// Loaded only for members.
const MemberActions = lazy(() => import('./member-actions.tsx'))

/** The page that writes or edits the member's review. */
export const toReviewFormPath = ({ slug }: ToolSummary) => `/write-review/${slug}`

interface ToolHeaderProps {
  tool: ToolSummary
  facts: readonly FactRow[]
  discontinued: Discontinued | null
  maker: Maker | null
  vitality: VitalityLine | null
  className: string
  /** Below the header. */
  children: React.ReactNode
}

/** The facts of the line beside the category, where the card of facts is not beside them. */
const MAIN_FACTS: readonly string[] = [
  detailWords.pricing,
  detailWords.platforms,
  detailWords.license,
]

/** What the tool is, and what to do with it. */
export function ToolHeader({
  tool,
  facts,
  discontinued,
  maker,
  vitality,
  className,
  children,
}: ToolHeaderProps) {
  const mainFacts = facts.filter(({ term }) => MAIN_FACTS.includes(term))
  return (
    <header
      className={`grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 sm:items-start lg:grid-cols-[auto_minmax(0,1fr)_auto] ${className}`}
    >
      <span className="sm:row-span-2">
        <ToolLogo
          id={tool.id}
          name={tool.name}
          size={72}
          transition={toLogoTransition(tool)}
          className="max-sm:size-14!"
        />
      </span>
      <div>
        <h1 dir="auto" className="display text-title hyphens-auto wrap-anywhere sm:text-figure">
          {tool.name}
        </h1>
        <p className={`flex gap-x-1.5 text-soft max-sm:text-sm ${vitality ? '' : 'sm:mt-1'}`}>
          <Link
            to={`/all-tools?category=${encodeURIComponent(tool.category)}`}
            className="max-w-full shrink-0 truncate leading-6 hover:text-ink hover:underline"
          >
            {tool.category}
          </Link>
          {mainFacts.length > 0 ? (
            <span className="min-w-0 truncate leading-6 lg:hidden">
              {'· '}
              {mainFacts.map(({ text }) => text).join(' · ')}
            </span>
          ) : null}
        </p>
      </div>
      <div className="max-w-2xl max-sm:col-span-full sm:col-start-2 lg:col-span-2">
        <Description text={tool.description} isShort={vitality !== null} />
        {vitality ? <Vitality {...vitality} /> : null}
        {maker ? <MakerMark {...maker} /> : null}
        {discontinued ? <DiscontinuedNotice {...discontinued} /> : null}
      </div>
      <Actions tool={tool} />
      {children}
    </header>
  )
}

/** About two lines of a phone. */
const CLIPPED_MIN = 96

/** On a phone the first two lines, or the first one beside a line below, and the rest after a press. */
function Description({ text, isShort }: { text: string; isShort: boolean }) {
  const isLong = countLines(text, CLIPPED_MIN) > 1
  return (
    <div className="group/text relative">
      <p
        lang={CONTENT_LANGUAGE}
        dir="auto"
        className={`wrap-anywhere ${isLong ? (isShort ? 'max-sm:not-group-has-open/text:line-clamp-1' : 'max-sm:not-group-has-open/text:line-clamp-2') : ''}`}
      >
        {text}
      </p>
      {isLong ? (
        <details className="absolute right-0 bottom-0 bg-paper pl-2 group-has-open/text:hidden sm:hidden">
          <summary className="min-h-6 cursor-pointer list-none text-link underline">
            {detailWords.more}
          </summary>
        </details>
      ) : null}
    </div>
  )
}

/** A square with an icon. A narrow phone has the first action above the others. */
const SQUARE = 'size-11 px-0! sm:size-10 max-[22rem]:grow'

const toSignIn = (path: string) => `/auth?next=${encodeURIComponent(path)}`

function Actions({ tool }: { tool: ToolSummary }) {
  // The page is the same for everybody; the browser knows what it compares, also in other tabs.
  const [compared, setCompared] = useState([tool.slug])
  useEffect(() => {
    const recall = () => setCompared(recallSelection(tool.slug))
    recall()
    addEventListener('storage', recall)
    return () => removeEventListener('storage', recall)
  }, [tool.slug])
  const reviewPath = toReviewFormPath(tool)
  const review = {
    to: reviewPath,
    className: 'max-sm:min-h-11 max-sm:flex-1 max-[22rem]:basis-full',
  }
  const follow = (
    <PressLink press={['follow tool', tool.id]} next={toToolPath(tool)} className={SQUARE}>
      <Plus aria-hidden size={18} />
      <span className="sr-only">
        <Rich text={peopleWords.followFollow} parts={{ name: tool.name, hidden }} />
      </span>
    </PressLink>
  )
  return (
    <div className="flex flex-wrap gap-2 max-lg:col-span-full sm:gap-3 lg:col-start-3 lg:row-start-1">
      <SignedIn
        otherwise={
          <>
            <LinkButton {...review} to={toSignIn(reviewPath)}>
              {detailWords.writeReview}
            </LinkButton>
            {follow}
          </>
        }
      >
        <Suspense
          fallback={
            <>
              <LinkButton {...review}>{detailWords.writeReview}</LinkButton>
              {follow}
            </>
          }
        >
          <MemberActions tool={tool} review={review} followClass={SQUARE} />
        </Suspense>
      </SignedIn>
      {isAreaOn('compare') ? (
        <LinkButton to={toComparePath(compared)} look="secondary" className={SQUARE}>
          <Scale aria-hidden size={18} />
          <span className="sr-only">{detailWords.compare}</span>
        </LinkButton>
      ) : null}
      {isAreaOn('lists') ? (
        <SaveLink tool={tool} look="secondary" className={SQUARE}>
          <Bookmark aria-hidden size={18} />
          <span className="sr-only">{detailWords.save}</span>
        </SaveLink>
      ) : null}
      {tool.website_url ? (
        <ExternalButton href={tool.website_url} className="max-sm:size-11 max-sm:px-0!">
          <span className="max-sm:sr-only">{uiWords.visitWebsite}</span>
        </ExternalButton>
      ) : null}
    </div>
  )
}

const MakerMark = ({ companyId, company, text, proof, isSample }: Maker) => (
  <p className="mt-2 text-sm text-soft wrap-anywhere">
    <Rich
      text={text}
      parts={{
        proof,
        company: (
          <Link
            to={`/company/${companyId}`}
            className="inline-flex min-h-6 items-center text-link underline"
          >
            {company}
          </Link>
        ),
      }}
    />{' '}
    {isSample ? <SampleBadge /> : null}
  </p>
)

const DiscontinuedNotice = ({ text, successor }: Discontinued) => (
  <p className="mt-3 rounded-control border border-line bg-sunken px-4 py-3 text-sm">
    {text}{' '}
    {successor ? (
      <Rich
        text={detailWords.discontinuedSuccessor}
        parts={{
          tool: (
            <Link to={successor.path} className="text-link underline">
              {successor.name}
            </Link>
          ),
        }}
      />
    ) : null}
  </p>
)
