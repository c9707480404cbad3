// Where facts come from, and whether a tool is alive (spec 10).
import { isolate } from '../../ui/format/direction.ts'
import { pluralize } from '../../ui/format/numbers.ts'

/** The names of hosts that readers know. */
export const HOSTS: Readonly<Record<string, string>> = {
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'codeberg.org': 'Codeberg',
  'git.sr.ht': 'sourcehut',
  'npmjs.com': 'npm',
  'pypi.org': 'PyPI',
  'crates.io': 'crates.io',
  'hub.docker.com': 'Docker Hub',
  'ghcr.io': 'GHCR',
  'quay.io': 'Quay',
  'endoflife.date': 'endoflife.date',
  'wikidata.org': 'Wikidata',
}

/** @param day as "Nov 12, 2026" */
export const activeReleases = (releases: number, day: string) =>
  pluralize(releases, {
    one: `Active: {n} release in a year, on ${day}.`,
    other: `Active: {n} releases in a year, the last on ${day}.`,
  })
export const activeVersion = (day: string) => `Active: version of ${day}.`
export const activeCommit = (day: string) => `Active: last change on ${day}.`
export const quiet = (day: string) => `Quiet: nothing new since ${day}.`
export const dormant = (day: string) => `Dormant: nothing new since ${day}.`
export const archived = 'Archived: its repository takes no changes.'

export const readToday = (host: string) => `Read today from ${isolate(host)}.`
export const readAgo = (days: number, host: string) =>
  pluralize(days, {
    one: `Read {n} day ago from ${isolate(host)}.`,
    other: `Read {n} days ago from ${isolate(host)}.`,
  })
export const recordedOn = (day: string, host: string) => `Recorded on ${day} from ${isolate(host)}.`
export const byMaker = (day: string) => `From the maker, ${day}.`
export const byMember = (day: string) => `From a member, ${day}.`

export const vitalityLabel = 'Is it alive?'
/** Of sources alone. */
const READ_FIELDS = {
  releases_in_year: 'Releases in a year',
  last_commit_on: 'Last change of the code',
  first_release_on: 'First release',
  is_archived: 'Archived',
  container_image: 'Container image',
  stars: 'Stars',
}
export const FIELDS: Readonly<Record<string, string>> = {
  latest_version_on: 'Latest release',
  ...READ_FIELDS,
}
/** The numbers that fact_freshness has of each field. */
export const FRESHNESS = ['tools', 'confirmed', 'failed'] as const
/** The fields of fact_freshness. */
export const FRESH_FIELDS: Readonly<Record<string, string>> = {
  license: 'License',
  latest_version: 'Latest version',
  price_from: 'Lowest price',
  ...READ_FIELDS,
}
/** For a value that is a link itself. */
export const whereFrom = 'Where from'
