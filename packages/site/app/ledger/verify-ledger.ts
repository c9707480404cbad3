import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../data/database.types.ts'

type Client = SupabaseClient<Database>
type Tables = Database['public']['Tables']
type Checkpoint = Tables['ledger_checkpoints']['Row']
type TakenEvent = Tables['ledger_events']['Row'] & { checkpoint: number }

/** Rows of a request; a site may return fewer. */
const PAGE_ROWS = 1000

/** How often it asks a busy site again, and after how many milliseconds: for more than a minute in all. */
const BUSY_TRIES = 14
const BUSY_PAUSE_MS = 5000

/** The previous hash of the first checkpoint. */
const NO_HASH = '0'.repeat(64)
const NO_CHECKPOINT = { number: 0, event_count: 0, hash: null }

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
  /** Whether the chain has the saved hash; null without one, or if it was not found before a mismatch. */
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
  const [last] = await readPage(() => selectLastCheckpoint(supabase))
  const result: Verification = {
    events: 0,
    checkpoints: 0,
    lastHash: null,
    mismatch: null,
    hasSavedHash: savedHash ? false : null,
  }
  const fail = (checkpoint: number, about: 'events' | 'chain'): Verification => ({
    ...result,
    mismatch: { checkpoint, about },
    hasSavedHash: result.hasSavedHash || null,
  })
  const { number: end, event_count: all, hash: endHash } = last ?? NO_CHECKPOINT
  const events = readRows<TakenEvent>((after) => selectEvents(supabase, end, after), signal)
  const checkpoints = readRows<Checkpoint>(
    (after) => selectCheckpoints(supabase, end, after),
    signal,
  )
  let event = await events.next()
  for await (const checkpoint of checkpoints) {
    const count = checkpoint.event_count - result.events
    const taken: TakenEvent[] = []
    while (
      !event.done &&
      event.value.checkpoint === checkpoint.number &&
      taken.length < count &&
      // The page after a rounded number could begin with the same row, without end.
      Number.isSafeInteger(event.value.number)
    ) {
      taken.push(event.value)
      event = await events.next()
    }
    // Too many events, or some of a checkpoint that does not exist.
    const hasMore = !event.done && event.value.checkpoint <= checkpoint.number
    const about = (await findMismatch(checkpoint, taken, result)) ?? (hasMore ? 'events' : null)
    if (about) return fail(checkpoint.number, about)
    result.events = checkpoint.event_count
    result.checkpoints += 1
    result.lastHash = checkpoint.hash
    if (checkpoint.hash === savedHash) result.hasSavedHash = true
    onProgress?.(result.events, all)
  }
  if (result.lastHash !== endHash || !event.done) return fail(end, 'chain')
  // An event of a later checkpoint, which was made meanwhile or does not exist.
  const [later] = await readPage(() => selectNewestEvent(supabase, end))
  if (!later) return result
  const [newLast] = await readPage(() => selectLastCheckpoint(supabase))
  return later.checkpoint > (newLast?.number ?? 0) ? fail(later.checkpoint, 'chain') : result
}

export async function readLastCheckpoint(supabase: Client): Promise<Checkpoint | null> {
  const { data } = await selectLastCheckpoint(supabase).throwOnError()
  return data[0] ?? null
}

const selectLastCheckpoint = (supabase: Client) =>
  supabase.from('ledger_checkpoints').select().order('number', { ascending: false }).limit(1)

/** The event with the highest number of a checkpoint, if that is above `end`. */
const selectNewestEvent = (supabase: Client, end: number) =>
  supabase
    .from('ledger_events')
    .select()
    .gt('checkpoint', end)
    .order('checkpoint', { ascending: false })
    .limit(1)
    .overrideTypes<TakenEvent[]>()

/** A page of the checkpoints up to `end`. */
function selectCheckpoints(supabase: Client, end: number, after: Checkpoint | undefined) {
  const all = supabase.from('ledger_checkpoints').select().lte('number', end)
  const rest = after ? all.gt('number', after.number) : all
  return rest.order('number').limit(PAGE_ROWS)
}

/** A page of the events in checkpoints up to `end`, one checkpoint after the other. */
function selectEvents(supabase: Client, end: number, after: TakenEvent | undefined) {
  const all = supabase.from('ledger_events').select().lte('checkpoint', end)
  const rest = after
    ? all
        .gte('checkpoint', after.checkpoint)
        .or(`checkpoint.gt.${after.checkpoint},number.gt.${after.number}`)
    : all
  return rest.order('checkpoint').order('number').limit(PAGE_ROWS).overrideTypes<TakenEvent[]>()
}

/** Reads until a page is empty, because a site may limit pages to fewer rows than asked for. */
async function* readRows<Row>(
  select: (after: Row | undefined) => PromiseLike<PostgrestSingleResponse<Row[]>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row, undefined> {
  let after: Row | undefined
  for (;;) {
    signal?.throwIfAborted()
    const page = await readPage(() => select(after))
    if (page.length === 0) return
    yield* page
    after = page.at(-1)
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
  events: readonly TakenEvent[],
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

/** A time that JavaScript cannot write, such as `infinity`, stays as it is: then the hash does not agree. */
const toTime = (at: string) => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? at : time.toISOString()
}

const hashEvent = ({ number, at, kind, subject, commitment }: TakenEvent) =>
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
