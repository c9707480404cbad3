import { z } from 'zod'
import { ReadFailure } from './fact-fetch.ts'
import { readFreshJson, readJson } from './read-json.ts'
import { describeReleases, parseVersion, type ReadKind, type SourceToRead } from './read-values.ts'

/** The day of a tag is that of its last build, which is no day of a release. */
const describeImage = (image: string, tags: readonly string[]) => ({
  container_image: image,
  latest_version: describeReleases(
    tags.flatMap((tag) => {
      // 3 and 3.1 are tags of 3.1.4 as well.
      const version = tag.split('.').length > 2 ? parseVersion(tag) : undefined
      return version ? [{ version, day: undefined }] : []
    }),
    false,
  ).latest_version,
})

const hubTags = z.object({ results: z.array(z.object({ name: z.string() })) })
const quayTags = z.object({ tags: z.array(z.object({ name: z.string() })) })

async function readTags(
  source: SourceToRead,
  address: string,
  image: string,
  read: 'hub' | 'quay',
) {
  const request = { etag: source.etag }
  if (read === 'hub') {
    const found = await readJson(source, address, hubTags, request)
    if (found === 'unchanged') return found
    const tags = found.data.results.map(({ name }) => name)
    return { etag: found.etag, values: describeImage(image, tags) }
  }
  const found = await readJson(source, address, quayTags, request)
  if (found === 'unchanged') return found
  return {
    etag: found.etag,
    values: describeImage(
      image,
      found.data.tags.map(({ name }) => name),
    ),
  }
}

async function readGhcr(source: SourceToRead, path: string) {
  const { token } = await readFreshJson(
    source,
    `https://ghcr.io/token?scope=repository:${path}:pull`,
    z.object({ token: z.string().regex(/^[\w.=+/-]{1,4000}$/) }),
  )
  const { tags } = await readFreshJson(
    source,
    `https://ghcr.io/v2/${path}/tags/list?n=1000`,
    z.object({ tags: z.array(z.string()) }),
    { authorization: `Bearer ${token}` },
  )
  return { etag: null, values: describeImage(`ghcr.io/${path}`, tags) }
}

/** Docker Hub, GHCR and Quay. */
export const readImage: ReadKind = async (source) => {
  const { host, pathname } = source.address
  const parts = pathname.toLowerCase().split('/').filter(Boolean)
  const [first, second, third] = parts
  if (host === 'hub.docker.com' && second && (first === '_' || third)) {
    const path = first === '_' ? `library/${second}` : `${second}/${third}`
    const address = `https://hub.docker.com/v2/repositories/${path}/tags?page_size=100&ordering=last_updated`
    return readTags(source, address, `docker.io/${path}`, 'hub')
  }
  if (host === 'quay.io' && first === 'repository' && second && third) {
    const address = `https://quay.io/api/v1/repository/${second}/${third}/tag/?limit=100&onlyActiveTags=true`
    return readTags(source, address, `quay.io/${second}/${third}`, 'quay')
  }
  if (host === 'ghcr.io' && first && second) return readGhcr(source, parts.join('/'))
  throw new ReadFailure('An image has its page at hub.docker.com, quay.io or ghcr.io.')
}
