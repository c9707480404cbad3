import { ListOrdered } from 'lucide-react'
import { data, Link } from 'react-router'
import type { Explanation } from '../../data/rpc-results.ts'
import { siteContext } from '../../data/site.ts'
import type { RatedTool } from '../../shared/rated.ts'
import { LinkButton } from '../../ui/button.tsx'
import { NotFoundNotice } from '../../ui/feedback/notice.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { linkTo } from '../../ui/links.tsx'
import { Mark } from '../../ui/mark.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { getBackend, readSource } from '../figure/read-figure.ts'
import { RequestPanel } from '../request-panel.tsx'
import * as figureWords from '../words.ts'
import type { Route } from './+types/explain'
import {
  findOrderColumn,
  findTieBreaker,
  formatTerm,
  type RankedItem,
  readRank,
  readRankedItem,
  readRatings,
  toRankRequest,
} from './read-rank.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const item = await readRankedItem(site, new URL(request.url).searchParams)
  if (!item) throw data(null, { status: 404 })
  const [explained, source] = await Promise.all([
    readRank(site, item),
    readSource(site, 'explain_rank'),
  ])
  // A list by name has no sort key; another one without a key leaves the item out.
  const isByName = String(item.body.sort).startsWith('name-')
  if (explained.sort_key === null && !isByName) throw data(null, { status: 404 })
  const ratings = await readRatings(site, item, explained)
  return {
    item,
    explained,
    ratings,
    source,
    request: toRankRequest(item),
    backend: getBackend(site),
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? figureWords.rankTitle(loaderData.item.name) : figureWords.rankMissing,
    description: figureWords.rankPageDescription,
    noIndex: true,
  })

/** Why an item has its position in a ranked list (spec 3 §3.1). */
export default function Explain({ loaderData }: Route.ComponentProps) {
  const { item, explained, ratings, source, request, backend } = loaderData
  const { rank } = explained
  return (
    <div className="page column grid gap-6 py-6">
      <header>
        <h1 className="display text-title wrap-anywhere">
          {rank === null ? figureWords.unranked(item.name) : figureWords.place(item.name, rank)}
        </h1>
        <p className="mt-2 text-soft wrap-anywhere">
          <Rich
            text={figureWords.inList}
            parts={{
              list: linkTo(item.list.path),
              name: item.list.name,
            }}
          />
        </p>
      </header>
      <Neighbors
        explained={explained}
        item={item}
        ratings={ratings}
        toExplainPath={(id) => `/explain?${item.parameters}&${item.itemParameter}=${id}`}
      />
      <Terms explained={explained} ties={figureWords.ties[findTieBreaker(item.body)]} />
      <RequestPanel request={request} backend={backend} source={source} />
    </div>
  )
}

const HEAD = 'py-2 font-medium text-soft'
const NUMBER = 'py-2 pl-4 text-right tabular-nums'

function Terms({ explained, ties }: { explained: Explanation; ties: string }) {
  const { terms, sort_key } = explained
  const values = [...terms.map(({ value }) => value), sort_key ?? 0]
  return (
    <Section id="terms" title={figureWords.terms}>
      {sort_key === null ? (
        <p>{figureWords.termsNames}</p>
      ) : (
        <>
          <table className="w-full text-left">
            <thead>
              <tr className="border-b border-line text-sm">
                <th scope="col" className={HEAD}>
                  {figureWords.termsTerm}
                </th>
                <th scope="col" className={`${HEAD} pl-4 text-right`}>
                  {figureWords.termsValue}
                </th>
              </tr>
            </thead>
            <tbody>
              {terms.map(({ name, value }) => (
                <tr key={name} className="border-b border-line">
                  <th scope="row" className="py-2 font-normal wrap-anywhere">
                    {name}
                  </th>
                  <td className={NUMBER}>{formatTerm(value, values)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-semibold">
                <th scope="row" className="py-2">
                  {figureWords.termsSum}
                </th>
                <td className={NUMBER}>{formatTerm(sort_key, values)}</td>
              </tr>
            </tfoot>
          </table>
          <p className="text-sm text-soft">{ties}</p>
        </>
      )}
    </Section>
  )
}

interface NeighborsProps {
  explained: Explanation
  item: RankedItem
  /** By ids; of tools. */
  ratings: Readonly<Record<string, RatedTool>>
  /** @param id of a neighbor */
  toExplainPath: (id: string) => string
}

/** The items above and below, each with its mark, and what orders the first two of them. */
function Neighbors({ explained, item, ratings, toExplainPath }: NeighborsProps) {
  const { rank, above, below, sort_key } = explained
  if (rank === null) return null
  const { subject } = item.body
  const rows = [
    ...(above ? [{ ...above, rank: rank - 1, to: toExplainPath(above.id) }] : []),
    { id: subject, name: item.name, sort_key, rank, to: item.path },
    ...(below ? [{ ...below, rank: rank + 1, to: toExplainPath(below.id) }] : []),
  ]
  const keys = rows.flatMap((row) => row.sort_key ?? [])
  const reason = describeReason(item, ratings, above ?? below)
  const hasMarks = ratings[subject] !== undefined
  return (
    <Section id="neighbors" title={figureWords.neighbors} className="panel grid gap-3 p-4 sm:p-6">
      {reason ? <p className="wrap-anywhere">{reason}</p> : null}
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-sm">
            <th scope="col" className={HEAD}>
              {figureWords.neighborsPlace}
            </th>
            <th scope="col" className={`${HEAD} pl-4`}>
              {figureWords.neighborsName}
            </th>
            <th scope="col" className={`${HEAD} pl-4 ${hasMarks ? '' : 'text-right'}`}>
              {hasMarks ? figureWords.neighborsRating : figureWords.termsSum}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const rated = ratings[row.id]
            return (
              <tr
                key={row.id}
                className={`border-b border-line last:border-0 ${row.id === subject ? 'font-semibold' : ''}`}
              >
                <td className="py-2 tabular-nums">{formatCount(row.rank)}</td>
                <td className="py-2 pl-4 wrap-anywhere">
                  <Link to={row.to} className="inline-block min-h-6 text-link hover:underline">
                    {row.name}
                  </Link>
                </td>
                {rated ? (
                  <td className="w-32 py-2 pl-4 sm:w-64">
                    <Mark tool={rated} />
                  </td>
                ) : (
                  <td className={NUMBER}>
                    {row.sort_key === null ? uiWords.nothing : formatTerm(row.sort_key, keys)}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

/** "Its average is 4.75; Visual Studio Code has 4.77." */
function describeReason(
  { body }: RankedItem,
  ratings: NeighborsProps['ratings'],
  neighbor: { id: string; name: string } | null,
): string | null {
  const column = findOrderColumn(body)
  if (!column || !neighbor) return null
  const [own, other] = [ratings[body.subject]?.[column], ratings[neighbor.id]?.[column]]
  if (own == null || other == null) return null
  return figureWords.neighborsOwn[column](own, neighbor.name, other)
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <NotFoundNotice
    error={error}
    icon={ListOrdered}
    title={figureWords.rankMissing}
    text={figureWords.rankMissingMore}
  >
    <LinkButton to="/all-tools">{uiWords.browseAllTools}</LinkButton>
  </NotFoundNotice>
)
