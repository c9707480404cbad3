import { Link } from 'react-router'
import type { Reader } from '../../data/cache-tags.ts'
import type { TransparencyFigures } from '../../data/rpc-results.ts'
import { siteContext } from '../../data/site.ts'
import { readNumber } from '../../shared/parameters.ts'
import { today } from '../../ui/format/day.ts'
import { formatCount, formatPercent } from '../../ui/format/numbers.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { linkTo } from '../../ui/links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { StatCard } from '../../ui/panels.tsx'
import { actionLabel, reasonLabel } from '../words/reasons.ts'
import * as transparencyWords from '../words/transparency.ts'
import type { Route } from './+types/transparency'
import { listYears } from './read-decisions.ts'

async function readFigures({ supabase, tag }: Reader, year: number): Promise<TransparencyFigures> {
  tag('moderation-log', 'transparency')
  const { data } = await supabase.rpc('transparency_figures', { of_year: year }).throwOnError()
  return data
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const wanted = readNumber(new URL(request.url).searchParams, 'year', 1000, 9999)
  const year = Math.trunc(wanted) || Number(today().slice(0, 4))
  return { figures: await readFigures(context.get(siteContext), year) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: transparencyWords.title,
    description: transparencyWords.description,
    path: '/transparency',
  })

export default function Transparency({ loaderData: { figures } }: Route.ComponentProps) {
  const { year, reports, decisions } = figures
  const years = listYears()
  return (
    <div className="page column grid gap-6 py-6">
      <header className="grid gap-3">
        <h1 className="display text-title">{transparencyWords.heading(year)}</h1>
        <p className="max-w-2xl text-soft">
          <Rich
            text={transparencyWords.intro}
            parts={{ log: linkTo('/moderation-log'), ledger: linkTo('/ledger') }}
          />
        </p>
        {years.length > 1 ? (
          <nav aria-label={transparencyWords.years} className="flex flex-wrap gap-x-4">
            {years.map((listed) => (
              <Link
                key={listed}
                to={`/transparency?year=${listed}`}
                aria-current={Number(listed) === year ? 'page' : undefined}
                className="inline-flex min-h-6 items-center text-link aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {listed}
              </Link>
            ))}
          </nav>
        ) : null}
      </header>
      {reports.length + decisions.length === 0 ? (
        <p className="panel p-6 text-soft">{transparencyWords.nothingDecided(year)}</p>
      ) : null}
      <Summary figures={figures} />
      <Reports reports={reports} />
      <Decisions decisions={decisions} year={year} />
      <Hours hours={figures.hours} />
    </div>
  )
}

const toShare = (count: number, share: number | null) =>
  share === null
    ? formatCount(count)
    : transparencyWords.countAndShare(formatCount(count), formatPercent(share))

function Summary({
  figures: { appeals, automatic, suspensions },
}: {
  figures: TransparencyFigures
}) {
  return (
    <section aria-labelledby="summary">
      <h2 id="summary" className="sr-only">
        {transparencyWords.more}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <StatCard label={transparencyWords.decisions} value={formatCount(automatic.decisions)} />
        <StatCard
          label={transparencyWords.automatic}
          value={toShare(automatic.automatic, automatic.share)}
        />
        <StatCard label={transparencyWords.suspensions} value={formatCount(suspensions)} />
        <StatCard label={transparencyWords.appealsResolved} value={formatCount(appeals.resolved)} />
        <StatCard
          label={transparencyWords.appealsReversed}
          value={toShare(appeals.reversed, appeals.share_reversed)}
        />
        <StatCard label={transparencyWords.appealsOpen} value={formatCount(appeals.open)} />
      </ul>
      <p className="mt-3 text-sm text-soft">{transparencyWords.automaticMore}</p>
    </section>
  )
}

const SOURCES = Object.keys(transparencyWords.SOURCES) as (keyof typeof transparencyWords.SOURCES)[]

