import { Resolver } from 'node:dns/promises'
import type { Database } from '../../app/data/database.types.ts'
import { fetchBytes } from '../outbound/fetch-bytes.ts'
import { listHeadTags } from '../outbound/list-head-tags.ts'

/** Where the maker of a tool can publish a token (private.list_claim_places). */
export type ClaimPlaces = Omit<
  Database['public']['Functions']['claims_to_check']['Returns'][number],
  'id'
>

export interface Finding {
  found: boolean
  /** What was found instead of the token, or where it is. */
  detail: string
  method?: 'dns' | 'file' | 'meta' | 'repository'
}

export type FindToken = (claim: ClaimPlaces) => Promise<Finding>

interface FindOptions {
  /** Hosts with a port that are fetched besides the open internet, for tests. */
  testHosts: ReadonlySet<string>
  /** The address of a resolver, for tests. */
  testResolver?: string | undefined
}

/** A home page is cut at this size: its meta tags are at its beginning. */
const LIMIT_BYTES = 64 * 1024
const TIMEOUT_MS = 10_000
const DNS_TRIES = 2

const PREFIX = 'toolmark-verify='
const PLACES = {
  dns: 'the DNS record',
  file: 'the file',
  meta: 'the meta tag',
  repository: 'the file in the repository',
}

/** Looks for the tokens of claims where only the maker of the tool can publish them. */
export function createTokenFinder({ testHosts, testResolver }: FindOptions): FindToken {
  const resolver = new Resolver({ timeout: TIMEOUT_MS / DNS_TRIES, tries: DNS_TRIES })
  if (testResolver) resolver.setServers([testResolver])

  const read = async (address: string, listTexts: (text: string) => string[]) => {
    const bytes = await fetchBytes(address, {
      limit: LIMIT_BYTES,
      isCut: true,
      isTyped: true,
      testHosts,
      accept: 'text/html, text/plain;q=0.9, */*;q=0.1',
      timeoutMs: TIMEOUT_MS,
    })
    return { texts: listTexts(String(bytes)), isCut: bytes.byteLength === LIMIT_BYTES }
  }
  // Names without records have the words of names with other ones: members would learn which names the own network has.
  const readRecords = async (name: string) => ({
    // Node reads each byte as a character.
    texts: (await resolver.resolveTxt(name).catch(() => [])).map((parts) =>
      String(Buffer.from(parts.join(''), 'latin1')),
    ),
    isCut: false,
  })

  return async ({ token, dns_name, file_url, page_url, is_repository }) => {
    const wanted = PREFIX + token
    const look = async (
      method: keyof typeof PLACES,
      place: string,
      found: Promise<{ texts: string[]; isCut: boolean }>,
    ): Promise<Finding> => {
      try {
        const { texts: written, isCut } = await found
        const texts = written.map(tidy)
        if (texts.includes(wanted))
          return { found: true, method, detail: `${PLACES[method]} of ${place}` }
        const other = texts.find((text) => text.startsWith(PREFIX))
        if (!other && isCut) {
          return {
            found: false,
            detail: `no token in the first ${LIMIT_BYTES / 1024} KB of ${place}`,
          }
        }
        const instead = other ? `“${other.slice(0, 60)}”` : 'no token'
        return { found: false, detail: `${instead} in ${PLACES[method]} of ${place}` }
      } catch (error) {
        return { found: false, detail: `${place}: ${describeError(error)}` }
      }
    }
    const findings = await Promise.all([
      ...(dns_name ? [look('dns', dns_name, readRecords(dns_name))] : []),
      ...(file_url
        ? [
            look(
              is_repository ? 'repository' : 'file',
              file_url,
              read(file_url, (text) => text.split(/\r?\n/)),
            ),
          ]
        : []),
      ...(page_url
        ? [
            look(
              'meta',
              page_url,
              read(page_url, (html) => listMetaContents(html, 'toolmark-verify')),
            ),
          ]
        : []),
    ])
    return (
      findings.find(({ found }) => found) ?? {
        found: false,
        detail: findings.map(({ detail }) => detail).join('; ') || 'the tool has no website',
      }
    )
  }
}

/** The contents of the tags `<meta>` with a name in the head of a page. */
export const listMetaContents = (html: string, wanted: string): string[] =>
  listHeadTags(html, 'meta')
    .filter((attributes) => attributes.get('name') === wanted)
    .map((attributes) => attributes.get('content') ?? '')

/**
 * Without quotation marks of any script and spaces: forms of DNS providers keep those that people type around a value,
 * and text programs turn them into typographic ones.
 */
const tidy = (text: string) => text.replaceAll(/[\p{Quotation_Mark}`\s]/gu, '')

/**
 * Of a failed request or look-up: undici and the resolver give the reason as a cause or a code. A name that does not
 * exist has the same words as one of the own network: members would learn which names that network has.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error && 'syscall' in error.cause && 'hostname' in error.cause) {
    return `${String(error.cause.hostname)} is not on the open internet`
  }
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`
  return error.cause instanceof Error ? error.cause.message : error.message
}
