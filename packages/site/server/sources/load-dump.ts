import { SourceError, type SourceFile } from './list.ts'

/** Tables of a dump that have what a list has. */
const TABLES = ['tools', 'tool_facts', 'categories', 'capabilities', 'attributes']

/** The address of the page with the open data of a site. */
export const isDataPage = (address: string): boolean =>
  /^\/data\/?$/.test(URL.parse(address)?.pathname ?? '')

/**
 * Reads the newest dump of another site.
 * @throws {SourceError} if its page names none
 */
export async function loadDump(
  address: string,
  fetchFiles: (address: string) => Promise<SourceFile[]>,
): Promise<SourceFile[]> {
  const text = (await fetchFiles(address))[0]?.text ?? ''
  const days = [...text.matchAll(/\/data\/(\d{4}-\d\d-\d\d)\/tools\.jsonl\.gz/g)].map(
    ([, day]) => day,
  )
  const newest = days.sort().at(-1)
  if (newest === undefined) throw new SourceError(`${address} has no open data yet.`)
  const { origin } = new URL(address)
  const files: SourceFile[] = []
  // Older versions have no attributes, which is no failure.
  for (const table of TABLES.filter((each) => text.includes(`${newest}/${each}.jsonl.gz`)))
    files.push(...(await fetchFiles(`${origin}/data/${newest}/${table}.jsonl.gz`)))
  return files
}
