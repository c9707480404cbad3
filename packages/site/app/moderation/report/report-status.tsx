import { data } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { readText } from '../../shared/parameters.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { NotFoundNotice } from '../../ui/feedback/notice.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as uiWords from '../../ui/words.ts'
import * as publicWords from '../words/public.ts'
import * as reasonWords from '../words/reasons.ts'
import { toDecisionPath } from '../words/reasons.ts'
import type { Route } from './+types/report-status'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { supabase } = context.get(siteContext)
  const number = /^[1-9]\d{0,14}$/.test(params.number) ? Number(params.number) : 0
  const key = readText(new URL(request.url).searchParams, 'key', 100)
  const { data: report } = await supabase
    .rpc('report_status', { number, key })
    .throwOnError()
    .then(null, (error: unknown) => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'PT404'
      throw isMissing ? data(null, { status: 404 }) : error
    })
  return { number, ...report }
}

/** The address holds the key: neither a cache nor the next page may learn it. */
export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
})

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? reasonWords.reportNumber(loaderData.number) : publicWords.statusMissing,
    description: publicWords.statusDescription,
    noIndex: true,
  })

/** What came of one report, for a reporter with or without an account. */
export default function ReportStatusScreen({ loaderData }: Route.ComponentProps) {
  const { number, status, resolved_at, decision } = loaderData
  return (
    <div className="page column grid gap-6 py-6">
      <h1 className="display text-title">{reasonWords.reportNumber(number)}</h1>
      <section className="panel grid justify-items-start gap-4 p-6">
        <Badge look={status === 'resolved' ? 'good' : 'plain'}>
          {publicWords.STATUS[status] ?? status}
        </Badge>
        <p>
          {publicWords.STATUS_TEXT[status]}{' '}
          {resolved_at ? (
            <Rich
              text={publicWords.resolvedOn}
              parts={{ day: <time dateTime={resolved_at}>{formatDay(resolved_at)}</time> }}
            />
          ) : null}
        </p>
        {decision === null ? null : (
          <LinkButton to={toDecisionPath(decision)} look="secondary">
            {publicWords.openDecision(decision)}
          </LinkButton>
        )}
      </section>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice
    error={error}
    title={publicWords.statusMissing}
    text={publicWords.statusMissingMore}
  >
    <LinkButton to="/">{uiWords.returnHome}</LinkButton>
  </NotFoundNotice>
)
