import { Link } from 'react-router'
import { siteContext } from '../../data/site.ts'
import { getReader } from '../../session/session.ts'
import { readChoice, readCursor } from '../../shared/parameters.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { hidden, Rich } from '../../ui/format/rich-text.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ShowMore, useLoadMore } from '../../ui/show-more.tsx'
import { ChangeList, SourceLink } from '../edits/edit-inputs.tsx'
import { toToolPath } from '../tool.ts'
import * as changeWords from '../words/changes.ts'
import type { Route } from './+types/changes'
import {
  type ChangeKind,
  type ChangesPage,
  type ChangesQuery,
  readChanges,
  type ToolChange,
} from './read-changes.ts'

const CHANGES_PER_PAGE = 50

const toQuery = (kind: ChangeKind | undefined, after: string | null): ChangesQuery => ({
  kinds: kind && [kind],
  howMany: CHANGES_PER_PAGE,
  after,
})

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const kind = readChoice(searchParams, 'kind', changeWords.KINDS)
  const after = readCursor(searchParams)
  return { kind, after, page: await readChanges(context.get(siteContext), toQuery(kind, after)) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: changeWords.title,
    description: changeWords.description,
    path: '/changes',
    feed: '/feeds/changes',
  })

const TABS = [['all', changeWords.all], ...Object.entries(changeWords.KINDS)] as [string, string][]

/** Changes of tools (spec 10 §5). */
export default function Changes({ loaderData: { kind, after, page } }: Route.ComponentProps) {
  return (
    <div className="page column grid gap-6 py-6">
      <header>
        <h1 className="display text-title">{changeWords.title}</h1>
        <p className="mt-2 text-soft">{changeWords.intro}</p>
      </header>
      <div>
        <LinkTabs
          label={changeWords.kinds}
          tabs={TABS}
          chosen={kind ?? 'all'}
          toPath={(tab) => (tab === 'all' ? '/changes' : `/changes?kind=${tab}`)}
        >
          <ChangeRows key={`${kind} ${after}`} kind={kind} page={page} />
        </LinkTabs>
      </div>
    </div>
  )
}

function ChangeRows({ kind, page }: { kind: ChangeKind | undefined; page: ChangesPage }) {
  const list = useLoadMore(page, async (after) =>
    readChanges(await getReader(), toQuery(kind, after)),
  )
  if (page.changes.length === 0) return <p className="panel p-6 text-soft">{changeWords.none}</p>
  return (
    <>
      <ol className="panel divide-y divide-line">
        {list.pages.flatMap(({ changes }) =>
          changes.map((change) => (
            <li key={change.path}>
              <ChangeRow change={change} />
            </li>
          )),
        )}
      </ol>
      <ShowMore {...list} />
    </>
  )
}

function ChangeRow({ change: { path, tool, kinds, changes, ...edit } }: { change: ToolChange }) {
  return (
    <article className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold wrap-anywhere">
          <Link to={toToolPath(tool)} className="hover:underline">
            {tool.name}
          </Link>
        </h2>
        {kinds.map((kind) => (
          <Badge key={kind}>{changeWords.KINDS[kind]}</Badge>
        ))}
        <time dateTime={edit.changed_at} className="text-sm text-soft sm:ml-auto">
          {formatDay(edit.changed_at)}
        </time>
      </div>
      <ChangeList changes={changes} />
      <div className="flex flex-wrap gap-x-4">
        {edit.source_url ? <SourceLink url={edit.source_url} /> : null}
        <Link
          to={path}
          rel="nofollow"
          className="inline-flex min-h-6 items-center text-sm text-link hover:underline"
        >
          <Rich text={changeWords.historyOf} parts={{ tool: tool.name, hidden }} />
        </Link>
      </div>
    </article>
  )
}
