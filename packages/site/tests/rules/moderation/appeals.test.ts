// Appeals against decisions, and what is deleted after a year (spec 3 §1.1 and §1.2).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, APPEAL, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import {
  decided,
  expectRefusal,
  INVOLVED,
  NOT_FOUND,
  NOTHING_TO_DECIDE,
  ONLY_MODERATORS,
  UNEXPLAINED,
} from '../../support/databases/refusals.ts'

const fixture = await shareCommunity()
const {
  db,
  moderator,
  otherModerator,
  createMember,
  createReview,
  createTool,
  moderate,
  addVote,
  readEmails,
  sendReport,
  countRows,
  ben,
  ana,
} = fixture

const ANSWER = 'The review describes the own experience after all, so it stays.'

async function appeal(
  sub: string,
  decision: number,
  statement = APPEAL,
  revised: object | null = null,
) {
  const [row] = await db.as(sub, 'select submit_appeal($1, $2, $3) as number', [
    decision,
    statement,
    revised && JSON.stringify(revised),
  ])
  return Number(row?.number)
}
const resolve = (sub: string, number: number, outcome: string | null, explanation = ANSWER) =>
  db.as(sub, 'select resolve_appeal($1, $2, $3)', [number, outcome, explanation])

/** A review that the first moderator removed. */
async function removeReview() {
  const author = await createMember()
  const review = await createReview(await createTool(), author)
  const decision = await moderate(moderator, 'review', review, 'remove')
  return { author, review, decision }
}
const readDecision = (number: number) =>
  db.row(ANON, 'select * from moderation_decisions where number = $1', [number])

test('my_appeals lists the own appeals with their outcome to their author alone', async () => {
  const { author, decision } = await removeReview()
  const number = await appeal(author, decision)
  const read = (sub: string) =>
    db.as(sub, 'select number::int, decision::int, status, explanation from my_appeals()')
  expect(await read(author)).toEqual([{ number, decision, status: 'open', explanation: null }])
  await resolve(otherModerator, number, 'upheld')
  expect(await read(author)).toEqual([{ number, decision, status: 'upheld', explanation: ANSWER }])
  expect(await read(await createMember())).toEqual([])
})

