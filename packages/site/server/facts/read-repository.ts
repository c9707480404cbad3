import { z } from 'zod'
import { ReadFailure } from './fact-fetch.ts'
import { readJson, readJsonList } from './read-json.ts'
import { readSourcehut } from './read-sourcehut.ts'
import {
  describeReleases,
  type FactFields,
  isOfYear,
  parseVersion,
  type ReadKind,
  type Release,
  type SourceToRead,
  toDay,
} from './read-values.ts'

/** Of the list of releases; a tool with more in a year has at least this many. */
const PAGES_MAX = 3
const PAGE_SIZE = 100
/** Forgejo gives no more on a page. */
const FORGEJO_PAGE_SIZE = 50

interface Repository {
  host: string
  /** `owner/name`; GitLab has groups in groups. */
  path: string
}

/** @throws {ReadFailure} */
function parseRepository({ host, pathname }: URL): Repository {
  const parts = pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean)
  const [path] = parts.join('/').split('/-/')
  if (parts.length < 2 || !path) throw new ReadFailure('The address has no owner and name.')
  return { host: host.replace(/^www\./, ''), path }
}

/** Only GitLab has groups in groups; elsewhere a folder or a branch follows. */
const cutPath = (path: string) => path.split('/', 2).join('/')

const githubTag = z.object({ name: z.string() })

/** Pages of releases until one is older than a year. */
async function readReleases(
  pageSize: number,
  readPage: (page: number) => Promise<{ release: Release | undefined }[]>,
): Promise<FactFields> {
  const releases: Release[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const entries = await readPage(page)
    const found = entries.flatMap(({ release }) => release ?? [])
    releases.push(...found)
    if (entries.length < pageSize) return describeReleases(releases, true)
    if (found.some((release) => !isOfYear(release))) break
  }
  return describeReleases(releases, false)
}

const toRelease = (name: string, time: unknown): Release | undefined => {
  const version = parseVersion(name)
  return version ? { version, day: toDay(time) } : undefined
}

const githubRepository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  archived: z.boolean(),
  stargazers_count: z.int(),
  pushed_at: z.string().nullish(),
  license: z.object({ spdx_id: z.string().nullish() }).nullish(),
})
const githubRelease = z.object({
  tag_name: z.string(),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
  published_at: z.string().nullish(),
})

/** Forgejo answers as GitHub does. */
const readGithubReleases = (source: SourceToRead, address: string, pageSize: number) =>
  readReleases(pageSize, async (page) => {
    const entries = await readJsonList(source, `${address}=${pageSize}&page=${page}`, githubRelease)
    return entries.map((entry) => ({
      release:
        entry.draft || entry.prerelease ? undefined : toRelease(entry.tag_name, entry.published_at),
    }))
  })

async function readGithub(source: SourceToRead, repository: Repository) {
  const path = cutPath(repository.path)
  const api = `https://api.github.com/repos/${path}`
  const read = await readJson(source, api, githubRepository, { etag: source.etag })
  if (read === 'unchanged') return read
  const { data } = read
  const releases = await readGithubReleases(source, `${api}/releases?per_page`, PAGE_SIZE)
  const hasMoved = data.full_name.toLowerCase() !== path.toLowerCase()
  return {
    etag: read.etag,
    values: {
      license: data.license?.spdx_id ?? undefined,
      is_archived: data.archived,
      stars: data.stargazers_count,
      last_commit_on: toDay(data.pushed_at),
      ...(hasMoved ? { repository_url: data.html_url } : {}),
      ...(releases.latest_version
        ? releases
        : describeTags(await readJsonList(source, `${api}/tags?per_page=${PAGE_SIZE}`, githubTag))),
    },
  }
}

/** Tags without days. */
const describeTags = (tags: readonly { name: string }[]) =>
  describeReleases(
    tags.flatMap(({ name }) => toRelease(name, undefined) ?? []),
    false,
  )

