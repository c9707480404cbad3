import { Form, Link } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { getReader } from '../../session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import { linkTo } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ShowMore, useLoadMore } from '../../ui/show-more.tsx'
import * as uiWords from '../../ui/words.ts'
import * as publicWords from '../words/public.ts'
import * as reasonWords from '../words/reasons.ts'
import { ACTIONS, actionLabel, REASONS, reasonLabel, toDecisionPath } from '../words/reasons.ts'
import type { Route } from './+types/log'
import { DecisionSubject } from './decision-facts.tsx'
import {
  type Decision,
  type LogPage,
  type LogQuery,
  listYears,
  readLog,
  readLogQuery,
} from './read-decisions.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  return readLog(context.get(siteContext), readLogQuery(new URL(request.url).searchParams))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: publicWords.title,
    description: publicWords.description,
    path: '/moderation-log',
    feed: '/feeds/moderation-log',
  })

export default function ModerationLog({ loaderData: page }: Route.ComponentProps) {
  const { action, reason, tool, year, after } = page.query
  return (
    <div className="page column grid gap-6 py-6">
      <header>
        <h1 className="display text-title">{publicWords.title}</h1>
        <p className="mt-2 max-w-2xl text-soft">
          <Rich text={publicWords.intro} parts={{ link: linkTo('/guidelines') }} />
        </p>
      </header>
      <Filters key={`${action} ${reason} ${tool} ${year}`} query={page.query} />
      <section aria-label={publicWords.title}>
        <Decisions key={`${action} ${reason} ${tool} ${year} ${after}`} page={page} />
      </section>
    </div>
  )
}

const toOptions = (labels: Readonly<Record<string, string>>, all: string) =>
  [['', all], ...Object.entries(labels)] as [string, string][]

/** A plain form, so that it works without script. */
function Filters({ query }: { query: LogQuery }) {
  const isFiltered = query.action || query.reason || query.tool || query.year
  return (
    <Form
      role="search"
      aria-label={publicWords.filters}
      className="panel grid grid-cols-2 items-start gap-4 p-4 lg:grid-cols-4"
    >
      <SelectField
        label={publicWords.filterAction}
        name="action"
        options={toOptions(ACTIONS, publicWords.allActions)}
        defaultValue={query.action}
      />
      <SelectField
        label={publicWords.filterReason}
        name="reason"
        options={toOptions(REASONS, publicWords.allReasons)}
        defaultValue={query.reason}
      />
      <InputField
        label={publicWords.filterTool}
        hint={publicWords.filterToolHint}
        name="tool"
        defaultValue={query.tool}
      />
      <SelectField
        label={publicWords.filterYear}
        name="year"
        options={[['', publicWords.allYears], ...listYears().map((year) => [year, year] as const)]}
        defaultValue={query.year}
      />
      <div className="col-span-full flex flex-wrap gap-3">
        <Button type="submit" look="secondary">
          {uiWords.apply}
        </Button>
        {isFiltered ? (
          <LinkButton to="/moderation-log" look="quiet">
            {publicWords.clear}
          </LinkButton>
        ) : null}
      </div>
    </Form>
  )
}

function Decisions({ page }: { page: LogPage }) {
  const list = useLoadMore(page, async (after) =>
    readLog(await getReader(), { ...page.query, after }),
  )
  if (page.decisions.length === 0) {
    const { action, reason, tool, year } = page.query
    const isFiltered = action || reason || tool || year
    return (
      <p role="status" className="panel p-6 text-soft">
        {isFiltered ? publicWords.noneOfFilter : publicWords.decisionsNoneYet}
      </p>
    )
  }
  return (
    <>
      <ul className="grid gap-3">
        {list.pages.flatMap(({ decisions }) =>
          decisions.map((decision) => (
            <li key={decision.number}>
              <DecisionRow decision={decision} />
            </li>
          )),
        )}
      </ul>
      <ShowMore {...list} />
    </>
  )
}

function DecisionRow({ decision }: { decision: Decision }) {
  const { number, action, reason, decided_at, appeal_outcome } = decision
  return (
    <article className="panel grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={toDecisionPath(number)} className="font-medium text-link hover:underline">
          {reasonWords.decisionNumber(number)}
        </Link>
        <Badge look={action === 'remove' ? 'strong' : 'plain'}>{actionLabel(action)}</Badge>
        {appeal_outcome ? <Badge>{publicWords.OUTCOMES[appeal_outcome]}</Badge> : null}
        <time dateTime={decided_at} className="text-sm text-soft sm:ml-auto">
          {formatDay(decided_at)}
        </time>
      </div>
      <p className="wrap-anywhere">
        <DecisionSubject decision={decision} />
      </p>
      {reason ? <p className="text-sm text-soft">{reasonLabel(reason)}</p> : null}
    </article>
  )
}
