import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../data/database.types.ts'

type Client = SupabaseClient<Database>
type Tables = Database['public']['Tables']
type Checkpoint = Tables['ledger_checkpoints']['Row']
type LedgerEvent = Tables['ledger_events']['Row']

/** Rows of a request; the API returns at most 1,000. */
const PAGE_ROWS = 1000

/** How often it asks a busy site again, and after how many milliseconds: for more than a minute in all. */
const BUSY_TRIES = 14
const BUSY_PAUSE_MS = 5000

/** The previous hash of the first checkpoint. */
const NO_HASH = '0'.repeat(64)

/** Whether a text has the form of a hash, in any case of its letters. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)

export interface Verification {
  /** Events and checkpoints that were checked, up to the first mismatch. */
  events: number
  checkpoints: number
  /** The hash of the last checkpoint that is right. */
  lastHash: string | null
  /** The first checkpoint that is wrong: its events, or its place in the chain. */
  mismatch: { checkpoint: number; about: 'events' | 'chain' } | null
  /** Whether the chain has the saved hash; null without one. */
  hasSavedHash: boolean | null
}

interface VerificationOptions {
  supabase: Client
  /** A checkpoint's hash that the reader saved earlier, as 64 hexadecimal digits. */
  savedHash?: string | undefined
  /** @param checked events of so many in all */
  onProgress?: (checked: number, all: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Computes the tree and the hash of every checkpoint from all events (spec 8 §4).
 * @throws {Error} of a request, or when `signal` aborts
 */
export async function verifyLedger({
  supabase,
  savedHash,
  onProgress,
  signal,
}: VerificationOptions): Promise<Verification> {
  const last = await readLastCheckpoint(supabase)
  const result: Verification = {
    events: 0,
    checkpoints: 0,
    lastHash: null,
    mismatch: null,
    hasSavedHash: savedHash ? false : null,
  }
  if (!last) return result
  for await (const batch of readBatches(supabase, last.number)) {
    signal?.throwIfAborted()
    const events = Map.groupBy(await readEvents(supabase, batch), (event) => event.checkpoint)
    for (const checkpoint of batch) {
      const taken = events.get(checkpoint.number) ?? []
      const about = await findMismatch(checkpoint, taken, result)
      if (about) return { ...result, mismatch: { checkpoint: checkpoint.number, about } }
      result.events += taken.length
      result.checkpoints += 1
      result.lastHash = checkpoint.hash
      if (checkpoint.hash === savedHash) result.hasSavedHash = true
    }
    onProgress?.(result.events, last.event_count)
  }
  return result
}

export async function readLastCheckpoint(supabase: Client): Promise<Checkpoint | null> {
  const { data } = await supabase
    .from('ledger_checkpoints')
    .select()
    .order('number', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data
}

async function* readCheckpoints(supabase: Client, last: number): AsyncGenerator<Checkpoint> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const page = await readPage(() =>
      supabase
        .from('ledger_checkpoints')
        .select()
        .gt('number', after)
        .lte('number', last)
        .order('number')
        .limit(PAGE_ROWS),
    )
    yield* page
    if (page.length < PAGE_ROWS) return
    after = page.at(-1)?.number ?? last
  }
}

/** Consecutive checkpoints with as many events as a page has, or one with more. */
async function* readBatches(supabase: Client, last: number): AsyncGenerator<Checkpoint[]> {
  let batch: Checkpoint[] = []
  let countBefore = 0
  for await (const checkpoint of readCheckpoints(supabase, last)) {
    const end = batch.at(-1)
    if (end && checkpoint.event_count - countBefore > PAGE_ROWS) {
      yield batch
      batch = []
      countBefore = end.event_count
    }
    batch.push(checkpoint)
  }
  yield batch
}

async function readEvents(supabase: Client, batch: readonly Checkpoint[]): Promise<LedgerEvent[]> {
  const [first, last] = [batch[0]?.number ?? 0, batch.at(-1)?.number ?? 0]
  const events: LedgerEvent[] = []
  let after = 0
  for (;;) {
    const page = await readPage(() =>
      supabase
        .from('ledger_events')
        .select()
        .gte('checkpoint', first)
        .lte('checkpoint', last)
        .gt('number', after)
        .order('checkpoint')
        .order('number')
        .limit(PAGE_ROWS),
    )
    events.push(...page)
    if (page.length < PAGE_ROWS || first < last) return events
    after = page.at(-1)?.number ?? after
  }
}

/** A long ledger may take more of the database than one network has in a minute: then it waits. */
async function readPage<Row>(
  send: () => PromiseLike<PostgrestSingleResponse<Row[]>>,
): Promise<Row[]> {
  for (let triesLeft = BUSY_TRIES; ; triesLeft -= 1) {
    const { data, error, status } = await send()
    if (!error) return data
    if (status !== 429 || triesLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
  }
}

async function findMismatch(
  checkpoint: Checkpoint,
  events: readonly LedgerEvent[],
  before: Pick<Verification, 'events' | 'checkpoints' | 'lastHash'>,
): Promise<'events' | 'chain' | null> {
  if (checkpoint.number !== before.checkpoints + 1) return 'chain'
  if (checkpoint.previous !== (before.lastHash ?? NO_HASH)) return 'chain'
  const root = toHex(await hashTree(await Promise.all(events.map(hashEvent))))
  if (checkpoint.root !== root) return 'events'
  if (checkpoint.event_count !== before.events + events.length) return 'events'
  return checkpoint.hash === (await hashCheckpoint(checkpoint)) ? null : 'chain'
}

const encoder = new TextEncoder()
const hash = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** @returns 64 hexadecimal digits */
export const hashText = async (text: string): Promise<string> =>
  toHex(await hash(encoder.encode(text)))

const toTime = (at: string) => new Date(at).toISOString()

const hashEvent = ({ number, at, kind, subject, commitment }: LedgerEvent) =>
  hashLeaf(encoder.encode([number, toTime(at), kind, subject, commitment].join(' ')))

const hashCheckpoint = ({ number, event_count, root, previous, created_at }: Checkpoint) =>
  hashText([number, event_count, root, previous, toTime(created_at)].join(' '))

/** The hash of a leaf by RFC 6962 §2.1. */
export const hashLeaf = (leaf: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  hash(new Uint8Array([0, ...leaf]))

/** The root of the Merkle tree by RFC 6962 §2.1 over hashes of leaves. */
export async function hashTree(
  leaves: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>> {
  let nodes = leaves
  while (nodes.length > 1) {
    const pairs = nodes.flatMap((node, at) => (at % 2 ? [] : [[node, nodes[at + 1]] as const]))
    // The last of an odd number of nodes moves up as it is: so the left part of a tree is a full one.
    nodes = await Promise.all(
      pairs.map(([left, right]) => (right ? hash(new Uint8Array([1, ...left, ...right])) : left)),
    )
  }
  return nodes[0] ?? hash(new Uint8Array())
}