function Reports({ reports }: Pick<TransparencyFigures, 'reports'>) {
  const rows = [...Map.groupBy(reports, ({ reason }) => reason)].map(([reason, of]) => {
    const count = (source: string) => of.find((row) => row.source === source)?.reports ?? 0
    const all = of.reduce((sum, row) => sum + row.reports, 0)
    return {
      key: reason,
      name: reasonLabel(reason),
      value: all,
      cells: [...SOURCES.map(count), all].map(formatCount),
    }
  })
  const sources = SOURCES.map((source) => transparencyWords.SOURCES[source])
  return (
    <DotTable
      title={transparencyWords.reports}
      head={[transparencyWords.reason, ...sources, transparencyWords.total]}
      rows={rows}
    />
  )
}

function Decisions({ decisions, year }: Pick<TransparencyFigures, 'decisions' | 'year'>) {
  return (
    <DotTable
      title={transparencyWords.decisions}
      head={[transparencyWords.action, transparencyWords.reason, transparencyWords.count]}
      rows={decisions.map(({ action, reason, decisions: count }) => ({
        key: `${action} ${reason}`,
        name: actionLabel(action),
        value: count,
        cells: [
          reason === null ? transparencyWords.noReason : reasonLabel(reason),
          reason === null ? (
            formatCount(count)
          ) : (
            <Link
              key="log"
              to={`/moderation-log?action=${action}&reason=${reason}&year=${year}`}
              className="text-link underline"
            >
              {formatCount(count)}
            </Link>
          ),
        ],
      }))}
    />
  )
}

function Hours({ hours }: Pick<TransparencyFigures, 'hours'>) {
  if (hours.every(({ decisions }) => decisions === 0)) return null
  return (
    <DotTable
      title={transparencyWords.hours}
      hint={transparencyWords.hoursMore}
      head={[transparencyWords.rating, transparencyWords.decisions, transparencyWords.median]}
      rows={hours.toReversed().map(({ rating, decisions, median_hours }) => ({
        key: rating,
        name: transparencyWords.stars(rating),
        value: decisions,
        cells: [formatCount(decisions), transparencyWords.medianHours(median_hours)],
      }))}
    />
  )
}

interface DotTableProps {
  title: string
  hint?: string
  head: readonly string[]
  /** Each with its number of dots. */
  rows: readonly {
    key: React.Key
    name: string
    value: number
    cells: readonly React.ReactNode[]
  }[]
}

/** In a row with more, one dot is ten cases, a hundred and so on. */
const DOTS_MAX = 100

/** A table whose rows have a dot for each case. */
function DotTable({ title, hint, head, rows }: DotTableProps) {
  if (rows.length === 0) return null
  const most = Math.max(...rows.map(({ value }) => value), 1)
  const step = 10 ** Math.max(Math.ceil(Math.log10(most / DOTS_MAX)), 0)
  return (
    <section className="panel p-3 sm:p-6">
      <table className="w-full text-left max-sm:text-xs sm:text-sm">
        <caption className="mb-2 text-left">
          <span className="display block text-lg">{title}</span>
          {hint ? <span className="block text-sm text-soft">{hint}</span> : null}
          {step > 1 ? (
            <span className="text-sm text-soft">{transparencyWords.dots(step)}</span>
          ) : null}
        </caption>
        <thead>
          <tr className="border-b border-line">
            {head.map((name, at) => (
              <th
                key={name}
                scope="col"
                className={`py-2 font-medium text-soft ${at > 0 ? 'pl-2 last:text-right sm:pl-3' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, value, cells }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="w-1/2 py-2 font-normal wrap-break-word hyphens-auto">
                {name}
                <span aria-hidden className="mt-1 flex flex-wrap gap-1 text-soft">
                  {Array.from({ length: Math.ceil(value / step) }, (_, dot) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the dots are equal.
                    <i key={dot} className="size-1.5 rounded-full border-4 border-current" />
                  ))}
                </span>
              </th>
              {cells.map((cell, at) => (
                <td
                  key={head[at + 1]}
                  className="py-2 pl-2 align-top wrap-break-word hyphens-auto tabular-nums last:text-right sm:pl-3"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
