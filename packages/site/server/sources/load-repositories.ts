import { type ReportLine, SourceError, type SourceFile } from './list.ts'

/** Files that describe a program, the first that a repository has. */
const DESCRIPTIONS = ['publiccode.yml', 'publiccode.yaml', 'codemeta.json']
const REPOSITORIES_MAX = 2000
/** Repositories that are read at the same time. */
const BATCH = 4

export const isDescription = (path: string): boolean =>
  /(^|\/)(publiccode\.ya?ml|codemeta\.json)$/i.test(path)

/** Fetches a text; undefined if there is none at the address. */
export type FetchText = (address: string) => Promise<string | undefined>

/**
 * Reads the descriptions of the repositories that a list names, in lines or in any other text.
 * @throws {SourceError} if there is no address
 */
export async function loadRepositories(
  lists: readonly SourceFile[],
  fetchText: FetchText,
): Promise<{ files: SourceFile[]; report: ReportLine[] }> {
  const places = new Map<string, string>()
  for (const { text } of lists)
    for (const [at, line] of text.split('\n').entries())
      for (const [found] of line.matchAll(/https?:\/\/[^\s"'`<>()[\]{},;|]+/gi)) {
        const address = found.replace(/[.:]+$/, '').replace(/(\.git)?\/*$/, '')
        if (!places.has(address)) places.set(address, `line ${at + 1}`)
      }
  if (places.size === 0) throw new SourceError('The list has no address of a repository.')
  const files: SourceFile[] = []
  const report: ReportLine[] = []
  const all = [...places]
  for (const [text, place] of all.slice(REPOSITORIES_MAX)) {
    const reason = `A list can have at most ${REPOSITORIES_MAX} repositories.`
    report.push({ place, text, reason })
  }
  const wanted = all.slice(0, REPOSITORIES_MAX)
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH).map(async ([repository, place]) => {
      try {
        const found = await readDescription(repository, fetchText)
        if (found) files.push({ ...found, repository })
        else
          report.push({
            place,
            text: repository,
            reason: 'It has no publiccode.yml or codemeta.json.',
          })
      } catch (error) {
        const reason = `It cannot be read: ${error instanceof Error ? error.message : error}`
        report.push({ place, text: repository, reason })
      }
    })
    await Promise.all(batch)
  }
  const order = wanted.map(([address]) => address)
  files.sort(
    (one, other) => order.indexOf(one.repository ?? '') - order.indexOf(other.repository ?? ''),
  )
  return { files, report }
}

async function readDescription(repository: string, fetchText: FetchText) {
  for (const path of DESCRIPTIONS)
    for (const address of listRawAddresses(repository, path)) {
      const text = await fetchText(address)
      // Some hosts answer every address with a page.
      if (text !== undefined && !/^\s*<(!doctype|html)/i.test(text))
        return { path: `${repository}/${path}`, text }
    }
  return undefined
}

/** Where hosts have a file of the main branch. */
export function listRawAddresses(repository: string, path: string): string[] {
  const url = new URL(repository)
  const [owner = '', name = ''] = url.pathname.split('/').filter(Boolean)
  if (isDescription(url.pathname)) {
    const own = url.pathname.endsWith(`/${path}`)
    const plain = repository.replace(
      /\/(-\/)?(blob|src)\//,
      url.host === 'github.com' ? '/raw/' : '/$1raw/',
    )
    return own ? [plain] : []
  }
  const onGitHub = `https://raw.githubusercontent.com/${owner}/${name}/HEAD/${path}`
  if (url.host === 'github.com') return [onGitHub]
  const onGitLab = `${repository}/-/raw/HEAD/${path}`
  const onForgejo = `${url.origin}/api/v1/repos/${owner}/${name}/raw/${path}`
  if (/(^|\.)gitlab\./.test(url.host)) return [onGitLab]
  if (/(^|\.)(codeberg\.org$|forgejo\.|gitea\.)/.test(url.host)) return [onForgejo]
  return [onGitLab, onForgejo]
}
