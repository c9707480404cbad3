// Spec 7 §5: the weekly digest, its question about reviews, and reminders of launches.

import { beforeEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, NOT_FOUND } from '../../support/databases/refusals.ts'

let ana: string
let ben: string
let tool: string
let name: string
const fixture = await shareCommunity()
const {
  db,
  makeMaker,
  followTool,
  followPerson,
  vote,
  writeReview,
  writeReply,
  addLaunch,
  suggestEdit,
  hideProfile,
  chooseEmail,
  createMember,
  createTool,
  moderate,
  moderator,
  countRows,
  otherModerator,
} = fixture
const [row] = await db.asOwner`select private.get_last_digest(now() + interval '7 days') as monday`
/** The next Monday at 07:00 UTC. */
const monday = new Date(String(row?.monday))
beforeEach(async () => {
  ana = await createMember()
  ben = await createMember()
  name = `Kettle ${crypto.randomUUID()}`
  tool = await createTool(name)
  await db.asOwner('delete from private.digests')
  await db.asOwner('delete from private.email_queue')
})

const remove = (id: string) => moderate(moderator, 'review', id, 'remove')
const daysLater = (days: number) => new Date(monday.getTime() + days * 86_400_000).toISOString()
const queue = (asOf = daysLater(0)) => db.value(SERVICE, 'select queue_digests($1) as due', [asOf])

interface Digest {
  lines: Record<string, unknown>[]
  more: number
  reviews: Record<string, unknown>[]
  more_reviews: number
}
/** What the digests say that are due. */
async function readDigests(): Promise<Digest[]> {
  const mails = await db.as(SERVICE, 'select kind, data from claim_emails(100)')
  return mails.filter(({ kind }) => kind === 'digest').map(({ data }) => data as Digest)
}
async function readLines(asOf?: string) {
  await queue(asOf)
  const digests = await readDigests()
  return digests.flatMap(({ lines }) => lines)
}
const PRICE = {
  price_from: 10,
  price_currency: 'USD',
  price_period: 'month',
  price_checked_on: '2026-11-01',
  price_source_url: 'https://tea.example',
}
/** Changes facts of the tool by a suggestion that a moderator accepts. */
async function edit(member: string, values: Record<string, unknown>) {
  const [present] = await db.asOwner('select private.get_tool_values($1) as facts', [tool])
  const facts = present?.facts as Record<string, unknown>
  const changes = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, [facts[field], value]]),
  )
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [
    await suggestEdit(member, tool, changes),
  ])
}

describe('queue_digests', () => {
  test('sends one digest with each Monday, however often it runs, and one after a pause', async () => {
    await chooseEmail(ana, 'follower')
    await followPerson(ben, ana)
    expect([await queue(daysLater(-1 / 24)), await queue(new Date().toISOString())]).toEqual([0, 0])
    expect([await queue(), await queue(), await queue(daysLater(6.9))]).toEqual([1, 0, 0])
    expect(await readDigests()).toMatchObject([{ lines: [{ kind: 'followers', count: 1 }] }])
    // What was told is not told again, and nothing new is no digest.
    expect(await queue(daysLater(7))).toBe(1)
    await db.asOwner('update private.email_queue set due_at = now() where sent_at is null')
    await db.asOwner("delete from private.email_queue where data ->> 'until' < $1", [daysLater(5)])
    expect(await readDigests()).toEqual([])
    await followPerson(fixture.ana, ana)
    await db.asOwner`update notifications set created_at = ${daysLater(10)} where subject_id = ${fixture.ana}`
    expect(await queue(daysLater(40))).toBe(1)
    expect(await readDigests()).toHaveLength(1)
    expect(await countRows('private.email_queue', "kind = 'digest'")).toBe(1)
  })

  test('two processes at once queue one', async () => {
    await chooseEmail(ana, 'review')
    await followTool(ana, tool)
    await writeReview(ben, tool)
    await Promise.all([queue(), queue(), queue()])
    expect(await countRows('private.email_queue', "kind = 'digest'")).toBe(1)
  })

  test('is for members with a weekly kind alone', async () => {
    await followTool(ana, tool)
    await writeReview(ben, tool)
    expect(await queue()).toBe(0)
  })

  test('a digest whose member stops it before it is sent is not sent', async () => {
    await chooseEmail(ana, 'review')
    await followTool(ana, tool)
    await writeReview(ben, tool)
    await queue()
    await chooseEmail(ana, 'review', 'never')
    expect(await readDigests()).toEqual([])
    expect(await countRows('private.email_queue', "kind = 'digest'")).toBe(0)
  })
})

