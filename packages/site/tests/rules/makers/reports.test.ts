// Reports by makers and what is counted of makers in public (spec 6 §2).

import { beforeEach, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, EXPLANATION } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

let maker: string
let tool: string
let company: string
const fixture = await shareCommunity()
const { db, makeMaker, joinCompany, confirm, writeReply } = fixture
const { moderator, createMember, createTool, sendReport, ana, ben, moderate, otherModerator } =
  fixture
beforeEach(async () => {
  maker = await createMember()
  tool = await createTool()
  company = await makeMaker(maker, tool)
})

const createReview = async (rating = 4) => {
  const review = await fixture.createReview(tool, await createMember())
  await db.asOwner('update reviews set rating = $2 where id = $1', [review, rating])
  return review
}
const report = async (reason = 'spam', rating = 4, reporter = maker) => {
  const review = await createReview(rating)
  const number = await sendReport(reporter, 'review', review, reason)
  return { review, number }
}
const readStats = () => db.value(ANON, 'select maker_stats($1) as stats', [tool])
const PAUSED =
  /^Three of your last five reports were rejected\. You can report again on \w{3} \d{1,2}, \d{4}\. You can report illegal content at any time\.$/

test('a maker has at most five open reports, of all its members together, except for urgent reasons', async () => {
  const colleague = await createMember()
  await joinCompany(company, colleague)
  await confirm(maker, company, colleague)
  for (let sent = 0; sent < 5; sent += 1) await report('spam', 4, sent % 2 ? maker : colleague)
  await expectRefusal(report(), 'PT429')
  for (const reason of ['illegal_content', 'child_safety', 'personal_data']) await report(reason)
  // As anybody about another tool, and others about this one.
  const elsewhere = await fixture.createReview(await createTool(), ana)
  await sendReport(maker, 'review', elsewhere)
  await report('spam', 4, ben)
})

test('three rejected of the last five reports pause them for 30 days, except for urgent reasons', async () => {
  const reports: { review: string; number: number }[] = []
  for (const action of ['keep', 'remove', 'keep', 'keep']) {
    const sent = await report()
    reports.push(sent)
    await moderate(moderator, 'review', sent.review, action)
  }
  await expectRefusal(report(), { code: 'PT429', message: expect.stringMatching(PAUSED) })
  await report('personal_data')
  const { number = 0 } = reports[3] ?? {}
  const [{ decision } = { decision: 0 }] = await db.asOwner(
    'select decision from private.reports where number = $1',
    [number],
  )
  await db.as(maker, 'select submit_appeal($1, $2)', [decision, EXPLANATION])
  const [appeal] = await db.asOwner`select number from private.appeals where decision = ${decision}`
  await db.as(otherModerator, 'select resolve_appeal($1, $2, $3)', [
    appeal?.number,
    'reversed',
    EXPLANATION,
  ])
  await report()
  const again = await report()
  await moderate(moderator, 'review', again.review, 'keep')
  await expectRefusal(report(), { message: expect.stringMatching(PAUSED) })
  await db.asOwner`update private.reports set closed_at = closed_at - interval '30 days' where from_maker = ${company}`
  await report()
})

test('a report by a member who has just left counts as one of the maker', async () => {
  await report('spam', 4, maker)
  await db.as(maker, 'delete from company_members where user_id = $1', [maker])
  for (let sent = 1; sent < 5; sent += 1) await report()
  await expectRefusal(report(), 'PT429')
})

test('moderators see for which maker a report is, its author does not', async () => {
  const { review } = await report()
  const readReports = async (member: string) => {
    const select = "select moderation_subject('review', $1) -> 'reports' as reports"
    return await db.value(member, select, [review])
  }
  const [named] = await db.asOwner('select name from companies where id = $1', [company])
  expect(await readReports(moderator)).toMatchObject([{ maker: named?.name }])
  await db.asOwner`update private.reports set author_id = ${moderator} where subject_id = ${review}`
  expect(await readReports(moderator)).toMatchObject([{ maker: null, reporter: null }])
})

test('a decision about reports of the maker alone says so', async () => {
  const alone = await report()
  await moderate(moderator, 'review', alone.review, 'keep')
  const together = await report()
  await sendReport(ben, 'review', together.review)
  await moderate(moderator, 'review', together.review, 'remove')
  expect(
    await db.as(
      ANON,
      'select detected_by, report_count from moderation_decisions where tool_id = $1 order by number',
      [tool],
    ),
  ).toEqual([
    { detected_by: 'maker_report', report_count: 1 },
    { detected_by: 'report', report_count: 2 },
  ])
})

test('maker_stats counts replies, reports and invited reviews', async () => {
  const none = { reviews: 0, mean: null }
  expect(await readStats()).toEqual({
    answered: 0,
    median_days: null,
    reports: [],
    invited: none,
    others: none,
  })
  const [{ code } = { code: '' }] = await db.as(
    maker,
    "select create_campaign($1, 'Mail') as code",
    [tool],
  )
  const reviews: string[] = []
  for (const rating of [5, 5, 2, 1]) reviews.push(await createReview(rating))
  await db.asOwner(
    'update reviews set campaign_id = (select id from review_campaigns where code = $2) where id = any ($1)',
    [reviews.slice(0, 2), code],
  )
  for (const [place, days] of [
    [0, 1],
    [2, 2],
    [3, 6],
  ] as const) {
    await writeReply(maker, reviews[place] ?? '')
    await db.asOwner(
      "update review_replies p set created_at = r.created_at + $2 * interval '1 day' from reviews r where r.id = p.review_id and r.id = $1",
      [reviews[place], days],
    )
  }
  for (const place of [2, 3]) await sendReport(maker, 'review', reviews[place] ?? '')
  await moderate(moderator, 'review', reviews[2] ?? '', 'keep')
  const kept = {
    answered: 0.75,
    median_days: 2,
    invited: { reviews: 2, mean: 5 },
    others: { reviews: 2, mean: 1.5 },
  }
  expect(await readStats()).toEqual({
    ...kept,
    reports: [
      { rating: 1, made: 1, upheld: 0 },
      { rating: 2, made: 1, upheld: 0 },
    ],
  })
  await moderate(moderator, 'review', reviews[3] ?? '', 'remove')
  expect(await readStats()).toEqual({
    answered: 0.6667,
    median_days: 1.5,
    reports: [
      { rating: 1, made: 1, upheld: 1 },
      { rating: 2, made: 1, upheld: 0 },
    ],
    invited: { reviews: 2, mean: 5 },
    others: { reviews: 1, mean: 2 },
  })
})
