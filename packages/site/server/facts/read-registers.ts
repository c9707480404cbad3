import { parse } from 'yaml'
import { z } from 'zod'
import { ReadFailure } from './fact-fetch.ts'
import { readJson } from './read-json.ts'
import { type FactFields, parseVersion, type ReadKind, toDay } from './read-values.ts'

const cycles = z
  .array(
    z.object({
      latest: z.string().nullish(),
      latestReleaseDate: z.string().nullish(),
      releaseDate: z.string().nullish(),
      eol: z.union([z.boolean(), z.string()]).optional(),
    }),
  )
  .min(1)

/** https://endoflife.date/{product} */
export const readLifecycle: ReadKind = async (source) => {
  const [product] = source.address.pathname.split('/').filter(Boolean)
  if (source.address.host !== 'endoflife.date' || !product)
    throw new ReadFailure('A life cycle has its page at endoflife.date.')
  const address = `https://endoflife.date/api/${product}.json`
  const read = await readJson(source, address, cycles, { etag: source.etag })
  if (read === 'unchanged') return read
  const [newest] = read.data
  const ends = read.data.map(({ eol }) => toDay(eol))
  const today = new Date().toISOString().slice(0, 10)
  // A product ends with its last cycle, and only a day that has come is one.
  const hasEnded = ends.every((day) => day !== undefined && day <= today)
  return {
    etag: read.etag,
    values: {
      latest_version: newest?.latest ? parseVersion(newest.latest) : undefined,
      latest_version_on: toDay(newest?.latestReleaseDate),
      first_release_on: read.data
        .flatMap(({ releaseDate }) => toDay(releaseDate) ?? [])
        .toSorted()[0],
      discontinued_on: hasEnded ? ends.toSorted().at(-1) : undefined,
    },
  }
}

const snak = z.object({ datavalue: z.object({ value: z.unknown().optional() }).optional() })
const claim = z.object({
  mainsnak: snak,
  rank: z.string().optional(),
  qualifiers: z.record(z.string(), z.array(snak)).optional(),
})
const entity = z.object({
  entities: z.record(z.string(), z.object({ claims: z.record(z.string(), z.array(claim)) })),
})
const moment = z.object({ time: z.string() })

/** "+2026-01-02T00:00:00Z"; a month or a year without a day has zeros. */
const toKnownDay = (value: unknown) => {
  const parsed = moment.safeParse(value)
  return parsed.success && !/-00/.test(parsed.data.time)
    ? toDay(parsed.data.time.replace(/^\+/, ''))
    : undefined
}

/** https://www.wikidata.org/wiki/Q1 */
export const readWikidata: ReadKind = async (source) => {
  const id = /^\/wiki\/(Q\d{1,12})$/.exec(source.address.pathname)?.[1]
  if (!/^(www\.)?wikidata\.org$/.test(source.address.host) || !id)
    throw new ReadFailure('An item has its page at www.wikidata.org/wiki/Q….')
  const address = `https://www.wikidata.org/wiki/Special:EntityData/${id}.json`
  const read = await readJson(source, address, entity, { etag: source.etag })
  if (read === 'unchanged') return read
  // An item that was merged has the id of the other one.
  const claims = Object.values(read.data.entities)[0]?.claims ?? {}
  const versions = claims.P348 ?? []
  const version = versions.find(({ rank }) => rank === 'preferred') ?? versions.at(-1)
  const named = version?.mainsnak.datavalue?.value
  return {
    etag: read.etag,
    values: {
      latest_version: typeof named === 'string' ? parseVersion(named) : undefined,
      latest_version_on: toKnownDay(version?.qualifiers?.P577?.[0]?.datavalue?.value),
      discontinued_on: toKnownDay(claims.P2669?.[0]?.mainsnak.datavalue?.value),
    },
  }
}

const line = z.string().max(500).optional().catch(undefined)
const publiccode = z.object({
  softwareVersion: line,
  releaseDate: line,
  developmentStatus: line,
  legal: z.object({ license: line }).optional().catch(undefined),
  // codemeta.json
  version: line,
  datePublished: line,
  license: line,
})

/** A publiccode.yml or codemeta.json. */
export const readPubliccode: ReadKind = async ({ address, etag, fetch }) => {
  const answer = await fetch(address.href, { accept: 'text/plain, application/json', etag })
  if (answer.status === 304) return 'unchanged'
  const parsed = publiccode.safeParse(parseDocument(answer.text))
  if (!parsed.success) throw new ReadFailure('The file is no publiccode.yml or codemeta.json.')
  const { data } = parsed
  const values: FactFields = {
    license: data.legal?.license ?? data.license?.replace(/^https?:\/\/spdx\.org\/licenses\//, ''),
    latest_version: parseVersion(data.softwareVersion ?? data.version ?? ''),
    latest_version_on: toDay(data.releaseDate ?? data.datePublished),
    ...(data.developmentStatus === 'obsolete' ? { is_archived: true } : {}),
  }
  return { etag: answer.etag, values }
}

/** JSON is YAML. Days stay texts. */
function parseDocument(content: string): unknown {
  try {
    return parse(content, { maxAliasCount: 100, schema: 'failsafe' })
  } catch {
    return undefined
  }
}