const gitlabProject = z.object({
  web_url: z.string(),
  path_with_namespace: z.string(),
  archived: z.boolean().default(false),
  star_count: z.int().default(0),
  last_activity_at: z.string().nullish(),
  license: z.object({ key: z.string().nullish() }).nullish(),
})
const gitlabRelease = z.object({
  tag_name: z.string(),
  released_at: z.string().nullish(),
  upcoming_release: z.boolean().default(false),
})
const gitlabTag = z.object({
  name: z.string(),
  commit: z.object({ created_at: z.string().nullish() }).nullish(),
})

async function readGitlab(source: SourceToRead, { host, path }: Repository) {
  const api = `https://${host}/api/v4/projects/${encodeURIComponent(path)}`
  const read = await readJson(source, `${api}?license=true`, gitlabProject, { etag: source.etag })
  if (read === 'unchanged') return read
  const { data } = read
  const releases = await readReleases(PAGE_SIZE, async (page) => {
    const address = `${api}/releases?per_page=${PAGE_SIZE}&page=${page}`
    const entries = await readJsonList(source, address, gitlabRelease)
    return entries.map((entry) => ({
      release: entry.upcoming_release ? undefined : toRelease(entry.tag_name, entry.released_at),
    }))
  })
  const hasMoved = data.path_with_namespace.toLowerCase() !== path.toLowerCase()
  return {
    etag: read.etag,
    values: {
      license: data.license?.key ?? undefined,
      is_archived: data.archived,
      stars: data.star_count,
      last_commit_on: toDay(data.last_activity_at),
      ...(hasMoved ? { repository_url: data.web_url } : {}),
      ...(releases.latest_version
        ? releases
        : await readReleases(PAGE_SIZE, async (page) => {
            const address = `${api}/repository/tags?per_page=${PAGE_SIZE}&page=${page}`
            const tags = await readJsonList(source, address, gitlabTag)
            return tags.map(({ name, commit }) => ({
              release: toRelease(name, commit?.created_at),
            }))
          })),
    },
  }
}

const forgejoRepository = z.object({
  full_name: z.string(),
  html_url: z.string(),
  archived: z.boolean(),
  stars_count: z.int().default(0),
  updated_at: z.string().nullish(),
  licenses: z.array(z.string()).nullish(),
})

const forgejoTag = z.object({
  name: z.string(),
  commit: z.object({ created: z.string().nullish() }).nullish(),
})

async function readForgejo(source: SourceToRead, { host, ...repository }: Repository) {
  const path = cutPath(repository.path)
  const api = `https://${host}/api/v1/repos/${path}`
  const read = await readJson(source, api, forgejoRepository, { etag: source.etag })
  if (read === 'unchanged') return read
  const { data } = read
  const releases = await readGithubReleases(source, `${api}/releases?limit`, FORGEJO_PAGE_SIZE)
  const hasMoved = data.full_name.toLowerCase() !== path.toLowerCase()
  return {
    etag: read.etag,
    values: {
      license: data.licenses?.length === 1 ? data.licenses[0] : undefined,
      is_archived: data.archived,
      stars: data.stars_count,
      last_commit_on: toDay(data.updated_at),
      ...(hasMoved ? { repository_url: data.html_url } : {}),
      ...(releases.latest_version
        ? releases
        : await readReleases(FORGEJO_PAGE_SIZE, async (page) => {
            const address = `${api}/tags?limit=${FORGEJO_PAGE_SIZE}&page=${page}`
            const tags = await readJsonList(source, address, forgejoTag)
            return tags.map(({ name, commit }) => ({ release: toRelease(name, commit?.created) }))
          })),
    },
  }
}

/** GitHub, GitLab, Codeberg, sourcehut, and other hosts with the API of Forgejo or GitLab. */
export const readRepository: ReadKind = async (source) => {
  const repository = parseRepository(source.address)
  if (repository.host === 'github.com') return readGithub(source, repository)
  if (repository.host === 'git.sr.ht') return readSourcehut(source, repository.path)
  if (repository.host === 'codeberg.org') return readForgejo(source, repository)
  if (/(^|\.)gitlab\./.test(repository.host)) return readGitlab(source, repository)
  try {
    return await readForgejo(source, repository)
  } catch (error) {
    if (!(error instanceof ReadFailure) || error.outcome === 'limited') throw error
    return readGitlab(source, repository)
  }
}