describe('a digest', () => {
  test('tells of reviews, replies, launches and changed facts of followed tools', async () => {
    const maker = await createMember()
    await makeMaker(maker, tool, 'Pots')
    await edit(ben, { ...PRICE, platforms: ['linux'] })
    await db.asOwner("update tool_edits set decided_at = now() - interval '30 days'")
    await chooseEmail(ana, 'review')
    await chooseEmail(ana, 'launch')
    await followTool(ana, tool)
    await writeReview(ben, tool)
    const answered = await writeReview(fixture.ana, tool)
    await writeReply(maker, answered)
    const launched = await addLaunch(maker, tool)
    await edit(ben, { price_from: 12.5 })
    await edit(ben, { price_from: 15, platforms: ['linux', 'web'], license: 'MIT' })
    await db.asOwner("update tools set description = 'Boils water.'")
    expect(await readLines()).toMatchObject([
      {
        kind: 'facts',
        tool: name,
        before: { price_from: 10, platforms: ['linux'], license: null },
        now: { license: 'MIT', price_from: 15, price_currency: 'USD', platforms: ['web', 'linux'] },
      },
      {
        ...{ kind: 'reviews', tool: name, count: 2, is_new: true },
        rated: { review_count: 2, counted_reviews: 2 },
      },
      { kind: 'replies', tool: name, count: 1 },
      { kind: 'launch', launch: launched, tool: name, tagline: 'Boils', company: 'Pots' },
    ])
  })

  test('names a followed tool whose repository is archived', async () => {
    await chooseEmail(ana, 'review')
    await followTool(ana, tool)
    const [source] = await db.asOwner`insert into fact_sources (tool_id, kind, address, priority)
       values (${tool}, 'repository', 'https://github.com/tea/kettle', 10) returning id`
    await db.as(SERVICE, 'select record_read($1, $2, $3::jsonb)', [
      source?.id,
      'ok',
      { is_archived: true },
    ])
    expect(await readLines()).toMatchObject([
      { kind: 'facts', tool: name, before: { is_archived: null }, now: { is_archived: true } },
    ])
  })

  test('tells of replies, votes, followers and suggestions, each kind if it is weekly', async () => {
    const maker = await createMember()
    await makeMaker(maker, tool, 'Pots')
    for (const kind of ['reply', 'helpful_votes', 'follower', 'edit']) await chooseEmail(ana, kind)
    const id = await writeReview(ana, tool)
    await writeReply(maker, id)
    await vote(ben, id)
    await followPerson(ben, ana)
    await edit(ana, { license: 'MIT' })
    const lines = [
      { kind: 'reply', company: 'Pots', review: id, rated: { review_count: 1 } },
      { kind: 'edit', status: 'accepted' },
      { kind: 'helpful_votes', count: 1, review: id, rated: { review_count: 1 } },
      { kind: 'followers', count: 1 },
    ]
    expect(await readLines()).toMatchObject(lines)
    await db.asOwner('delete from private.digests')
    await chooseEmail(ana, 'helpful_votes', 'never')
    await chooseEmail(ana, 'edit', 'never')
    await chooseEmail(ana, 'follower')
    await db.asOwner("delete from private.email_queue where kind = 'digest'")
    expect(await readLines()).toMatchObject([lines[0], lines[3]].filter(Boolean))
  })

  test('has nothing that was mailed at once, is removed, private, own, or changed back', async () => {
    await edit(ben, PRICE)
    await db.asOwner("update tool_edits set decided_at = now() - interval '30 days'")
    await followTool(ana, tool)
    await chooseEmail(ana, 'review', 'immediately')
    await writeReview(ben, tool)
    await db.as(SERVICE, 'select complete_email(id) from claim_emails(100)')
    await chooseEmail(ana, 'review')
    const removed = await writeReview(fixture.ana, tool)
    const secret = await createMember()
    await writeReview(secret, tool)
    await remove(removed)
    await edit(ben, { price_from: 20 })
    await edit(ben, { price_from: 10 })
    await queue()
    await hideProfile(secret)
    expect(await readDigests()).toEqual([])
    await db.asOwner('delete from private.digests')
    await chooseEmail(ana, 'review')
    await edit(ana, { platforms: ['web'] })
    expect(await readLines()).toEqual([])
    expect(await countRows('private.email_queue', "kind = 'digest'")).toBe(0)
  })

  test('has nothing of tools that its member no longer follows, or of people who no longer follow', async () => {
    await followTool(ana, tool)
    for (const kind of ['review', 'launch', 'follower']) await chooseEmail(ana, kind)
    await writeReview(ben, tool)
    await addLaunch(ben, tool)
    await followPerson(ben, ana)
    await queue()
    await db.as(ana, 'delete from tool_follows where user_id = $1', [ana])
    await db.as(ben, 'delete from user_follows where follower_id = $1', [ben])
    expect(await readDigests()).toEqual([])
  })

  test('has what waited to be mailed when its member chose the digest', async () => {
    await followTool(ana, tool)
    await chooseEmail(ana, 'review', 'immediately')
    await writeReview(ben, tool)
    await chooseEmail(ana, 'review')
    expect(await readLines()).toMatchObject([{ kind: 'reviews', count: 1 }])
  })

  test('has at most ten lines and says how many more there are', async () => {
    await chooseEmail(ana, 'review')
    for (let each = 0; each < 12; each += 1) {
      const other = await createTool()
      await followTool(ana, other)
      await writeReview(ben, other)
    }
    await queue()
    const [digest] = await readDigests()
    expect([digest?.lines.length, digest?.more]).toEqual([10, 2])
  })
})

