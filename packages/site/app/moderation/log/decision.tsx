import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { data, Link } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { IDENTITY } from '../../shared/identity.ts'
import { LinkButton } from '../../ui/button.tsx'
import { NotFoundNotice } from '../../ui/feedback/notice.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { linkTo } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/panels.tsx'
import { readSubject } from '../read-subject.ts'
import * as publicWords from '../words/public.ts'
import * as reasonWords from '../words/reasons.ts'
import { actionLabel, toDecisionPath } from '../words/reasons.ts'
import type { Route } from './+types/decision'
import { DecisionFacts } from './decision-facts.tsx'
import { readDecision } from './read-decisions.ts'

// Loaded only for members.
const OwnDecision = lazy(() => import('./own-decision.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const decision = await readDecision(site, params.number)
  if (!decision) throw data(null, { status: 404 })
  const subject = await readSubject(site, decision.subject_type, decision.subject_id)
  return { decision, contentPath: subject?.path ?? null }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData
      ? reasonWords.decisionNumber(loaderData.decision.number)
      : publicWords.missing,
    description: publicWords.pageDescription,
    ...(loaderData ? { path: toDecisionPath(loaderData.decision.number) } : { noIndex: true }),
  })

export default function DecisionScreen({ loaderData }: Route.ComponentProps) {
  const { decision, contentPath } = loaderData
  return (
    <div className="page column grid gap-6 py-6">
      <Link
        to="/moderation-log"
        className="inline-flex min-h-6 items-center gap-1.5 text-sm text-link hover:underline"
      >
        <ArrowLeft aria-hidden size={16} /> {publicWords.back}
      </Link>
      <header>
        <h1 className="display text-title">{reasonWords.decisionNumber(decision.number)}</h1>
        <p className="mt-1">
          {actionLabel(decision.action)}
          <time dateTime={decision.decided_at} className="text-soft">
            {` · ${formatDay(decision.decided_at)}`}
          </time>
        </p>
      </header>
      <DecisionFacts decision={decision} contentPath={contentPath} />
      <SignedIn otherwise={<AppealAsVisitor number={decision.number} />}>
        <Suspense>
          <OwnDecision decision={decision} />
        </Suspense>
      </SignedIn>
    </div>
  )
}

function AppealAsVisitor({ number }: { number: number }) {
  return (
    <Section id="appeal" title={publicWords.appeal}>
      <p>
        <Rich
          text={publicWords.appealSignedOut}
          parts={{
            signin: linkTo(`/auth?next=${encodeURIComponent(toDecisionPath(number))}`),
            address: IDENTITY.contact,
            mail: linkTo(`mailto:${IDENTITY.contact}`),
          }}
        />
      </p>
    </Section>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice error={error} title={publicWords.missing} text={publicWords.missingMore}>
    <LinkButton to="/moderation-log">{publicWords.back}</LinkButton>
  </NotFoundNotice>
)
