import { data, Link } from 'react-router'
import type { Reader } from '../../data/cache-tags.ts'
import { siteContext } from '../../data/site.ts'
import { toAuthorName } from '../../people/profile.ts'
import { isAreaOn } from '../../shared/areas.ts'
import { readNumber } from '../../shared/parameters.ts'
import { LinkButton } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format/day.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { nameHost } from '../describe-origins.ts'
import { findTool } from '../read-tool.ts'
import { toToolPath } from '../tool.ts'
import { ToolNotFound } from '../tool-not-found.tsx'
import * as detailWords from '../words/detail.ts'
import * as editWords from '../words/edits.ts'
import type { Route } from './+types/tool-history'
import { describeChanges, EDIT_COLUMNS, readNames } from './edit.ts'
import { ChangeList, SourceLink } from './edit-inputs.tsx'

const PAGE_SIZE = 20

/** An accepted edit. */
type HistoryEntry = Awaited<ReturnType<typeof readHistory>>['entries'][number]

/**
 * Reads a page of the accepted edits of a tool, the newest first.
 * @param after the number of the last edit of the page before; 0 for the first page
 */
async function readHistory({ supabase, tag }: Reader, toolId: string, after: number) {
  tag(`tool-edits:${toolId}`, 'profiles')
  const query = supabase
    .from('tool_edits')
    .select(EDIT_COLUMNS)
    .eq('tool_id', toolId)
    .eq('status', 'accepted')
    .order('number', { ascending: false })
    .limit(PAGE_SIZE + 1)
  const { data } = await (after > 0 ? query.lt('number', after) : query).throwOnError()
  const page = data.slice(0, PAGE_SIZE)
  const names = await readNames(supabase, page)
  if (names.size > 0) tag('tools')
  const entries = page.map(({ number, decided_at, changes, ...edit }) => ({
    number: number ?? 0,
    decided_at: decided_at ?? edit.created_at,
    profiles: edit.profiles,
    changes: describeChanges(changes, names),
    source_url: edit.source_url,
    note: edit.note,
    as_maker: edit.as_maker,
    by_source: edit.by_source,
  }))
  return {
    entries,
    /** The cursor of the next page. */
    older: data.length > PAGE_SIZE ? entries.at(-1)?.number : undefined,
    isFirst: after <= 0,
  }
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const tool = await findTool(site, params.toolId, request, (slug) => `/tool/${slug}/history`)
  if (!tool) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const after = Math.trunc(readNumber(searchParams, 'after', 0, Number.MAX_SAFE_INTEGER))
  const history = await readHistory(site, tool.id, after)
  return { tool: { id: tool.id, name: tool.name, slug: tool.slug }, ...history }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? editWords.historyTitle(loaderData.tool.name) : detailWords.missing,
    description: loaderData ? editWords.historyDescription : detailWords.missingDescription,
    noIndex: true,
  })

/** The accepted edits of a tool (spec 4 §1). */
export default function ToolHistory({
  loaderData: { tool, entries, older, isFirst },
}: Route.ComponentProps) {
  const path = toToolPath(tool)
  return (
    <div className="page column grid gap-6 py-6">
      <header>
        <p className="text-sm text-soft">
          <Rich
            text={editWords.historyOf}
            parts={{
              tool: (
                <Link to={path} className="hover:underline">
                  {tool.name}
                </Link>
              ),
            }}
          />
        </p>
        <h1 className="display mt-1 text-title">{editWords.historyHeading}</h1>
        <p className="mt-2 text-soft">{editWords.historyDescription}</p>
      </header>
      {entries.length === 0 ? <p>{editWords.historyNone}</p> : null}
      <ol className="grid gap-4">
        {entries.map((entry) => (
          <li key={entry.number}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {older ? (
          <LinkButton to={`${path}/history?after=${older}`} look="secondary">
            {editWords.historyOlder}
          </LinkButton>
        ) : null}
        {isFirst ? null : (
          <LinkButton to={`${path}/history`} look="secondary">
            {editWords.historyNewest}
          </LinkButton>
        )}
        {isAreaOn('ledger') ? (
          <LinkButton to={`/ledger?subject=tool:${tool.id}`} look="secondary">
            {editWords.historyLedger}
          </LinkButton>
        ) : null}
        <LinkButton to={path} look="secondary" className="wrap-anywhere">
          {editWords.suggestBack(tool.name)}
        </LinkButton>
      </div>
    </div>
  )
}

function describeAuthor({ as_maker, by_source }: HistoryEntry): string {
  if (by_source) return editWords.historyBySource
  return as_maker ? editWords.historyByMaker : editWords.historyBy
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { number, decided_at, profiles, changes, source_url, note } = entry
  const name = toAuthorName({ profiles })
  const id = `edit-${number}`
  return (
    <article aria-labelledby={id} className="panel grid gap-3 p-4">
      <header>
        <h2 id={id} className="font-semibold">
          {editWords.historyEdit(number, formatDay(decided_at))}
        </h2>
        <p className="text-sm text-soft">
          <Rich
            text={describeAuthor(entry)}
            parts={{
              name: entry.by_source ? (
                nameHost(source_url)
              ) : profiles?.username && isAreaOn('profiles') ? (
                <Link to={`/user/${profiles.username}`} rel="nofollow" className="hover:underline">
                  {name}
                </Link>
              ) : (
                name
              ),
            }}
          />
        </p>
      </header>
      <ChangeList changes={changes} />
      {note ? <p className="whitespace-pre-line wrap-anywhere">{note}</p> : null}
      {source_url ? <SourceLink url={source_url} /> : null}
    </article>
  )
}

export const ErrorBoundary = ToolNotFound
