// Spec 8 §4: what the audit ledger records, who can write it, and what erases its salts.

import { describe, expect, inject, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { hashMerkleTree, sha256 } from '../../support/databases/ledger-hashes.ts'
import { ANON, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const fixture = await shareCommunity()
const {
  db,
  makeMaker,
  addLaunch,
  writeReply,
  ana,
  ben,
  moderator,
  createTool,
  createReview,
  addVote,
  moderate,
  createMember,
  otherModerator,
} = fixture

interface RecordedEvent {
  number: number
  kind: string
  commitment: string
  salt: string | null
}

const readEvents = async (subject: string) =>
  (await db.as(
    ANON,
    `select number, kind, commitment, salt from ledger_events left join ledger_salts on event = number
     where subject = $1 order by number`,
    [subject],
  )) as unknown as RecordedEvent[]
const readKinds = async (subject: string) => (await readEvents(subject)).map(({ kind }) => kind)
const readText = async (subject: string) =>
  String(await db.value(ANON, 'select ledger_text($1) as text', [subject]))

/** Whether the last event of a subject is about the text that the site shows. */
async function matchesText(subject: string): Promise<boolean> {
  const last = (await readEvents(subject)).at(-1)
  const text = await readText(subject)
  return last?.commitment === sha256(`${last?.salt} ${text}`).toString('hex')
}
const countSalts = async (subject: string) =>
  (await readEvents(subject)).filter(({ salt }) => salt !== null).length

/** A review of a tool of Ana's company, and her reply. */
async function createAnsweredReview() {
  const tool = await createTool()
  await makeMaker(ana, tool)
  const review = await createReview(tool, ben)
  await writeReply(ana, review)
  return { tool, review }
}
const edit = (member: string, table: string, id: string, changes: string) =>
  db.as(member, `update ${table} set ${changes} where id = $1 returning id`, [id])
const checkpoint = async (asOf = 'infinity') =>
  Number((await db.value(SERVICE, 'select checkpoint_ledger($1) as events', [asOf])) ?? null)

describe('what is recorded', () => {
  test('of a tool: its publication, a changed description and its deletion', async () => {
    const tool = await createTool()
    const subject = `tool:${tool}`
    expect(await matchesText(subject)).toBe(true)
    await db.asOwner("update tools set description = 'Boils milk.' where id = $1", [tool])
    expect(await matchesText(subject)).toBe(true)
    await db.asOwner('delete from tools where id = $1', [tool])
    expect(await readKinds(subject)).toEqual(['publication', 'edit', 'deletion'])
    expect(await readText(subject)).toBe('null')
    expect(await matchesText(subject)).toBe(true)
  })

  test('of a review: also by its author; a helpful vote is no edit', async () => {
    const tool = await createTool()
    const review = await createReview(tool, ana)
    await addVote(review, ben)
    await edit(ana, 'reviews', review, 'title = \'It boils "well"\n\'')
    await edit(ana, 'reviews', review, 'rating = 4')
    expect(await readKinds(`review:${review}`)).toEqual(['publication', 'edit'])
    expect(await matchesText(`review:${review}`)).toBe(true)
    expect(await readKinds(`tool:${tool}`)).toEqual(['publication'])
  })

  test('of a reply: an edit and a deletion by the company', async () => {
    const { review } = await createAnsweredReview()
    const subject = `reply:${review}`
    expect(await matchesText(subject)).toBe(true)
    await db.as(
      ana,
      "update review_replies set content = 'Thank you, once more.' where review_id = $1",
      [review],
    )
    expect(await matchesText(subject)).toBe(true)
    await db.as(ana, 'delete from review_replies where review_id = $1', [review])
    expect(await readKinds(subject)).toEqual(['publication', 'edit', 'deletion'])
  })

  test('of a launch: from its publication on, not of a draft', async () => {
    const launch = await addLaunch(ana, null, { is_draft: true })
    await edit(ana, 'product_launches', launch, "tagline = 'Boils today'")
    expect(await readKinds(`launch:${launch}`)).toEqual([])
    expect(await readText(`launch:${launch}`)).toBe('null')
    await edit(ana, 'product_launches', launch, 'is_draft = false')
    await edit(ana, 'product_launches', launch, "description = 'It boils milk.'")
    expect(await matchesText(`launch:${launch}`)).toBe(true)
    await db.as(ana, 'delete from product_launches where id = $1', [launch])
    expect(await readKinds(`launch:${launch}`)).toEqual(['publication', 'edit', 'deletion'])
    const dropped = await addLaunch(ana, null, { is_draft: true })
    await db.as(ana, 'delete from product_launches where id = $1', [dropped])
    expect(await readKinds(`launch:${dropped}`)).toEqual([])
  })

  test('a removal and a restore by moderators, of the subject and of all that goes with it', async () => {
    const { tool, review } = await createAnsweredReview()
    const launch = await fixture.createLaunch(tool, ana)
    const subjects = [`tool:${tool}`, `review:${review}`, `reply:${review}`, `launch:${launch}`]
    await moderate(moderator, 'tool', tool, 'remove')
    for (const subject of subjects) {
      expect(await readKinds(subject)).toEqual(['publication', 'removal'])
      expect(await matchesText(subject)).toBe(true)
    }
    await moderate(moderator, 'tool', tool, 'restore')
    for (const subject of subjects) {
      expect(await readKinds(subject)).toEqual(['publication', 'removal', 'restore'])
      expect(await matchesText(subject)).toBe(true)
      expect(await countSalts(subject)).toBe(3)
    }
  })

  test('a merge: of the tool that goes, and of each review and launch that moves, back as well', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const review = await createReview(source, ana)
    await createReview(source, ben)
    const duplicate = await createReview(target, ben)
    const launch = await fixture.createLaunch(source, ana)
    const [row] = await db.as(moderator, 'select merge_tools($1, $2, $3) as decision', [
      source,
      target,
      EXPLANATION,
    ])
    expect(row?.decision).toEqual(expect.any(Number))
    expect(await readKinds(`tool:${source}`)).toEqual(['publication', 'merge'])
    expect(await readKinds(`tool:${target}`)).toEqual(['publication'])
    for (const subject of [`review:${review}`, `launch:${launch}`]) {
      expect(await readKinds(subject)).toEqual(['publication', 'merge'])
      expect(await matchesText(subject)).toBe(true)
    }
    await moderate(moderator, 'tool', source, 'restore')
    expect(await readKinds(`tool:${source}`)).toEqual(['publication', 'merge', 'restore'])
    expect(await readKinds(`review:${review}`)).toEqual(['publication', 'merge', 'merge'])
    expect((await readKinds(`review:${duplicate}`)).at(-1)).toBe('restore')
    for (const subject of [`tool:${source}`, `review:${review}`, `review:${duplicate}`])
      expect(await matchesText(subject)).toBe(true)
  })

  test('what a rule holds when it is approved, and a held edit as a removal', async () => {
    const tool = await createTool()
    await db.asOwner(
      `insert into private.site_settings (key, value) values ('word_filter', '[{"text": "kettle", "action": "hold"}]')`,
    )
    const write = async (member: string, content: string) => {
      return db.create(member, 'reviews', {
        tool_id: tool,
        user_id: member,
        rating: 4,
        title: 'It boils',
        content,
      })
    }
    const held = await write(ana, 'A kettle without faults.')
    const visible = await write(ben, 'A pot without faults.')
    expect(await readKinds(`review:${held}`)).toEqual([])
    expect(await readKinds(`review:${visible}`)).toEqual(['publication'])
    // A block with an exception handler writes in a subtransaction.
    const [{ events } = {}] = await db.asOwner('select count(*) as events from ledger_events')
    await db.as(
      await createMember(),
      `do $$ begin
         insert into reviews (tool_id, user_id, rating, title, content)
           values ('${tool}', auth.uid(), 4, 'It boils', 'A kettle without faults.');
       exception when division_by_zero then raise; end $$`,
    )
    expect(await db.asOwner('select count(*) as events from ledger_events')).toEqual([{ events }])
    await edit(ben, 'reviews', visible, "content = 'A kettle with faults.'")
    await db.asOwner("delete from private.site_settings where key = 'word_filter'")
    expect(await readKinds(`review:${visible}`)).toEqual(['publication', 'removal'])
    await moderate(moderator, 'review', held, 'restore')
    await moderate(moderator, 'review', visible, 'restore')
    expect(await readKinds(`review:${held}`)).toEqual(['publication'])
    expect(await readKinds(`review:${visible}`)).toEqual(['publication', 'removal', 'restore'])
    expect(await matchesText(`review:${held}`)).toBe(true)
    expect(await matchesText(`review:${visible}`)).toBe(true)
  })

  test('the text has no name and no id of a person, and stays when an account ends', async () => {
    const leaver = await createMember('Leaver')
    const tool = await createTool()
    const review = await createReview(tool, leaver)
    expect(await readText(`review:${review}`)).not.toMatch(new RegExp(`Leaver|${leaver}`, 'i'))
    await db.as(leaver, 'select delete_account(true)')
    expect(await readKinds(`review:${review}`)).toEqual(['publication'])
    expect(await matchesText(`review:${review}`)).toBe(true)
  })

  test.each([
    'tool',
    'tool:',
    'person:0b5c0c3e-0b5c-4c3e-8b5c-0b5c0c3e0b5c',
    "tool:'",
    'review:0b5c0c3e-0b5c-4c3e-8b5c-0b5c0c3e0b5c',
  ])('the text of %s is null', async (subject) => {
    expect(await readText(subject)).toBe('null')
  })
})

describe('who can write', () => {
  const WRITES = [
    "update ledger_events set kind = 'edit'",
    'update ledger_events set checkpoint = 9',
    'delete from ledger_events',
    "insert into ledger_events (kind, subject, commitment) values ('edit', 'tool:1', 'a')",
    'update ledger_salts set salt = gen_random_uuid()',
    'delete from ledger_salts',
    'insert into ledger_salts select number + 1000000, gen_random_uuid() from ledger_events',
    "update ledger_checkpoints set root = 'a'",
    'delete from ledger_checkpoints',
    "insert into ledger_checkpoints values (1000, 1, 'a', 'a', 'a', now())",
    'truncate ledger_salts, ledger_events, ledger_checkpoints',
  ]
  test.each(WRITES)('the service cannot: %s', async (write) => {
    const tool = await createTool()
    await checkpoint()
    await expectRefusal(db.as(SERVICE, write), '42501')
    // The rows are there, and everybody reads them.
    const [rows] = await db.as(
      ANON,
      `select (select count(*) from ledger_checkpoints) as checkpoints, count(*) as events, count(salt) as salts
       from ledger_events join ledger_salts on event = number where subject = $1`,
      [`tool:${tool}`],
    )
    expect(rows).toMatchObject({ checkpoints: expect.any(Number), events: 1, salts: 1 })
    expect(rows?.checkpoints).not.toBe(0)
  })
})

describe('erasure', () => {
  const readCommitments = async (subject: string) =>
    (await readEvents(subject)).map(({ commitment }) => commitment)

  test('a deleted review keeps its events without their salts', async () => {
    const tool = await createTool()
    const review = await createReview(tool, ana)
    await edit(ana, 'reviews', review, "title = 'It drips'")
    const before = await readCommitments(`review:${review}`)
    expect(await countSalts(`review:${review}`)).toBe(2)
    await db.as(ana, 'delete from reviews where id = $1', [review])
    expect((await readCommitments(`review:${review}`)).slice(0, 2)).toEqual(before)
    // That of the deletion is about no text.
    expect(await countSalts(`review:${review}`)).toBe(1)
    expect(await countSalts(`tool:${tool}`)).toBe(1)
  })

  test('an account that is deleted with its reviews erases their salts, and those of removed ones', async () => {
    const leaver = await createMember()
    const [tool, other] = [await createTool(), await createTool()]
    const visible = await createReview(tool, leaver)
    const removed = await createReview(other, leaver)
    await moderate(moderator, 'review', removed, 'remove')
    expect(await countSalts(`review:${removed}`)).toBe(2)
    await db.as(leaver, 'select delete_account(false)')
    expect(await readKinds(`review:${visible}`)).toEqual(['publication', 'deletion'])
    expect(await countSalts(`review:${visible}`)).toBe(1)
    expect(await readKinds(`review:${removed}`)).toEqual(['publication', 'removal'])
    expect(await countSalts(`review:${removed}`)).toBe(0)
  })

  test('a redacted version erases the salts of the events of that version alone', async () => {
    const tool = await createTool()
    const review = await createReview(tool, ana)
    const subject = `review:${review}`
    await edit(ana, 'reviews', review, "title = 'Second version'")
    await addVote(review, ben)
    await edit(ana, 'reviews', review, "title = 'Third version'")
    await edit(ana, 'reviews', review, "title = 'Third version, changed at once'")
    const hasSalts = async () => (await readEvents(subject)).map(({ salt }) => salt !== null)
    expect(await hasSalts()).toEqual([true, true, false, true])
    await db.as(ana, 'select redact_revision($1, 2)', [review])
    expect(await hasSalts()).toEqual([true, false, false, true])
    await db.as(ana, 'select redact_revision($1, 1)', [review])
    expect(await hasSalts()).toEqual([false, false, false, true])
    expect(await matchesText(subject)).toBe(true)
  })

  test('an appeal with a corrected text erases the salts of the text that was removed', async () => {
    const review = await createReview(await createTool(), ana)
    const subject = `review:${review}`
    const decision = await moderate(moderator, 'review', review, 'remove')
    const [row] = await db.as(
      ana,
      `select submit_appeal($1, $2, '{"title": "Calmly"}') as number`,
      [decision, EXPLANATION],
    )
    expect(await countSalts(subject)).toBe(2)
    await db.as(otherModerator)`select resolve_appeal(${row?.number}, 'reversed', ${EXPLANATION})`
    expect(await readKinds(subject)).toEqual(['publication', 'removal', 'restore', 'edit'])
    expect(await countSalts(subject)).toBe(1)
    expect(await matchesText(subject)).toBe(true)
  })

  test('an edit that keeps no version erases the salts of the text before', async () => {
    const { review } = await createAnsweredReview()
    const change = (content: string) =>
      db.as(ana, 'update review_replies set content = $2 where review_id = $1', [review, content])
    await change('Thank you, call 555-0100.')
    expect(await countSalts(`reply:${review}`)).toBe(1)
    await db.asOwner`update review_replies set created_at = now() - interval '1 hour' where review_id = ${review}`
    await change('Thank you, call us.')
    await change('Thank you, please call us.')
    expect(await countSalts(`reply:${review}`)).toBe(2)
    const launch = await addLaunch(ana, null)
    await edit(ana, 'product_launches', launch, "description = 'Call 555-0100.'")
    await edit(ana, 'product_launches', launch, 'description = null')
    expect(await countSalts(`launch:${launch}`)).toBe(1)
    expect(await matchesText(`launch:${launch}`)).toBe(true)
  })

  test('removed content that is purged after its time erases its salts', async () => {
    const { tool, review } = await createAnsweredReview()
    const decision = await moderate(moderator, 'review', review, 'remove')
    await db.as(SERVICE, 'select purge_closed_reports()')
    expect([await countSalts(`review:${review}`), await countSalts(`reply:${review}`)]).toEqual([
      2, 2,
    ])
    await db.asOwner(
      "update moderation_decisions set decided_at = now() - interval '13 months' where number = $1",
      [decision],
    )
    await db.as(SERVICE, 'select purge_closed_reports()')
    expect([await countSalts(`review:${review}`), await countSalts(`reply:${review}`)]).toEqual([
      0, 0,
    ])
    expect(await countSalts(`tool:${tool}`)).toBe(1)
  })
})

describe('a checkpoint', () => {
  interface Row extends Record<string, unknown> {
    number: number
    event_count: number
    root: string
    previous: string
    hash: string
    time: string
  }
  const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
  const readCheckpoints = async () =>
    (await db.asOwner(
      `select *, to_char(created_at at time zone 'utc', ${ISO}) as time from ledger_checkpoints order by number`,
    )) as Row[]

  test('is a tree of RFC 6962 over the events since the last one, and continues the chain', async () => {
    await checkpoint()
    for (const count of [1, 2, 3, 7]) {
      for (let at = 0; at < count; at += 1) await createTool()
      expect(await checkpoint()).toBe(count)
      const [before, added] = (await readCheckpoints()).slice(-2)
      const leaves = await db.asOwner(
        `select concat_ws(' ', number, to_char(at at time zone 'utc', ${ISO}), kind, subject, commitment) as leaf
         from ledger_events where checkpoint = $1 order by number`,
        [added?.number],
      )
      expect(leaves).toHaveLength(count)
      const root = hashMerkleTree(leaves.map(({ leaf }) => String(leaf))).toString('hex')
      expect(added).toMatchObject({
        number: (before?.number ?? 0) + 1,
        event_count: (before?.event_count ?? 0) + count,
        root,
        previous: before?.hash,
        hash: sha256(
          `${added?.number} ${added?.event_count} ${root} ${before?.hash} ${added?.time}`,
        ).toString('hex'),
      })
    }
    const [first] = await readCheckpoints()
    expect(first).toMatchObject({ number: 1, previous: '0'.repeat(64) })
  })

  test('without new events is none, also if it is asked for twice with one time', async () => {
    const tool = await createTool()
    const [row] = await db.asOwner(
      "select (at + interval '1 second')::text as later, at::text as same from ledger_events where subject = $1",
      [`tool:${tool}`],
    )
    await db.asOwner(
      "update ledger_events set at = at - interval '1 hour' where checkpoint is null and subject <> $1",
      [`tool:${tool}`],
    )
    await checkpoint(String(row?.same))
    const count = (await readCheckpoints()).length
    expect(await checkpoint(String(row?.same))).toBe(0)
    expect(await checkpoint(String(row?.later))).toBe(1)
    expect(await checkpoint(String(row?.later))).toBe(0)
    expect(await readCheckpoints()).toHaveLength(count + 1)
  })

  test('takes at most 2,048 events', async () => {
    await checkpoint()
    await db.fill(
      `insert into ledger_events (kind, subject, commitment)
       select 'edit', 'tool:' || n, repeat('0', 64) from generate_series(1, 2049) n`,
    )
    expect([await checkpoint(), await checkpoint(), await checkpoint()]).toEqual([2048, 1, 0])
  })
})

describe.runIf(inject('engine') === 'postgres')('with several connections', () => {
  test('an event that is committed late is in the next checkpoint', async () => {
    await checkpoint()
    const name = `Late ${crypto.randomUUID()}`
    const insert = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const late = db.database.transactionAsOwner(async ({ query }) => {
      await query("insert into tools (name, description, category) values ($1, 'd', 'HR')", [name])
      insert.resolve()
      await commit.promise
    })
    await insert.promise
    // It has a lower number than the event of the launch, which the checkpoint takes.
    const launch = await addLaunch(ana, null)
    expect(await checkpoint()).toBe(1)
    commit.resolve()
    await late
    expect(await checkpoint()).toBe(1)
    const [row] =
      await db.asOwner`select late.number < other.number as is_lower, late.checkpoint - other.checkpoint as later
       from ledger_events late, ledger_events other, tools t
       where t.name = ${name} and late.subject = 'tool:' || t.id and other.subject = 'launch:' || ${launch}::text`
    expect(row).toEqual({ is_lower: true, later: 1 })
  })

  test('two processes that make a checkpoint at once take each event once', async () => {
    await checkpoint()
    for (let at = 0; at < 5; at += 1) await createTool()
    const taken = await Promise.all([checkpoint(), checkpoint(), checkpoint()])
    expect(taken.sort()).toEqual([0, 0, 5])
  })
})
