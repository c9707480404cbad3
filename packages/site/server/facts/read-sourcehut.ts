import { ReadFailure } from './fact-fetch.ts'
import {
  describeReleases,
  parseVersion,
  type ReadResult,
  type SourceToRead,
  toDay,
} from './read-values.ts'

/** Title and day of the entries of an RSS feed, as sourcehut writes it. */
const listEntries = (feed: string) =>
  [...feed.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) => ({
    title: /<title>([^<]*)<\/title>/.exec(item)?.[1]?.trim() ?? '',
    day: toDay(/<pubDate>([^<]*)<\/pubDate>/.exec(item)?.[1]),
  }))

/** sourcehut has feeds of commits and of tags without a token. */
export async function readSourcehut(
  { fetch, etag }: SourceToRead,
  path: string,
): Promise<ReadResult> {
  const accept = 'application/rss+xml, application/xml'
  const log = await fetch(`https://git.sr.ht/${path}/log/rss.xml`, { accept, etag })
  if (log.status === 304) return 'unchanged'
  if (!log.text.includes('<rss')) throw new ReadFailure('The answer of git.sr.ht is no feed.')
  const refs = await fetch(`https://git.sr.ht/${path}/refs/rss.xml`, { accept })
  const releases = listEntries(refs.text).flatMap(({ title, day }) => {
    const version = parseVersion(title)
    return version ? [{ version, day }] : []
  })
  const days = listEntries(log.text).flatMap(({ day }) => day ?? [])
  return {
    etag: log.etag,
    values: { last_commit_on: days.toSorted().at(-1), ...describeReleases(releases, false) },
  }
}
