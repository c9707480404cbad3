import { z } from 'zod'
import type { FactFetch } from './fact-fetch.ts'

/** The fields of public.fact_values. Those without a value are left out. */
export interface FactFields {
  license?: string | undefined
  latest_version?: string | undefined
  latest_version_on?: string | undefined
  first_release_on?: string | undefined
  releases_in_year?: number | undefined
  last_commit_on?: string | undefined
  is_archived?: boolean | undefined
  stars?: number | undefined
  container_image?: string | undefined
  repository_url?: string | undefined
  discontinued_on?: string | undefined
  pricing?: Offer[] | undefined
}

export interface Offer {
  price: number
  currency: string
  period: 'month' | 'year' | 'once' | null
}

/** What a source answered; `unchanged` if the ETag is that of the last read. */
export type ReadResult = { values: FactFields; etag: string | null } | 'unchanged'

export interface SourceToRead {
  address: URL
  etag: string | null
  fetch: FactFetch
}

/** @throws {ReadFailure} */
export type ReadKind = (source: SourceToRead) => Promise<ReadResult>

const isoDay = z.iso.date()
const RFC_822 = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /

/** The UTC day of a time of ISO 8601 or RFC 822 as "yyyy-MM-dd"; undefined if it is none. */
export function toDay(time: unknown): string | undefined {
  // Date makes March 2 of February 30, and a month of "5".
  if (typeof time !== 'string') return undefined
  if (!isoDay.safeParse(time.slice(0, 10)).success && !RFC_822.test(time)) return undefined
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}

export interface Release {
  version: string
  /** When it was published, as "yyyy-MM-dd". */
  day: string | undefined
}

/** "v1.2.3", "release-1.2" and "name@1.2.3" are versions; "nightly", "latest" and previews such as "1.0-rc.1" are none. */
export function parseVersion(tag: string): string | undefined {
  if (tag.length > 100) return undefined
  const [, version] = /^(?:[a-z][\w./-]*?[-_/@])?v?(\d+(?:\.\d+){0,3})$/i.exec(tag.trim()) ?? []
  return version && version.length <= 40 ? version : undefined
}

const toNumbers = (version: string) => version.split('.').map(Number)

/** By their numbers: 1.10 is later than 1.9. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [toNumbers(one), toNumbers(other)]
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const YEAR_MS = 365 * 86_400_000

/** Whether a release is of the last 365 days. */
export const isOfYear = ({ day }: Release, now = Date.now()): boolean =>
  day !== undefined && Date.parse(day) > now - YEAR_MS

/**
 * The facts that follow from the releases of a tool.
 * @param isComplete whether these are all of them
 */
export function describeReleases(
  releases: readonly Release[],
  isComplete: boolean,
  now = Date.now(),
): FactFields {
  const latest = releases.toSorted((a, b) => compareVersions(b.version, a.version))[0]
  if (!latest) return {}
  const dated = releases.flatMap(({ day }) => day ?? []).toSorted()
  return {
    latest_version: latest.version,
    latest_version_on: latest.day,
    ...(dated.length > 0
      ? { releases_in_year: releases.filter((release) => isOfYear(release, now)).length }
      : {}),
    ...(isComplete && dated.length === releases.length ? { first_release_on: dated[0] } : {}),
  }
}
