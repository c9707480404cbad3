// The server describes where facts come from: the page gets texts.
import type { Reader } from '../data/cache-tags.ts'
import type { FactOrigin, Vitality } from '../data/rpc-results.ts'
import { formatDay, today } from '../ui/format/day.ts'
import { formatCount } from '../ui/format/numbers.ts'
import type { FactRow } from './describe-facts.ts'
import * as detailWords from './words/detail.ts'
import * as factWords from './words/facts.ts'

const DAY_MS = 86_400_000

/** "GitHub" for https://github.com/a/b, else the host. */
export function nameHost(address: string | null): string {
  const host = URL.canParse(address ?? '') ? new URL(address ?? '').hostname : (address ?? '')
  const known = host.replace(/^www\./, '')
  return factWords.HOSTS[known] ?? known
}

/**
 * "Read 2 days ago from Codeberg." A cached page ends with the UTC day.
 * @returns null if it is not known
 */
export function describeOrigin(
  { by, address, read_on, is_recorded }: FactOrigin,
  day = today(),
): string | null {
  if (!read_on) return null
  if (by === 'maker') return factWords.byMaker(formatDay(read_on))
  if (by !== 'source') return factWords.byMember(formatDay(read_on))
  const host = nameHost(address)
  if (is_recorded) return factWords.recordedOn(formatDay(read_on), host)
  const days = Math.max(0, Math.round((Date.parse(day) - Date.parse(read_on)) / DAY_MS))
  return days === 0 ? factWords.readToday(host) : factWords.readAgo(days, host)
}

/** A term of the line about a tool's life, with its source. */
export interface OriginRow {
  term: string
  text: string
  origin: string | null
  /** The address of the source. */
  href: string | null
}

/** The line in the head of a tool, and what it follows from. */
export interface VitalityLine {
  text: string
  rows: OriginRow[]
}

/** @returns null if nothing is known, and of a discontinued tool, which has a notice */
export function describeVitality(
  { state, terms }: Vitality,
  origins: readonly FactOrigin[],
  day = today(),
): VitalityLine | null {
  const of = (field: string) => terms.find((term) => term.field === field)
  const [release, commit, releases] = [
    of('latest_version_on'),
    of('last_commit_on'),
    of('releases_in_year'),
  ]
  const last = [release, commit]
    .filter((term) => term !== undefined)
    .toSorted((a, b) => String(b.value).localeCompare(String(a.value)))[0]
  const shown = describeState(state, { release, last, releases: Number(releases?.value ?? 0) })
  const source = state === 'archived' ? of('is_archived') : shown?.term
  if (!shown || !source) return null
  const fields = new Map([...terms, ...origins].map((term) => [term.field, term]))
  return {
    text: [shown.text, describeOrigin(source, day)].filter(Boolean).join(' '),
    rows: Object.entries(factWords.FIELDS).flatMap(([field, term]) => {
      const known = fields.get(field)
      if (!known) return []
      const [origin, href] = [describeOrigin(known, day), known.address]
      return { term, text: formatTerm(known.value), origin, href }
    }),
  }
}

interface Activity {
  release: FactOrigin | undefined
  /** The later of the last release and the last commit. */
  last: FactOrigin | undefined
  releases: number
}

function describeState(state: Vitality['state'], { release, last, releases }: Activity) {
  const dayOf = (term: FactOrigin) => formatDay(String(term.value))
  if (state === 'archived') return { text: factWords.archived, term: last }
  if (!last) return null
  if (state === 'active' && release && releases > 0)
    return { text: factWords.activeReleases(releases, dayOf(release)), term: release }
  if (state === 'active')
    return {
      text: (last === release ? factWords.activeVersion : factWords.activeCommit)(dayOf(last)),
      term: last,
    }
  if (state === 'quiet') return { text: factWords.quiet(dayOf(last)), term: last }
  return state === 'dormant' ? { text: factWords.dormant(dayOf(last)), term: last } : null
}

function formatTerm(value: FactOrigin['value']): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? detailWords.yes : detailWords.no
  if (typeof value === 'number') return formatCount(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value
}

const FIELDS: Readonly<Record<string, string>> = {
  [detailWords.pricing]: 'pricing_model',
  [detailWords.price]: 'price_from',
  [detailWords.platforms]: 'platforms',
  [detailWords.license]: 'license',
  [detailWords.repository]: 'repository_url',
  [detailWords.latestVersion]: 'latest_version',
  [detailWords.discontinued]: 'discontinued_on',
}

/** Adds to the rows of facts where they come from. */
export const addOrigins = (rows: readonly FactRow[], origins: readonly FactOrigin[]): FactRow[] =>
  rows.map((row) => {
    const known = origins.find(({ field }) => field === FIELDS[row.term])
    const origin = known && describeOrigin(known)
    return origin ? { ...row, origin } : row
  })

/** By fields whose shown value a source provides, from where and when. The day of a version comes with the version. */
export const describeSources = (origins: readonly FactOrigin[], day = today()) =>
  Object.fromEntries(
    origins.flatMap((origin) => {
      const text = origin.by === 'source' ? describeOrigin(origin, day) : null
      const fields =
        origin.field === 'latest_version' ? ['latest_version', 'latest_version_on'] : [origin.field]
      return text ? fields.map((field) => [field, text] as const) : []
    }),
  )

export async function readVitality({ supabase, tag }: Reader, toolId: string) {
  tag(`tool:${toolId}`)
  const [{ data: vitality }, { data: origins }] = await Promise.all([
    supabase.rpc('tool_vitality', { tool: toolId }).throwOnError(),
    supabase.rpc('fact_origins', { tool: toolId }).throwOnError(),
  ])
  return { line: describeVitality(vitality, origins), origins }
}