describe('“Is this still true?”', () => {
  const age = (id: string, days: number) =>
    db.asOwner('update reviews set created_at = $2 where id = $1', [id, daysLater(-days)])
  const confirm = (caller: Parameters<typeof db.as>[0], id: string) =>
    db.as(caller, 'select confirm_review($1) as day', [id])
  const readAsked = async (asOf?: string) => {
    await queue(asOf)
    const digests = await readDigests()
    await db.asOwner("delete from private.email_queue where kind = 'digest'")
    return digests.flatMap(({ reviews }) => reviews)
  }

  test('is asked once a year about each own review, and a year after its confirmation', async () => {
    await chooseEmail(ana, 'reply')
    const id = await writeReview(ana, tool)
    await writeReview(ben, tool)
    expect(await readAsked()).toEqual([])
    await age(id, 360)
    expect(await readAsked(daysLater(7))).toEqual([{ review: id, title: 'It boils', tool: name }])
    expect(await readAsked(daysLater(14))).toEqual([])
    expect(await readAsked(daysLater(371))).toMatchObject([{ review: id }])
    await db.asOwner('update reviews set confirmed_on = $2 where id = $1', [id, daysLater(380)])
    expect(await readAsked(daysLater(738))).toEqual([])
    expect(await readAsked(daysLater(749))).toMatchObject([{ review: id }])
  })

  test('its answer dates the review, for its author alone, and is not a new version', async () => {
    const id = await writeReview(ana, tool)
    await age(id, 400)
    await expectRefusal(confirm(asMember(ben), id), '42501: Only the author can do this.')
    await expectRefusal(confirm(asMember(ana), crypto.randomUUID()), NOT_FOUND)
    const read = () =>
      db.row(
        ANON,
        'select confirmed_on::text, revision, edited_at, updated_at::text from reviews where id = $1',
        [id],
      )
    const before = await read()
    await confirm(asMember(ana), id)
    await confirm(asMember(ana), id)
    const today = new Date().toISOString().slice(0, 10)
    expect(await read()).toEqual({ ...before, confirmed_on: today })
    await expectRefusal(
      db.as(ana, 'update reviews set confirmed_on = now() where id = $1', [id]),
      '42501',
    )
    await moderate(moderator, 'review', id, 'remove')
    await moderate(otherModerator, 'review', id, 'restore')
    expect(await read()).toMatchObject({ confirmed_on: today })
  })
})

describe('remind_of_launches', () => {
  const DAY = '2027-06-01'
  const remind = (member: string, id: string) =>
    db.insert(member, 'launch_reminders', { launch_id: id, user_id: member })
  const run = (asOf: string) => db.value(SERVICE, 'select remind_of_launches($1) as due', [asOf])
  const read = (member: string) =>
    db.as(member, "select kind, subject_id, data from notifications where data ? 'is_reminder'")

  test('tells once when the day begins, also after a pause, and forgets the reminder', async () => {
    const id = await addLaunch(ana, tool, { launch_date: DAY })
    await remind(ben, id)
    expect(await run('2027-05-31T23:59:59Z')).toBe(0)
    expect(await run('2027-06-04T00:00:00Z')).toBe(1)
    expect(await run('2027-06-04T00:00:00Z')).toBe(0)
    expect(await read(ben)).toEqual([
      {
        kind: 'launch',
        subject_id: id,
        data: expect.objectContaining({ tool: name, launch_date: DAY, is_reminder: true }),
      },
    ])
    expect(await countRows('launch_reminders', 'launch_id = $1', [id])).toBe(0)
    expect(await db.as(SERVICE, 'select kind from claim_emails(100)')).toEqual([])
  })

  test('mails those who chose it, and tells neither the maker nor of private people', async () => {
    await chooseEmail(ben, 'launch', 'immediately')
    const id = await addLaunch(ana, tool, { launch_date: DAY })
    const secret = await createMember()
    const hidden = await addLaunch(secret, tool, { launch_date: DAY })
    for (const each of [id, hidden]) await remind(ben, each)
    await remind(ana, id)
    await hideProfile(secret)
    expect(await run(`${DAY}T00:00:00Z`)).toBe(3)
    expect(await read(ana)).toEqual([])
    expect(await read(ben)).toMatchObject([{ subject_id: id }])
    expect(await db.as(SERVICE, 'select kind, data from claim_emails(100)')).toMatchObject([
      { kind: 'launch', data: { launch: id, is_reminder: true, tool: name } },
    ])
  })
})