describe('an appeal that succeeds', () => {
  test('restores the review by a second decision and tells the author', async () => {
    const author = await createMember()
    const review = await createReview(await createTool(), author)
    await addVote(review, await createMember())
    const before = await db.asOwner('select * from reviews where id = $1', [review])
    const decision = await moderate(moderator, 'review', review, 'remove')
    const number = await appeal(author, decision)
    expect(
      await db.as(otherModerator)`select subject_id, appeal::int from moderation_queue('appeals')`,
    ).toContainEqual({ subject_id: review, appeal: number })
    await resolve(otherModerator, number, 'reversed')
    expect(await db.asOwner('select * from reviews where id = $1', [review])).toEqual(before)
    expect(await readDecision(decision)).toMatchObject({
      appeal_outcome: 'reversed',
      explanation: EXPLANATION,
    })
    const [reversal] = await db.as(
      ANON,
      'select number::int, reverses::int, action, explanation from moderation_decisions where reverses = $1',
      [decision],
    )
    expect(reversal).toMatchObject({ action: 'restore', explanation: ANSWER })
    expect((await readEmails(author)).at(-1)).toEqual({
      kind: 'appeal_resolved',
      data: {
        decision: reversal?.number,
        appealed: reversal?.reverses,
        subject_type: 'review',
        outcome: 'reversed',
        reason: 'spam',
        explanation: ANSWER,
      },
    })
    expect(
      await db.as(author, 'select number::int, appeal_status from my_moderation_decisions()'),
    ).toEqual([
      { number: reversal?.number, appeal_status: null },
      { number: decision, appeal_status: 'reversed' },
    ])
    await expectRefusal(resolve(otherModerator, number, 'upheld'), decided(reversal?.number))
  })

  test('publishes the corrected text', async () => {
    const { author, review, decision } = await removeReview()
    const revised = {
      title: 'Corrected',
      content: 'Nothing but the experience.',
      pros: ['Hot'],
      cons: [],
    }
    await resolve(otherModerator, await appeal(author, decision, APPEAL, revised), 'reversed')
    expect(
      await db.as(ANON, 'select title, content, pros, cons, rating from reviews where id = $1', [
        review,
      ]),
    ).toEqual([{ ...revised, rating: 4 }])
  })

  test('of a reporter removes the content that was kept', async () => {
    const author = await createMember()
    const reporter = await createMember()
    const review = await createReview(await createTool(), author)
    await sendReport(reporter, 'review', review, 'off_topic')
    const decision = await moderate(moderator, 'review', review, 'keep')
    await resolve(otherModerator, await appeal(reporter, decision), 'reversed')
    expect(await countRows('reviews', 'id = $1', [review])).toBe(0)
    const [removal] = await db.as(
      ANON,
      'select action, reason from moderation_decisions where reverses = $1',
      [decision],
    )
    expect(removal).toEqual({ action: 'remove', reason: 'off_topic' })
    expect((await readEmails(author)).at(-1)).toMatchObject({
      kind: 'content_decision',
      data: { action: 'remove' },
    })
    expect((await readEmails(reporter)).at(-1)).toMatchObject({ kind: 'appeal_resolved' })
  })

  test('ends a suspension', async () => {
    const member = await createMember()
    const decision = await moderate(moderator, 'profile', member, 'suspend')
    await resolve(otherModerator, await appeal(member, decision), 'reversed')
    expect(await countRows('private.suspensions', 'user_id = $1', [member])).toBe(0)
    expect(
      await db.as(ANON, 'select action from moderation_decisions where reverses = $1', [decision]),
    ).toEqual([{ action: 'unsuspend' }])
  })

  test('against a warning records the outcome alone', async () => {
    const member = await createMember()
    const decision = await moderate(moderator, 'profile', member, 'warn')
    await resolve(otherModerator, await appeal(member, decision), 'reversed')
    expect(await readDecision(decision)).toMatchObject({ appeal_outcome: 'reversed' })
    expect(
      await db.as(ANON, 'select * from moderation_decisions where reverses = $1', [decision]),
    ).toEqual([])
  })
})

test('an appeal that is upheld leaves the content removed', async () => {
  const { author, review, decision } = await removeReview()
  await resolve(otherModerator, await appeal(author, decision), 'upheld')
  expect(await countRows('reviews', 'id = $1', [review])).toBe(0)
  expect(await readDecision(decision)).toMatchObject({ appeal_outcome: 'upheld' })
  expect((await readEmails(author)).at(-1)).toMatchObject({
    kind: 'appeal_resolved',
    data: { decision, outcome: 'upheld' },
  })
})

