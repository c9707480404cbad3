// Spec 8 §4: a reader verifies the ledger with supabase-js, and finds what its owner altered.
import { createClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { checkSubject, readText } from '../../app/ledger/subject-panel.tsx'
import { hashLeaf, hashTree, verifyLedger } from '../../app/ledger/verify-ledger.ts'
import { shareTestBackend, type TestMember } from '../support/backends/backend.ts'
import { addCompany, addLaunch, addReview, addTool } from '../support/backends/content.ts'
import { hashMerkleTree } from '../support/databases/ledger-hashes.ts'

const backend = await shareTestBackend()
let ana = await backend.createMember()
const ben = await backend.createMember()
let tool: string

const { service } = backend
/** With a later time than now, so that it takes what was written at this moment. */
const checkpoint = async () =>
  (
    await service
      .rpc('checkpoint_ledger', { as_of: new Date(Date.now() + 60_000).toISOString() })
      .throwOnError()
  ).data
const verify = (savedHash?: string) => verifyLedger({ supabase: backend.createClient(), savedHash })
/** A site that returns one row of each page. */
const verifyInRows = () =>
  verifyLedger({
    supabase: createClient<Database>(backend.url, backend.anonKey, {
      auth: { persistSession: false },
      global: {
        fetch: (input, init) => fetch(String(input).replace('limit=1000', 'limit=1'), init),
      },
    }),
  })
const change = (text: string, values: unknown[] = []) => backend.db.asOwner(text, values)

const writeReview = (member: TestMember) =>
  addReview(member, tool, {
    title: 'It "boils"\n\\ \u007f\u2028',
    content: 'Not once did it drip. 🫖',
    pros: ['Fast', 'Über'],
    used_from: '2024-05-01',
    used_version: '3.2',
  })

beforeEach(async () => {
  tool = await addTool(ana)
  // A chain of its own for each test.
  await change('truncate ledger_salts, ledger_events, ledger_checkpoints')
})

const INSERT = 'insert into ledger_events (number, kind, subject, commitment, checkpoint) values'

/** Three checkpoints. @returns the review of the second one, and the hash of the last one */
async function fillLedger() {
  await addTool(ana)
  await checkpoint()
  const review = await writeReview(ben)
  await writeReview(ana)
  await checkpoint()
  await ben.client.from('reviews').update({ title: 'It drips' }).eq('id', review).throwOnError()
  await checkpoint()
  return { review, savedHash: (await verify()).lastHash ?? '' }
}

describe('a verification', () => {
  test('of an empty ledger and of one without a checkpoint finds nothing', async () => {
    const nothing = {
      events: 0,
      checkpoints: 0,
      lastHash: null,
      mismatch: null,
      hasSavedHash: null,
    }
    expect(await verify()).toEqual(nothing)
    await writeReview(ana)
    expect(await verify('0'.repeat(64))).toEqual({ ...nothing, hasSavedHash: false })
  })

  test('succeeds, and finds the saved hash of any checkpoint', async () => {
    const { savedHash } = await fillLedger()
    const progress: number[][] = []
    await verifyLedger({
      supabase: backend.createClient(),
      onProgress: (...of) => progress.push(of),
    })
    expect(progress).toEqual([1, 3, 4].map((checked) => [checked, 4]))
    const sound = { events: 4, checkpoints: 3, lastHash: savedHash, mismatch: null }
    expect(await verify()).toEqual({ ...sound, hasSavedHash: null })
    expect(await verifyInRows()).toEqual({ ...sound, hasSavedHash: null })
    expect(await verify(savedHash)).toEqual({ ...sound, hasSavedHash: true })
    const { data } = await backend
      .createClient()
      .from('ledger_checkpoints')
      .select()
      .order('number')
      .throwOnError()
    expect(await verify(data[0]?.hash)).toEqual({ ...sound, hasSavedHash: true })
    expect(await verify('f'.repeat(64))).toEqual({ ...sound, hasSavedHash: false })
  })

  test('reads all pages of a long ledger', async () => {
    await fillLedger()
    await backend.db.fill(
      `insert into ledger_events (kind, subject, commitment)
       select 'edit', 'tool:' || n, repeat('0', 64) from generate_series(1, 2048) n`,
    )
    await checkpoint()
    // Short ones, of which a page has many.
    for (let at = 0; at < 3; at += 1) {
      await change(
        "insert into ledger_events (kind, subject, commitment) values ('edit', 'tool:1', 'a')",
      )
      await checkpoint()
    }
    expect(await verify()).toMatchObject({ events: 2055, checkpoints: 7, mismatch: null })
  })

  test.each([
    ["update ledger_events set kind = 'publication' where kind = 'edit'", 3, 'events'],
    ["update ledger_events set commitment = repeat('0', 64) where checkpoint = 2", 2, 'events'],
    ["update ledger_events set at = at - interval '1 day' where checkpoint = 1", 1, 'events'],
    ['delete from ledger_events where checkpoint = 2', 2, 'events'],
    ['update ledger_events set checkpoint = 2 where checkpoint = 3', 2, 'events'],
    ['update ledger_events set checkpoint = 0 where checkpoint = 1', 1, 'events'],
    [`${INSERT} (-5, 'edit', 'tool:1', 'a', 1)`, 1, 'events'],
    [`${INSERT} (-5, 'edit', 'tool:1', 'a', 0)`, 1, 'events'],
    [`${INSERT} (999, 'edit', 'tool:1', 'a', 3)`, 3, 'events'],
    [`${INSERT} (999, 'edit', 'tool:1', 'a', 4)`, 4, 'chain'],
    ["update ledger_events set at = 'infinity' where checkpoint = 1", 1, 'events'],
    // JavaScript rounds numbers above 2^53.
    [
      `update ledger_checkpoints set event_count = 9e15 where number = 1;
       ${INSERT} (9007199254740993, 'edit', 'tool:1', 'a', 1)`,
      1,
      'events',
    ],
    ['update ledger_checkpoints set event_count = 4 where number = 2', 2, 'events'],
    ['delete from ledger_checkpoints where number = 2', 3, 'chain'],
    [
      "update ledger_checkpoints set created_at = created_at - interval '1 day' where number = 2",
      2,
      'chain',
    ],
    ["update ledger_checkpoints set previous = repeat('0', 64) where number = 2", 2, 'chain'],
    ["update ledger_checkpoints set hash = repeat('0', 64) where number = 1", 1, 'chain'],
  ] as const)('after the owner ran "%s" fails at checkpoint %d', async (text, number, about) => {
    await fillLedger()
    await change(text)
    expect((await verify()).mismatch).toEqual({ checkpoint: number, about })
    expect((await verifyInRows()).mismatch).toEqual({ checkpoint: number, about })
  })

  test('after a mismatch does not know whether a later saved hash is missing', async () => {
    const { savedHash } = await fillLedger()
    await change('update ledger_checkpoints set event_count = 4 where number = 2')
    expect(await verify(savedHash)).toMatchObject({ hasSavedHash: null })
    const { data } = await backend
      .createClient()
      .from('ledger_checkpoints')
      .select('hash')
      .eq('number', 1)
      .single()
      .throwOnError()
    expect(await verify(data.hash)).toMatchObject({ hasSavedHash: true })
  })

  test('of a site that keeps its last checkpoints back fails', async () => {
    await fillLedger()
    const supabase = createClient<Database>(backend.url, backend.anonKey, {
      auth: { persistSession: false },
      global: {
        fetch: (input, init) => {
          const url = String(input)
          return url.includes('number=lte.3') || url.includes('checkpoint=lte.3')
            ? fetch(url.replace('lte.3', 'lte.2'), init)
            : fetch(input, init)
        },
      },
    })
    expect(await verifyLedger({ supabase })).toMatchObject({
      events: 3,
      mismatch: { checkpoint: 3, about: 'chain' },
    })
  })

  test('accepts the events of a checkpoint that was made meanwhile', async () => {
    await fillLedger()
    let isMade = false
    const supabase = createClient<Database>(backend.url, backend.anonKey, {
      auth: { persistSession: false },
      global: {
        fetch: async (input, init) => {
          if (!isMade && String(input).includes('number=lte.3')) {
            isMade = true
            await change(
              "insert into ledger_events (kind, subject, commitment) values ('edit', 'tool:1', 'a')",
            )
            await checkpoint()
          }
          return fetch(input, init)
        },
      },
    })
    expect(await verifyLedger({ supabase })).toMatchObject({ checkpoints: 3, mismatch: null })
    expect(await verify()).toMatchObject({ checkpoints: 4, mismatch: null })
  })

  test('after the owner altered a row and built the chain again succeeds, and misses the saved hash', async () => {
    const { savedHash } = await fillLedger()
    await change("update ledger_events set commitment = repeat('0', 64) where checkpoint = 2")
    await change('truncate ledger_checkpoints')
    await change('update ledger_events set checkpoint = null')
    await checkpoint()
    const found = await verify(savedHash)
    expect(found).toMatchObject({ events: 4, mismatch: null, hasSavedHash: false })
  })

  test('after the owner took the end away misses the saved hash', async () => {
    const { savedHash } = await fillLedger()
    await change('delete from ledger_events where checkpoint = 3')
    await change('delete from ledger_checkpoints where number = 3')
    expect(await verify(savedHash)).toMatchObject({ mismatch: null, hasSavedHash: false })
  })

  test('of a ledger with an erased review succeeds, and has the saved hash', async () => {
    const { review, savedHash } = await fillLedger()
    await ben.client.from('reviews').delete().eq('id', review).throwOnError()
    await ana.client.rpc('delete_account', { keep_reviews: false }).throwOnError()
    ana = await backend.createMember()
    await checkpoint()
    expect(await verify(savedHash)).toMatchObject({
      events: 6,
      checkpoints: 4,
      mismatch: null,
      hasSavedHash: true,
    })
    const salts = await backend.createClient().from('ledger_salts').select().throwOnError()
    // Of the tool and the two deletions.
    expect(salts.data).toHaveLength(3)
  })

  test('ends when its signal aborts', async () => {
    await fillLedger()
    const supabase = backend.createClient()
    const signal = AbortSignal.abort()
    await expect(verifyLedger({ supabase, signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the events of a subject', () => {
  const check = (subject: string) => checkSubject(backend.createClient(), subject)

  test('the text from the rows of the API is that of ledger_text', async () => {
    const review = await writeReview(ana)
    const launch = await addLaunch(ana, { tool_id: tool, launch_date: '2099-01-01' })
    const company = await addCompany(ana, 'Kettle & Co')
    await service
      .from('review_replies')
      .insert({
        review_id: review,
        tool_id: tool,
        company_id: company,
        content: 'Thank you\tvery much.',
      })
      .throwOnError()
    const subjects = [`tool:${tool}`, `review:${review}`, `launch:${launch}`, `reply:${review}`]
    for (const subject of subjects) {
      const { data } = await ben.client.rpc('ledger_text', { subject }).throwOnError()
      expect(data).not.toBe('null')
      expect(await readText(backend.createClient(), subject)).toBe(data)
      expect((await check(subject)).matches).toBe(subject !== `tool:${tool}` ? true : null)
    }
    expect(await readText(backend.createClient(), `review:${crypto.randomUUID()}`)).toBe('null')
    expect(await readText(backend.createClient(), 'review')).toBe('null')
  })

  test('match the text until the owner alters it, also after its deletion', async () => {
    const review = await writeReview(ben)
    const subject = `review:${review}`
    expect(await check(subject)).toMatchObject({ matches: true, events: [{ hasSalt: true }] })
    await change('alter table reviews disable trigger user')
    await change("update reviews set title = 'It drips' where id = $1", [review])
    await change('alter table reviews enable trigger user')
    expect(await check(subject)).toMatchObject({ matches: false })
    await ben.client.from('reviews').delete().eq('id', review).throwOnError()
    expect(await check(subject)).toMatchObject({
      matches: true,
      text: 'null',
      events: [
        { kind: 'publication', hasSalt: false },
        { kind: 'deletion', hasSalt: true },
      ],
    })
  })
})

test('of more than 1,000 events of a subject, the last is compared', async () => {
  const review = await writeReview(ben)
  await backend.db.fill(
    `insert into ledger_events (kind, subject, commitment)
     select 'edit', 'review:${review}', repeat('0', 64) from generate_series(1, 1000) n`,
  )
  await ben.client.from('reviews').update({ title: 'It drips' }).eq('id', review).throwOnError()
  const { events, matches } = await checkSubject(backend.createClient(), `review:${review}`)
  expect([events.length, matches]).toEqual([1000, true])
})

test('the tree of any leaves is the one that RFC 6962 defines', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 70 }),
      async (leaves) => {
        const root = await hashTree(await Promise.all(leaves.map(hashLeaf)))
        expect(Buffer.from(root).equals(hashMerkleTree(leaves))).toBe(true)
      },
    ),
  ))

test.runIf(inject('engine') === 'postgres')(
  '100 concurrent writers do not wait for a checkpoint',
  async () => {
    await fillLedger()
    const members = await Promise.all(Array.from({ length: 10 }, () => backend.createMember()))
    const end = Promise.withResolvers<void>()
    const made = Promise.withResolvers<void>()
    const slow = backend.db.database.transactionAsOwner(async ({ query }) => {
      await writeInto(query)
      made.resolve()
      await end.promise
    })
    await made.promise
    const writes = await Promise.all(
      members.flatMap(({ client, id }) =>
        Array.from({ length: 10 }, () =>
          client
            .from('product_launches')
            .insert({ user_id: id, tagline: 'Boils', launch_date: '2099-01-01' }),
        ),
      ),
    )
    // The checkpoint is not committed yet.
    expect(await verify()).toMatchObject({ checkpoints: 3 })
    expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([201]))
    end.resolve()
    await slow
    await checkpoint()
    expect(await verify()).toMatchObject({ checkpoints: 5, mismatch: null })
  },
)

/** A checkpoint of one more event. */
async function writeInto(query: (text: string) => Promise<unknown>): Promise<void> {
  await query(
    "insert into ledger_events (kind, subject, commitment) values ('edit', 'tool:1', 'a')",
  )
  await query("select checkpoint_ledger('infinity')")
}
