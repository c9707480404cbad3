import { IDENTITY } from '../shared/identity.ts'
import { formatNumber } from '../ui/format/numbers.ts'

export const title = 'Open Data'
export const description = `The tools, ratings and decisions of ${IDENTITY.name} as files, made each night.`
export const intro =
  'Each night at 03:00 UTC this site writes what its figures are computed from: tools with their facts and edits, ratings, replies and moderation decisions. The last seven dumps stay. Each file has one JSON object per line, compressed with gzip.'
export const license = `The data is under the license <link>{title}</link>. Name ${IDENTITY.name} with a link to this page where the license asks for credit.`
export const leftOut =
  'Reviewers are named by their username. Reviews of people with a private profile and of former members have no name. Email addresses, single votes, drafts and lists are left out, and so are the texts of reviews, replies, edits and decisions unless the site has opened them.'

export const latest = (day: string) => `Dump of ${day}`
export const noDump = 'There is no dump yet. The site makes the first one soon after its start.'
export const table = 'Table'
export const rows = 'Rows'
export const size = 'Size'
export const MANIFEST = 'manifest.json'
export const PACKAGE = 'datapackage.json'
export const manifestMore =
  '{manifest} has the SHA-256 of each file and all figures of the site at that time. {package} describes the fields for the tools of <link>Data Package</link>.'

export const earlier = 'Earlier dumps'

export const fields = 'Fields'
export const field = 'Field'
export const type = 'Type'
export const meaning = 'Meaning'

export const load = 'Load it elsewhere'
export const loadText =
  'An empty site of the same software loads a dump and then shows the same tools, averages, intervals and adjusted ratings. Its reviewers become profiles without a way to sign in. The <link>manual</link> has more.'
export const loadLabel = 'Commands'

/** Of a file. */
export const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(bytes / 1000, bytes < 100_000 ? 1 : 0)} KB`
    : `${formatNumber(bytes / 1_000_000, 1)} MB`