describe('submit_appeal refuses', () => {
  test('everybody who is not affected, as if there were no decision', async () => {
    const { author, decision } = await removeReview()
    await expectRefusal(appeal(ben, decision), NOT_FOUND)
    await expectRefusal(appeal(moderator, decision), NOT_FOUND)
    await expectRefusal(appeal(author, decision + 1000), NOT_FOUND)
    expect(await appeal(author, decision)).toBeGreaterThan(0)
  })

  test('a second appeal of one person', async () => {
    const { author, decision } = await removeReview()
    await appeal(author, decision)
    await expectRefusal(appeal(author, decision), 'PT409: You have already appealed this decision.')
  })

  test('19 and 2,001 characters', async () => {
    const { author, decision } = await removeReview()
    const refusal = '23514: Please explain your appeal in 20 to 2,000 characters.'
    await expectRefusal(appeal(author, decision, 'x'.repeat(19)), refusal)
    await expectRefusal(appeal(author, decision, 'x'.repeat(2001)), refusal)
    expect(await appeal(author, decision, 'x'.repeat(2000))).toBeGreaterThan(0)
  })

  test('after 6 months', async () => {
    const { author, decision } = await removeReview()
    const age = (months: string) =>
      db.asOwner`update moderation_decisions set decided_at = now() - ${months}::interval where number = ${decision}`
    await age('6 months 1 minute')
    await expectRefusal(
      appeal(author, decision),
      '23514: You can appeal within 6 months of a decision.',
    )
    await age('5 months 27 days')
    expect(await appeal(author, decision)).toBeGreaterThan(0)
  })

  test('a decision with nothing to take back', async () => {
    const { author, review, decision } = await removeReview()
    const restored = await moderate(otherModerator, 'review', review, 'restore')
    await expectRefusal(appeal(author, restored), NOTHING_TO_DECIDE)
    expect(await appeal(author, decision)).toBeGreaterThan(0)
  })

  test.each([
    ['an unknown field', { rating: 5 }],
    ['an empty title', { title: ' ' }],
    ['a short text', { content: 'short' }],
    ['untidy pros', { pros: ['a', 'a'] }],
    ['a title that is no text', { title: { a: 'x'.repeat(200) } }],
    ['a list', ['title']],
  ])('a corrected text with %s', async (_case, revised) => {
    const { author, decision } = await removeReview()
    await expectRefusal(appeal(author, decision, APPEAL, revised), {
      code: '23514',
      message: expect.stringContaining('Please check the corrected text'),
    })
    expect(await appeal(author, decision, APPEAL, { title: 'Corrected' })).toBeGreaterThan(0)
  })

  test('a corrected text of a reporter', async () => {
    const reporter = await createMember()
    const review = await createReview(await createTool(), await createMember())
    await sendReport(reporter, 'review', review)
    const decision = await moderate(moderator, 'review', review, 'keep')
    await expectRefusal(appeal(reporter, decision, APPEAL, { title: 'Mine' }), '23514')
    expect(await appeal(reporter, decision)).toBeGreaterThan(0)
  })
})

describe('resolve_appeal refuses', () => {
  test('members, visitors and the service', async () => {
    const { author, decision } = await removeReview()
    const number = await appeal(author, decision)
    await expectRefusal(resolve(author, number, 'reversed'), ONLY_MODERATORS)
    for (const caller of [ANON, SERVICE])
      await expectRefusal(
        db.as(caller, 'select resolve_appeal($1, $2, $3)', [number, 'reversed', ANSWER]),
        '42501',
      )
    await resolve(otherModerator, number, 'reversed')
  })

  test('the moderator of the first decision, except alone and after 48 hours', async () => {
    const { author, decision } = await removeReview()
    const number = await appeal(author, decision)
    await expectRefusal(resolve(moderator, number, 'reversed'), INVOLVED)
    await db.asOwner("update private.staff set role = 'admin' where user_id = $1", [moderator])
    const staff =
      await db.asOwner`delete from private.staff where user_id <> ${moderator} returning user_id, role`
    try {
      await expectRefusal(resolve(moderator, number, 'reversed'), INVOLVED)
      await db.asOwner`update private.appeals set created_at = now() - interval '49 hours' where number = ${number}`
      await resolve(moderator, number, 'reversed')
    } finally {
      for (const { user_id, role } of staff)
        await db.insert(OWNER, 'private.staff', { user_id, role })
      await db.asOwner`update private.staff set role = 'moderator' where user_id = ${moderator}`
    }
  })

  test('an appellant, an unknown appeal, an unknown outcome and a short explanation', async () => {
    const review = await createReview(await createTool(), otherModerator)
    const decision = await moderate(moderator, 'review', review, 'remove')
    const number = await appeal(otherModerator, decision)
    await expectRefusal(resolve(otherModerator, number, 'reversed'), INVOLVED)
    const { admin } = fixture
    await expectRefusal(resolve(admin, number + 1000, 'reversed'), 'PT404')
    await expectRefusal(resolve(admin, number, 'dropped'), '23514')
    await expectRefusal(resolve(admin, number, null), '23514')
    await expectRefusal(resolve(admin, number, 'reversed', 'x'.repeat(29)), UNEXPLAINED)
    await resolve(admin, number, 'reversed')
    expect(await countRows('reviews', 'id = $1', [review])).toBe(1)
  })
})

