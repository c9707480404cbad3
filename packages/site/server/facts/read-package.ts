import { z } from 'zod'
import { ReadFailure } from './fact-fetch.ts'
import { readFreshJson, readJson } from './read-json.ts'
import {
  compareVersions,
  describeReleases,
  parseVersion,
  type ReadKind,
  type Release,
  type SourceToRead,
  toDay,
} from './read-values.ts'

const npmLicense = z
  .union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)])
  .optional()
  .catch(undefined)
const npmPackage = z.object({
  'dist-tags': z.object({ latest: z.string() }),
  time: z.record(z.string(), z.unknown()).default({}),
  license: npmLicense,
})

async function readNpm(source: SourceToRead, name: string) {
  const read = await readJson(
    source,
    `https://registry.npmjs.org/${name.replace('/', '%2f')}`,
    npmPackage,
    { etag: source.etag },
  ).catch(async (error: unknown) => {
    // The list of all versions of some packages is too long.
    if (!(error instanceof ReadFailure) || !error.message.includes('more than')) throw error
    const latest = z.object({ version: z.string(), license: npmLicense })
    const data = await readFreshJson(source, `https://registry.npmjs.org/${name}/latest`, latest)
    const { version, license } = data
    return {
      data: { 'dist-tags': { latest: version }, time: { [version]: null }, license },
      etag: null,
    }
  })
  if (read === 'unchanged') return read
  const { data } = read
  const latest = parseVersion(data['dist-tags'].latest)
  const releases = listReleases(Object.entries(data.time)).filter(
    // What is published under another tag is a preview.
    ({ version }) => latest === undefined || compareVersions(version, latest) <= 0,
  )
  return {
    etag: read.etag,
    values: { license: data.license, ...describeReleases(releases, true) },
  }
}

const listReleases = (entries: readonly (readonly [version: string, time: unknown])[]): Release[] =>
  entries.flatMap(([name, time]) => {
    const version = parseVersion(name)
    return version ? [{ version, day: toDay(time) }] : []
  })

const pypiProject = z.object({
  info: z.object({ license_expression: z.string().nullish() }),
  releases: z.record(
    z.string(),
    z.array(
      z.object({ upload_time_iso_8601: z.string().nullish(), yanked: z.boolean().default(false) }),
    ),
  ),
})

async function readPypi(source: SourceToRead, name: string) {
  const address = `https://pypi.org/pypi/${name}/json`
  const read = await readJson(source, address, pypiProject, { etag: source.etag })
  if (read === 'unchanged') return read
  const { info, releases } = read.data
  const published = Object.entries(releases).flatMap(([version, files]) => {
    const file = files.find(({ yanked }) => !yanked)
    return file ? [[version, file.upload_time_iso_8601] as const] : []
  })
  return {
    etag: read.etag,
    values: {
      license: info.license_expression ?? undefined,
      ...describeReleases(listReleases(published), true),
    },
  }
}

const crate = z.object({
  versions: z.array(
    z.object({
      num: z.string(),
      created_at: z.string().nullish(),
      yanked: z.boolean().default(false),
      license: z.string().nullish(),
    }),
  ),
})

async function readCrate(source: SourceToRead, name: string) {
  const address = `https://crates.io/api/v1/crates/${name}`
  const read = await readJson(source, address, crate, { etag: source.etag })
  if (read === 'unchanged') return read
  const versions = read.data.versions.filter(({ yanked }) => !yanked)
  const releases = listReleases(versions.map(({ num, created_at }) => [num, created_at]))
  const values = describeReleases(releases, true)
  const latest = versions.find(({ num }) => num === values.latest_version)
  return {
    etag: read.etag,
    values: { license: latest?.license?.replaceAll('/', ' OR '), ...values },
  }
}

const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'
const REGISTRIES = [
  { host: 'npmjs.com', path: new RegExp(`^/package/((?:@${NAME}/)?${NAME})`), read: readNpm },
  { host: 'pypi.org', path: new RegExp(`^/project/(${NAME})`), read: readPypi },
  { host: 'crates.io', path: new RegExp(`^/crates/(${NAME})`), read: readCrate },
]

/** npm, PyPI and crates.io. */
export const readPackage: ReadKind = async (source) => {
  const host = source.address.host.replace(/^www\./, '')
  const registry = REGISTRIES.find((each) => each.host === host)
  const name = registry?.path.exec(decodeURI(source.address.pathname))?.[1]
  if (!registry || !name)
    throw new ReadFailure('A package has its page at npmjs.com, pypi.org or crates.io.')
  return registry.read(source, name)
}
