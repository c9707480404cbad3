import type { ServiceClient } from '../jobs/service-client.ts'
import { type FactFetch, ReadFailure } from './fact-fetch.ts'
import { readImage } from './read-image.ts'
import { readPackage } from './read-package.ts'
import { readSite } from './read-page.ts'
import { readLifecycle, readPubliccode, readWikidata } from './read-registers.ts'
import { readRepository } from './read-repository.ts'
import type { ReadKind } from './read-values.ts'

export const KINDS: Readonly<Record<string, ReadKind>> = {
  repository: readRepository,
  package: readPackage,
  image: readImage,
  site: readSite,
  lifecycle: readLifecycle,
  wikidata: readWikidata,
  publiccode: readPubliccode,
}

/** At a time. A lease is a minute: at one request a second to each host, five sources with four requests each. */
const BATCH = 15

/** An ETag hides that the releases of a year become fewer: it counts for this time, in days. */
const ETAG_DAYS = 30

interface DueSource {
  id: string
  tool_id: string
  kind: string
  address: string
  etag: string | null
}

export interface SourceRead {
  source: DueSource
  outcome: 'ok' | 'unchanged' | 'empty' | 'failed' | 'limited'
  problem: string | null
  /** The fields of the tool that have changed. */
  changed: string[]
}

export interface ReadFactsOptions {
  service: ServiceClient
  fetch: FactFetch
  countRead?: (outcome: SourceRead['outcome']) => void
}

/** The ETag of a source with the day on which it was full. */
const packEtag = (etag: string | null, day: string) => (etag ? `${day} ${etag}` : null)
function unpackEtag(packed: string | null, now: number): string | null {
  const [, day, etag] = /^(\d{4}-\d{2}-\d{2}) (.+)$/s.exec(packed ?? '') ?? []
  return day && etag && Date.parse(day) > now - ETAG_DAYS * 86_400_000 ? etag : null
}

async function readSource({ kind, address, etag }: DueSource, fetch: FactFetch) {
  const read = KINDS[kind]
  if (!read || !URL.canParse(address)) throw new ReadFailure('The address is not valid.')
  const now = Date.now()
  const result = await read({ address: new URL(address), etag: unpackEtag(etag, now), fetch })
  if (result === 'unchanged') return { outcome: 'unchanged' as const, values: {} }
  const values = Object.fromEntries(
    Object.entries(result.values).filter(([, value]) => value !== undefined),
  )
  const day = new Date(now).toISOString().slice(0, 10)
  return { outcome: 'ok' as const, values, etag: packEtag(result.etag, day) }
}

/** Reads a source and records what it gave. A source that fails does not stop the others. */
async function readAndRecord(
  source: DueSource,
  { service, fetch, countRead }: ReadFactsOptions,
): Promise<SourceRead> {
  const read = await readSource(source, fetch).catch((error: unknown) =>
    error instanceof ReadFailure
      ? { outcome: error.outcome, problem: error.message, retry: error.retryAt, values: {} }
      : { outcome: 'failed' as const, problem: 'The answer could not be read.', values: {} },
  )
  const problem = 'problem' in read ? read.problem : undefined
  const { data: changed } = await service
    .rpc('record_read', {
      source: source.id,
      outcome: read.outcome,
      values: read.values as never,
      ...('etag' in read && read.etag ? { etag: read.etag } : {}),
      ...(problem ? { problem: problem.slice(0, 200) } : {}),
      ...('retry' in read && read.retry ? { retry_at: read.retry.toISOString() } : {}),
    })
    .throwOnError()
  countRead?.(read.outcome)
  return { source, outcome: read.outcome, problem: problem ?? null, changed }
}

/** Reads the sources of one tool, or those of one kind that are due. */
export async function readSome(
  options: ReadFactsOptions,
  which: { n: number; only_tool?: string; only_kind?: string },
): Promise<SourceRead[]> {
  const { data: due } = await options.service.rpc('facts_to_read', which).throwOnError()
  return Promise.all(due.map((source) => readAndRecord(source, options)))
}

/** Reads the sources that are due until none is left. A host gives its next ones without waiting for others. */
export async function readFacts(
  options: ReadFactsOptions,
  hasEnded: () => boolean,
): Promise<undefined> {
  const hosts = new Set<Promise<void>>()
  let reading = 0
  const readHost = async (sources: readonly DueSource[]) => {
    reading += sources.length
    try {
      await Promise.all(sources.map((source) => readAndRecord(source, options)))
    } finally {
      reading -= sources.length
    }
  }
  try {
    while (!hasEnded()) {
      const n = BATCH - reading
      const { data: due } = await options.service.rpc('facts_to_read', { n }).throwOnError()
      for (const sources of Map.groupBy(due, hostOf).values()) {
        const host = readHost(sources).finally(() => hosts.delete(host))
        hosts.add(host)
      }
      if (hosts.size === 0) break
      await Promise.race(hosts)
    }
  } finally {
    await Promise.allSettled(hosts)
  }
  return undefined
}

const hostOf = ({ address }: DueSource): string => URL.parse(address)?.host ?? ''