test('the statement and content of a removed review are part of the own data and of the own decisions', async () => {
  const { author, decision } = await removeReview()
  await appeal(author, decision)
  expect(
    await db.as(
      author,
      'select number::int, action, reason, explanation, detected_by, content, appeal_status from my_moderation_decisions()',
    ),
  ).toEqual([
    expect.objectContaining({
      number: decision,
      action: 'remove',
      reason: 'spam',
      detected_by: 'staff',
      appeal_status: 'open',
      content: expect.objectContaining({ title: 'It boils' }),
    }),
  ])
  const [row] = await db.as(author, 'select download_my_data() as data')
  expect(row?.data).toMatchObject({
    moderation_decisions: [{ number: decision }],
    appeals: [{ statement: APPEAL }],
    removed_content: [{ row: { title: 'It boils' } }],
  })
  await db.as(author, 'select delete_account(false)')
  expect(await countRows('private.appeals', 'decision = $1', [decision])).toBe(0)
  expect(
    await db.asOwner`select affected_user from private.decision_parties where decision = ${decision}`,
  ).toEqual([{ affected_user: null }])
  expect(await readDecision(decision)).toMatchObject({ action: 'remove' })
})

test('purge_closed_reports deletes personal data after 12 months, and removed content unless an appeal is open', async () => {
  const reporter = await createMember()
  const kept = await createReview(await createTool(), ana)
  const report = await sendReport(reporter, 'review', kept)
  await moderate(moderator, 'review', kept, 'keep')
  const open = await sendReport(ben, 'review', kept)
  const [removed, appealed] = [await removeReview(), await removeReview()]
  const number = await appeal(appealed.author, appealed.decision)
  const purge = (months: number) =>
    db.as(SERVICE)`select purge_closed_reports(as_of => now() + make_interval(months => ${months}))`
  const readReports = () =>
    db.asOwner(
      'select number::int, details is null as purged, snapshot is null as forgotten from private.reports where number = any ($1) order by number',
      [[report, open]],
    )
  await purge(11)
  expect(await readReports()).toEqual([
    { number: report, purged: false, forgotten: false },
    { number: open, purged: false, forgotten: false },
  ])
  await purge(13)
  await purge(13)
  expect(await readReports()).toEqual([
    { number: report, purged: true, forgotten: true },
    { number: open, purged: false, forgotten: false },
  ])
  expect(await db.as(reporter, 'select number::int, status from my_reports()')).toEqual([
    { number: report, status: 'resolved' },
  ])
  expect(await db.value(reporter, 'select download_my_data() as data')).toMatchObject({
    reports: [{ number: report, details: null }],
  })
  await expectRefusal(moderate(otherModerator, 'review', removed.review, 'restore'), 'PT409')
  // The other review is still there, because its appeal is open.
  await resolve(otherModerator, number, 'reversed')
  expect(await countRows('reviews', 'id = $1', [appealed.review])).toBe(1)
  await purge(13)
  expect(
    await db.asOwner('select statement from private.appeals where number = $1', [number]),
  ).toEqual([{ statement: null }])
  expect(await countRows('private.email_queue', 'true')).toBe(0)
})

test('of several processes one does the daily work, and a failed attempt leaves it', async () => {
  const run = () => db.as(SERVICE, 'select run_daily_jobs() as has_run')
  const ran = async () => (await run())[0]?.has_run
  await db.asOwner('alter function public.purge_closed_reports rename to purge_elsewhere')
  await expectRefusal(run(), '42883')
  await db.asOwner('alter function public.purge_elsewhere rename to purge_closed_reports')
  const results = await Promise.all([ran(), ran(), ran()])
  expect(results.toSorted()).toEqual([false, false, true])
  await db.asOwner('update private.daily_runs set day = day - 1')
  expect([await ran(), await ran()]).toEqual([true, false])
  await expectRefusal(db.as(ana, 'select run_daily_jobs()'), '42501')
})
