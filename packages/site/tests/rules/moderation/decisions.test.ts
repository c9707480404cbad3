// Decisions of moderators and what they do to content (spec 3 §1.2).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import {
  ANON,
  APPEAL,
  EXPLANATION,
  type ModerationFixture,
  SERVICE,
} from '../../support/databases/moderation.ts'
import {
  decided,
  expectRefusal,
  INVOLVED,
  NOT_FOUND,
  NOTHING_TO_DECIDE,
  ONLY_ADMINISTRATORS,
  ONLY_MODERATORS,
  parseRefusal,
  STAFF_FACTOR,
} from '../../support/databases/refusals.ts'

const {
  db,
  ana,
  ben,
  moderator,
  admin,
  createMember,
  createTool,
  createReview,
  addVote,
  createLaunch,
  sendReport,
  moderate,
  readEmails,
  otherModerator,
  countRows,
  makeMaker,
  writeReply,
} = await shareCommunity()

const TOOL_FIRST = 'PT409: Please restore the tool first.'

/** What a removal changes about a tool and its content. */
const OF_TOOL = {
  tool: 'select * from tools where id = $1',
  facts: 'select * from tool_facts where tool_id = $1',
  reviews: 'select * from reviews where tool_id = $1 order by id',
  votes:
    'select v.* from review_helpful_votes v join reviews r on r.id = v.review_id where r.tool_id = $1 order by v.id',
  launches: 'select * from private.launches where tool_id = $1 order by id',
  upvotes:
    'select u.* from launch_upvotes u join private.launches l on l.id = u.launch_id where l.tool_id = $1 order by u.id',
  toolDays:
    'select * from private.tool_review_days where tool_id = $1 and counted > 0 order by day, rating',
}
/** What a removal changes about people and the site. */
const OF_SITE = {
  stats: 'select * from user_stats order by user_id',
  counts: 'select * from private.tool_counts where counted > 0 order by category, rating',
  people: 'select * from private.people_counts where counted > 0 order by figure',
  days: 'select * from private.review_days where reviews > 0 order by day, rating',
  launchDays: 'select * from private.launch_days where counted > 0 order by launch_date',
  activities:
    'select user_id, activity_type, review_id, metadata, created_at from user_activities order by review_id, user_id',
  profiles: 'select * from private.profiles order by user_id',
}
async function readAll(tool: string) {
  const found: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(OF_TOOL)) found[name] = await db.asOwner(text, [tool])
  for (const [name, text] of Object.entries(OF_SITE)) found[name] = await db.asOwner(text)
  return found
}

/** A tool with facts, two reviews that have votes, and a past launch with an upvote. */
async function createFullTool(submittedBy: string | null = null) {
  const [author, reader] = [await createMember(), await createMember()]
  const tool = await createTool(undefined, submittedBy)
  await db.insert(OWNER, 'tool_facts', { tool_id: tool, pricing_model: 'paid' })
  const review = await createReview(tool, author)
  const other = await createReview(tool, reader)
  await addVote(review, reader)
  await addVote(other, author)
  const launch = await createLaunch(tool, author)
  await db.insert(OWNER, 'launch_upvotes', { launch_id: launch, user_id: reader })
  return { tool, author, reader, review, other, launch }
}

describe('a removed review', () => {
  test('leaves every read and count, notifies its author and reporters, and is restored exactly', async () => {
    const { tool, author, reader, review } = await createFullTool()
    const before = await readAll(tool)
    const report = await sendReport(ben, 'review', review)
    const number = await moderate(moderator, 'review', review, 'remove')
    expect(await db.as(ANON, 'select id from reviews where id = $1', [review])).toEqual([])
    expect(
      await db.as(ANON)`select review_count, rating_average::float from tools where id = ${tool}`,
    ).toEqual([{ review_count: 1, rating_average: 4 }])
    expect(
      await db.as(ANON, 'select total_reviews, helpful_votes from user_stats where user_id = $1', [
        author,
      ]),
    ).toEqual([{ total_reviews: 0, helpful_votes: 0 }])
    expect(
      await db.asOwner('select * from user_activities where review_id = $1', [review]),
    ).toEqual([])
    expect(
      await db.asOwner(
        'select table_name, owner_id from private.removed_content where decision = $1 order by position',
        [number],
      ),
    ).toEqual([
      { table_name: 'public.reviews', owner_id: author },
      { table_name: 'public.review_helpful_votes', owner_id: reader },
    ])

    const decision = {
      decision: number,
      action: 'remove',
      reason: 'spam',
      explanation: EXPLANATION,
    }
    expect(await readEmails(author)).toEqual([
      {
        kind: 'content_decision',
        data: expect.objectContaining({
          ...decision,
          subject_type: 'review',
          detected_by: 'report',
          title: 'It boils',
        }),
      },
    ])
    expect(await readEmails(ben)).toContainEqual({
      kind: 'report_resolved',
      data: expect.objectContaining({ ...decision, number: report }),
    })
    expect(
      await db.as(
        ben,
      )`select status, decision::int, appeal_until = decided_at + interval '6 months' as is_half_year
         from my_reports() r join moderation_decisions d on d.number = r.decision where r.number = ${report}`,
    ).toEqual([{ status: 'resolved', decision: number, is_half_year: true }])

    await moderate(otherModerator, 'review', review, 'restore')
    expect(await readAll(tool)).toEqual(before)
    expect(
      await db.asOwner('select * from private.removed_content where decision = $1', [number]),
    ).toEqual([])
    expect((await readEmails(author)).map(({ data }) => data.action)).toEqual(['remove', 'restore'])
  })

  test('is in the public log without names', async () => {
    const tool = await createTool()
    const review = await createReview(tool, ana)
    const number = await moderate(moderator, 'review', review, 'remove', {
      reason: 'illegal_content',
      law: 'StGB § 185',
    })
    const [row] = await db.as(ANON)`select * from moderation_decisions where number = ${number}`
    expect(row).toMatchObject({
      subject_type: 'review',
      subject_id: review,
      tool_id: tool,
      rating: 4,
      action: 'remove',
      reason: 'illegal_content',
      legal_basis: 'StGB § 185',
      explanation: EXPLANATION,
      detected_by: 'staff',
      report_count: 0,
      hours_to_decision: null,
      appeal_outcome: null,
    })
    const text = JSON.stringify(row)
    for (const secret of [ana, moderator, 'Not once']) expect(text).not.toContain(secret)
  })

  test('cannot be written again by its author until it is restored', async () => {
    const tool = await createTool('Toaster')
    const author = await createMember()
    const review = await createReview(tool, author)
    const number = await moderate(moderator, 'review', review, 'remove')
    const insert = `insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 4, 'Again', 'Not once did it drip.')`
    await expectRefusal(
      db.as(author, insert, [tool, author]),
      `42501: We removed your review of Toaster (decision ${number}). You can appeal and add a corrected text.`,
    )
    // Others can, and the author can review another tool.
    await db.as(ben, insert, [tool, ben])
    await db.as(author, insert, [await createTool(), author])
  })

  test('shows in the events of its author as content_removed', async () => {
    const author = await createMember()
    const review = await createReview(await createTool(), author)
    await moderate(moderator, 'review', review, 'remove')
    expect(await db.as(author, 'select action, resource_type from audit_logs')).toEqual([
      { action: 'content_removed', resource_type: 'review' },
    ])
  })

  test('is deleted with the account of its author, a removed vote with that of the voter', async () => {
    const { author, reader, review, tool } = await createFullTool()
    const number = await moderate(moderator, 'review', review, 'remove')
    await db.as(reader, 'select delete_account(true)')
    expect(await countRows('private.removed_content', 'decision = $1', [number])).toBe(1)
    await moderate(moderator, 'review', review, 'restore')
    expect(await db.asOwner('select helpful_count from reviews where id = $1', [review])).toEqual([
      { helpful_count: 0 },
    ])
    const again = await moderate(moderator, 'review', review, 'remove')
    await db.as(author, 'select delete_account(true)')
    expect(await countRows('private.removed_content', 'decision = $1', [again])).toBe(0)
    expect(await countRows('tools', 'id = $1', [tool])).toBe(1)
  })
})

describe('a removed tool', () => {
  test('takes its reviews, votes, facts, launches and upvotes along and returns exactly', async () => {
    const { tool, review, launch } = await createFullTool(ana)
    const before = await readAll(tool)
    const number = await moderate(moderator, 'tool', tool, 'remove')
    const after = await readAll(tool)
    for (const name of Object.keys(OF_TOOL)) expect([name, after[name]]).toEqual([name, []])
    expect((await readEmails(ana)).at(-1)).toMatchObject({
      kind: 'content_decision',
      data: { decision: number, subject_type: 'tool' },
    })
    await expectRefusal(moderate(moderator, 'review', review, 'restore'), TOOL_FIRST)
    await expectRefusal(moderate(moderator, 'launch', launch, 'restore'), TOOL_FIRST)
    await moderate(moderator, 'tool', tool, 'restore')
    expect(await readAll(tool)).toEqual(before)
  })

  test('cannot be added again under its name or website', async () => {
    const name = `Grill ${crypto.randomUUID()}`
    const tool = await createTool(name)
    const [{ website_url } = {}] =
      await db.asOwner`select website_url from tools where id = ${tool}`
    const number = await moderate(moderator, 'tool', tool, 'remove')
    const refusal = `42501: This tool was removed by a moderator (decision ${number}).`
    const insert = `insert into tools (name, description, category, website_url) values ($1, 'd', 'HR', $2)`
    await expectRefusal(db.as(ben, insert, [name, null]), refusal)
    await expectRefusal(db.as(ben, insert, [`${name} 2`, `${website_url}/?utm_source=x`]), refusal)
    await db.as(ben, insert, [`${name} 2`, `${website_url}/other`])
    await moderate(moderator, 'tool', tool, 'restore')
  })

  test('stays restorable after its submitter deletes the account, without naming the submitter', async () => {
    const submitter = await createMember()
    const tool = await createTool(undefined, submitter)
    const number = await moderate(moderator, 'tool', tool, 'remove')
    await db.as(submitter, 'select delete_account(false)')
    expect(
      await countRows(
        'private.removed_content',
        "decision = $1 and row_data::text like '%' || $2 || '%'",
        [number, submitter],
      ),
    ).toBe(0)
    await moderate(moderator, 'tool', tool, 'restore')
    expect(await db.asOwner('select submitted_by from tools where id = $1', [tool])).toEqual([
      { submitted_by: null },
    ])
  })

  test('a review that was removed before its tool waits for the tool', async () => {
    const { tool, review } = await createFullTool()
    const before = await readAll(tool)
    await moderate(moderator, 'review', review, 'remove')
    await moderate(moderator, 'tool', tool, 'remove')
    await expectRefusal(moderate(moderator, 'review', review, 'restore'), TOOL_FIRST)
    await moderate(moderator, 'tool', tool, 'restore')
    await moderate(moderator, 'review', review, 'restore')
    expect(await readAll(tool)).toEqual(before)
  })
})

test('a removed launch of the past returns with its upvotes and pictures', async () => {
  const { tool, launch, author } = await createFullTool()
  await db.asOwner`update private.launches set pictures = array['uploaded/' || user_id || '/1.webp'] where id = ${launch}`
  const before = await readAll(tool)
  await moderate(moderator, 'launch', launch, 'remove')
  expect(await db.as(ANON, 'select id from product_launches where id = $1', [launch])).toEqual([])
  expect((await readEmails(author)).at(-1)).toMatchObject({
    kind: 'content_decision',
    data: { subject_type: 'launch' },
  })
  await moderate(moderator, 'launch', launch, 'restore')
  expect(await readAll(tool)).toEqual(before)
})

describe('a removed profile', () => {
  test('loses its texts and its username, and gets them back', async () => {
    const member = await createMember('Spammer')
    const fields =
      'select username, first_name, last_name, bio, job_title, company_name, avatar_url from private.profiles where user_id = $1'
    await db.asOwner`update private.profiles set first_name = 'Buy', last_name = 'Now', bio = 'Cheap', job_title = 'Seller', company_name = 'Shop',
         avatar_url = 'https://a.example/storage/v1/object/public/avatars/' || ${member} || '/x.png' where user_id = ${member}`
    const before = await db.asOwner(fields, [member])
    const number = await moderate(moderator, 'profile', member, 'remove')
    expect(await db.asOwner(fields, [member])).toEqual([
      {
        username: expect.stringMatching(/^user-[0-9a-f]{8}$/),
        first_name: null,
        last_name: null,
        bio: null,
        job_title: null,
        company_name: null,
        avatar_url: null,
      },
    ])
    const [row] = await db.as(ANON)`select * from moderation_decisions where number = ${number}`
    expect(row).toMatchObject({ subject_type: 'profile', subject_id: null })
    await expectRefusal(moderate(moderator, 'profile', member, 'remove'), decided(number))
    expect((await readEmails(member)).at(-1)).toMatchObject({ kind: 'content_decision' })
    await moderate(moderator, 'profile', member, 'restore')
    expect(await db.asOwner(fields, [member])).toEqual(before)
  })

  test('keeps what the member has written since, and a username that another member took', async () => {
    const member = await createMember('Wanted')
    await db.asOwner`update private.profiles set first_name = 'Buy', bio = 'Cheap' where user_id = ${member}`
    await moderate(moderator, 'profile', member, 'remove')
    await db.as(member, "update profiles set bio = 'Honest' where user_id = $1", [member])
    await createMember('wanted')
    await moderate(moderator, 'profile', member, 'restore')
    expect(
      await db.asOwner`select username, first_name, bio from private.profiles where user_id = ${member}`,
    ).toEqual([{ username: expect.stringMatching(/^user-/), first_name: 'Buy', bio: 'Honest' }])
  })
})

test('a removed company loses its texts until it is restored, and its admins are notified', async () => {
  const founder = await createMember()
  const company = await db.create(OWNER, 'companies', {
    name: 'Scam',
    website: 'https://scam.example',
    domain: 'scam.example',
    size: '1-10',
    industry: 'other',
    description: 'Buy',
    created_by: founder,
  })
  const read = () => db.asOwner('select * from companies where id = $1', [company])
  const before = await read()
  const number = await moderate(moderator, 'company', company, 'remove')
  expect(await read()).toMatchObject([
    {
      name: 'Removed company',
      website: null,
      domain: null,
      size: null,
      industry: null,
      description: null,
      logo_url: null,
    },
  ])
  expect((await readEmails(founder)).at(-1)).toMatchObject({
    kind: 'content_decision',
    data: { decision: number, subject_type: 'company' },
  })
  await moderate(moderator, 'company', company, 'restore')
  expect(await read()).toEqual(before)
})

test('remove_all_content removes 40 reviews, votes, launches, texts and tools of a member, and returns them exactly', async () => {
  const { tool } = await createFullTool()
  const [member, reader] = [await createMember('Prolific'), await createMember()]
  await db.asOwner("update private.profiles set bio = 'Writes a lot.' where user_id = $1", [member])
  const onOther = await createReview(tool, reader)
  await addVote(onOther, member)
  const reviews: string[] = []
  for (let i = 0; i < 40; i++) reviews.push(await createReview(await createTool(), member))
  for (const review of reviews.slice(0, 7)) await addVote(review, reader)
  const own = await createTool(undefined, member)
  await createReview(own, member)
  const shared = await createTool(undefined, member)
  await createReview(shared, reader)
  const launch = await createLaunch(shared, reader)
  await db.insert(OWNER, 'launch_upvotes', { launch_id: launch, user_id: member })
  await createLaunch(shared, member)
  const before = [await readAll(tool), await readAll(own), await readAll(shared)]

  const number = await moderate(moderator, 'profile', member, 'remove_all_content')
  expect(await countRows('reviews', 'user_id = $1', [member])).toBe(0)
  expect(await countRows('review_helpful_votes', 'user_id = $1', [member])).toBe(0)
  expect(await countRows('launch_upvotes', 'user_id = $1', [member])).toBe(0)
  expect(await countRows('private.launches', 'user_id = $1', [member])).toBe(0)
  expect(await countRows('tools', 'id = $1', [own])).toBe(0)
  expect(await countRows('tools', 'id = $1', [shared])).toBe(1)
  expect(await db.asOwner('select helpful_count from reviews where id = $1', [onOther])).toEqual([
    { helpful_count: 0 },
  ])
  expect(await readEmails(member)).toMatchObject([
    { kind: 'account_decision', data: { decision: number, action: 'remove_all_content' } },
  ])
  await expectRefusal(
    moderate(moderator, 'review', reviews[0] as string, 'restore'),
    decided(number),
  )

  await moderate(moderator, 'profile', member, 'restore')
  expect([await readAll(tool), await readAll(own), await readAll(shared)]).toEqual(before)
})

test('a vote of a member returns with the review that another decision removed meanwhile', async () => {
  const { tool, review, reader } = await createFullTool()
  const before = await readAll(tool)
  await moderate(moderator, 'profile', reader, 'remove_all_content')
  await moderate(moderator, 'review', review, 'remove')
  await moderate(moderator, 'profile', reader, 'restore')
  await moderate(moderator, 'review', review, 'restore')
  expect(await readAll(tool)).toEqual(before)
})

describe('warn, keep and premoderation', () => {
  test('a warning sends an email and changes nothing', async () => {
    const member = await createMember()
    const before = await db.asOwner('select * from private.profiles where user_id = $1', [member])
    const number = await moderate(moderator, 'profile', member, 'warn')
    expect(await readEmails(member)).toMatchObject([
      { kind: 'account_decision', data: { decision: number, action: 'warn' } },
    ])
    expect(await db.asOwner('select * from private.profiles where user_id = $1', [member])).toEqual(
      before,
    )
  })

  test('keep closes all open reports and tells the reporters alone', async () => {
    const author = await createMember()
    const review = await createReview(await createTool(), author)
    const reporters = [await createMember(), await createMember()]
    for (const reporter of reporters) await sendReport(reporter, 'review', review)
    const number = await moderate(moderator, 'review', review, 'keep')
    for (const reporter of reporters)
      expect((await readEmails(reporter)).at(-1)).toMatchObject({
        kind: 'report_resolved',
        data: { decision: number, action: 'keep' },
      })
    expect(await readEmails(author)).toEqual([])
    expect(
      await db.as(
        ANON,
        'select report_count, detected_by from moderation_decisions where number = $1',
        [number],
      ),
    ).toEqual([{ report_count: 2, detected_by: 'report' }])
    await expectRefusal(moderate(moderator, 'review', review, 'keep'), decided(number))
  })

  test('keep closes the reports of content that its author has deleted', async () => {
    const author = await createMember()
    const review = await createReview(await createTool(), author)
    const report = await sendReport(ben, 'review', review)
    await db.as(author, 'delete from reviews where id = $1', [review])
    await expectRefusal(moderate(moderator, 'review', review, 'remove'), NOT_FOUND)
    await moderate(moderator, 'review', review, 'keep')
    expect(
      await db.asOwner('select status from private.reports where number = $1', [report]),
    ).toEqual([{ status: 'resolved' }])
  })

  test('premoderation of a tool needs an end, sends no email, and ends', async () => {
    const tool = await createTool(undefined, ana)
    const emails = await readEmails(ana)
    const end = '23514: The end date has to be in the future.'
    await expectRefusal(moderate(moderator, 'tool', tool, 'end_premoderation'), NOTHING_TO_DECIDE)
    await expectRefusal(moderate(moderator, 'tool', tool, 'premoderate_reviews'), end)
    await expectRefusal(
      moderate(moderator, 'tool', tool, 'premoderate_reviews', {
        until: '2020-01-01',
      }),
      end,
    )
    await moderate(moderator, 'tool', tool, 'premoderate_reviews', { until: '2099-01-01' })
    await moderate(moderator, 'tool', tool, 'end_premoderation')
    await expectRefusal(moderate(moderator, 'tool', tool, 'end_premoderation'), NOTHING_TO_DECIDE)
    expect(await readEmails(ana)).toEqual(emails)
  })
})

describe('moderate refuses', () => {
  let review: string
  beforeAll(async () => {
    review = await createReview(await createTool(), await createMember())
  })
  const call = "select moderate('review', $1, 'remove', 'spam', $2)"

  test('everybody but staff', async () => {
    await expectRefusal(db.as(ben, call, [review, EXPLANATION]), ONLY_MODERATORS)
    await expectRefusal(db.as(SERVICE, call, [review, EXPLANATION]), '42501')
    expect(await countRows('reviews', 'id = $1', [review])).toBe(1)
  })

  test('a session that has ended', async () => {
    const staff = await createMember()
    await db.insert(OWNER, 'private.staff', { user_id: staff, role: 'moderator' })
    await db.asOwner('delete from auth.sessions where user_id = $1', [staff])
    await expectRefusal(moderate(staff, 'review', review, 'remove'), {
      message: 'This session has ended. Please sign in again.',
    })
  })

  const EXPLAIN = 'Please explain the decision in 30 to 2,000 characters.'
  const LAW = 'Please name the law or the court order.'
  test.each<[string, string, Parameters<ModerationFixture['moderate']>[4], string]>([
    [
      'no reason',
      'remove',
      { explanation: EXPLANATION, reason: null as unknown as string },
      'Please choose a reason.',
    ],
    ['an unknown reason', 'remove', { reason: 'dislike' }, 'Please choose a reason.'],
    ['the reason of rules', 'remove', { reason: 'premoderation' }, 'Please choose a reason.'],
    ['no explanation', 'remove', { explanation: null }, EXPLAIN],
    ['an explanation of 29 characters', 'remove', { explanation: 'x'.repeat(29) }, EXPLAIN],
    ['an explanation of 2,001 characters', 'remove', { explanation: 'x'.repeat(2001) }, EXPLAIN],
    ['illegal_content without a law', 'remove', { reason: 'illegal_content' }, LAW],
    ['court_order without an order', 'remove', { reason: 'court_order' }, LAW],
    ['hold', 'hold', {}, 'This decision does not fit this content.'],
    ['warn about a review', 'warn', {}, 'This decision does not fit this content.'],
    ['merge', 'merge', { explanation: EXPLANATION }, 'This decision does not fit this content.'],
  ])('%s', async (_case, action, options, message) => {
    await expectRefusal(moderate(moderator, 'review', review, action, options), `23514: ${message}`)
    expect(await countRows('reviews', 'id = $1', [review])).toBe(1)
  })

  test('unknown content, and states that the action does not fit', async () => {
    await expectRefusal(moderate(moderator, 'review', crypto.randomUUID(), 'remove'), NOT_FOUND)
    await expectRefusal(moderate(moderator, 'review', crypto.randomUUID(), 'keep'), 'PT404')
    await expectRefusal(moderate(moderator, 'review', review, 'restore'), NOTHING_TO_DECIDE)
    await expectRefusal(moderate(moderator, 'review', review, 'keep'), NOTHING_TO_DECIDE)
    await expectRefusal(moderate(moderator, 'profile', ben, 'unsuspend'), NOTHING_TO_DECIDE)
    const number = await moderate(moderator, 'review', review, 'remove')
    await expectRefusal(moderate(otherModerator, 'review', review, 'remove'), decided(number))
    const restored = await moderate(moderator, 'review', review, 'restore')
    await expectRefusal(moderate(moderator, 'review', review, 'restore'), decided(restored))
  })

  test('a court order is recorded as found by an authority', async () => {
    const number = await moderate(moderator, 'review', review, 'remove', {
      reason: 'court_order',
      law: 'LG Berlin 1 O 1/26',
    })
    expect(
      await db.as(ANON, 'select detected_by from moderation_decisions where number = $1', [number]),
    ).toEqual([{ detected_by: 'authority' }])
  })

  test('a decision about a reply that went with its deleted review takes nothing of the review', async () => {
    const founder = await createMember()
    const author = await createMember()
    const tool = await createTool()
    await makeMaker(founder, tool, 'Pots')
    const answered = await createReview(tool, author)
    await writeReply(founder, answered)
    await sendReport(ben, 'reply', answered)
    await sendReport(ben, 'review', answered)
    await db.as(author, 'delete from reviews where id = $1', [answered])
    const number = await moderate(moderator, 'reply', answered, 'keep')
    expect(
      await db.asOwner(
        'select d.rating, d.tool_id, p.affected_user from moderation_decisions d join private.decision_parties p on p.decision = d.number where number = $1',
        [number],
      ),
    ).toEqual([{ rating: null, tool_id: tool, affected_user: null }])
    expect((await readEmails(ben)).at(-1)).toMatchObject({
      kind: 'report_resolved',
      data: { subject_type: 'reply', title: 'Pots' },
    })
    const [review] = await db.asOwner(
      'select number from private.reports where subject_type = $1 and subject_id = $2',
      ['review', answered],
    )
    expect(review).toBeDefined()
    const about = await moderate(moderator, 'review', answered, 'keep')
    expect(
      await db.asOwner(
        'select rating, affected_user from moderation_decisions join private.decision_parties on decision = number where number = $1',
        [about],
      ),
    ).toEqual([{ rating: 4, affected_user: author }])
  })

  test('remove_all_content removes the tools of a member who only added tools, and is refused without any', async () => {
    const spammer = await createMember()
    await db.asOwner`update private.profiles set username = 'user-0a1b2c3d' where user_id = ${spammer}`
    const readHasContent = () =>
      db.value(
        moderator,
        "select moderation_subject('profile', $1) -> 'choices' ? 'remove_all_content' as has",
        [spammer],
      )
    const reviewed = await createTool(undefined, spammer)
    await createReview(reviewed, ben)
    expect(await readHasContent()).toBe(false)
    await expectRefusal(moderate(moderator, 'profile', spammer, 'remove_all_content'), 'PT409')
    const tool = await createTool(undefined, spammer)
    expect(await readHasContent()).toBe(true)
    await moderate(moderator, 'profile', spammer, 'remove_all_content')
    expect(await countRows('tools', 'id = any ($1)', [[tool, reviewed]])).toBe(1)
    expect(await readHasContent()).toBe(false)
  })

  test('moderators in their own case', async () => {
    const tool = await createTool(undefined, moderator)
    const own = await createReview(await createTool(), moderator)
    await expectRefusal(moderate(moderator, 'review', own, 'remove'), INVOLVED)
    await expectRefusal(moderate(moderator, 'tool', tool, 'remove'), INVOLVED)
    await expectRefusal(moderate(moderator, 'profile', moderator, 'warn'), INVOLVED)
    const reported = await createReview(await createTool(), ben)
    await sendReport(moderator, 'review', reported)
    await expectRefusal(moderate(moderator, 'review', reported, 'remove'), INVOLVED)
    const company = await db.create(OWNER, 'companies', { name: 'Mine', created_by: moderator })
    await expectRefusal(moderate(moderator, 'company', company, 'remove'), INVOLVED)
    // Another moderator decides all of them.
    for (const [type, id] of [
      ['review', own],
      ['tool', tool],
      ['review', reported],
      ['company', company],
    ] as const)
      expect(await moderate(otherModerator, type, id, 'remove')).toBeGreaterThan(0)
  })

  test('an end that programs cannot represent', async () => {
    const suspend = (until: string) => moderate(moderator, 'profile', ben, 'suspend', { until })
    for (const until of ['infinity', '200000-01-01T00:00:00Z'])
      await expectRefusal(suspend(until), '23514: The end date has to be within 100 years.')
    expect(await suspend('2099-12-01T12:00:00Z')).toBeGreaterThan(0)
    await moderate(moderator, 'profile', ben, 'unsuspend')
  })

  test('moderators about the profile of staff; an administrator decides', async () => {
    await expectRefusal(moderate(moderator, 'profile', otherModerator, 'warn'), ONLY_ADMINISTRATORS)
    expect(await moderate(admin, 'profile', otherModerator, 'warn')).toBeGreaterThan(0)
  })

  test('staff without two-step sign-in if the site requires it, who still read the queue', async () => {
    await db.as(admin, `select update_site_settings('{"require_staff_2fa": true}')`)
    await expectRefusal(moderate(moderator, 'profile', ben, 'warn'), STAFF_FACTOR)
    expect(await db.as(moderator, 'select * from moderation_queue()')).toBeDefined()
    await db.as(admin, `select update_site_settings('{"require_staff_2fa": false}')`)
    expect(await moderate(moderator, 'profile', ben, 'warn')).toBeGreaterThan(0)
  })
})

test('the service cannot write, change or delete a decision', async () => {
  const review = await createReview(await createTool(), await createMember())
  const number = await moderate(moderator, 'review', review, 'remove')
  for (const statement of [
    "insert into moderation_decisions (subject_type, action, detected_by) values ('tool', 'keep', 'staff')",
    "update moderation_decisions set explanation = 'x'",
    'delete from moderation_decisions',
  ])
    await expectRefusal(db.as(SERVICE, statement), '42501')
  expect(
    await db.as(SERVICE)`select number::int from moderation_decisions where number = ${number}`,
  ).toEqual([{ number }])
})

describe('the queue', () => {
  test('lists child_safety, then illegal_content, then the longest waiting, without ratings, page by page', async () => {
    const rows = async (kind = 'reports', after: string | null = null, size = 100) =>
      db.as(otherModerator, 'select * from moderation_queue($1, $2, $3)', [kind, after, size])
    const ids: string[] = []
    for (const reason of ['spam', 'off_topic', 'illegal_content', 'child_safety']) {
      const review = await createReview(await createTool(), ana)
      await sendReport(ben, 'review', review, reason)
      ids.push(review)
    }
    await sendReport(await createMember(), 'review', ids[1] as string, 'spam')
    await db.asOwner`update private.reports set created_at = created_at - interval '1 day' where subject_id = ${ids[1]}`
    const queue = await rows()
    const own = queue.filter(({ subject_id }) => ids.includes(String(subject_id)))
    expect(own.map(({ subject_id }) => subject_id)).toEqual([ids[3], ids[2], ids[1], ids[0]])
    expect(own[2]).toMatchObject({
      subject_type: 'review',
      title: 'It boils',
      reasons: ['off_topic', 'spam'],
      report_count: 2,
      appeal: null,
    })
    expect(Object.keys(own[0] ?? {})).not.toContain('rating')
    const paged: unknown[] = []
    for (let after: string | null = null; ; ) {
      const page: Record<string, unknown>[] = await rows('reports', after, 2)
      if (page.length === 0) break
      paged.push(...page)
      after = String(page.at(-1)?.after_row)
    }
    expect(paged).toEqual(queue)
    await expectRefusal(rows('reports', 'x'), '22023')
    await expectRefusal(rows('all'), '22023')
  })

  test.each(['author', 'reporter', 'reporter who withdrew'])(
    'a moderator who is the %s of a case reads no notes about it, writes none and cannot decide',
    async (part) => {
      const isAuthor = part === 'author'
      const review = await createReview(await createTool(), isAuthor ? otherModerator : ana)
      const reporter = isAuthor ? ben : otherModerator
      const number = await sendReport(reporter, 'review', review)
      if (part === 'reporter who withdrew')
        await db.as(otherModerator, 'select withdraw_report($1)', [number])
      const addNote = (sub: string) =>
        db.as(sub, "select add_moderator_note('review', $1, 'Look at it')", [review])
      const readCase = (sub: string) =>
        db.value(sub, "select moderation_subject('review', $1) as subject", [review])
      await addNote(moderator)
      expect(await readCase(otherModerator)).toMatchObject({ notes: [], is_party: true })
      await expectRefusal(addNote(otherModerator), INVOLVED)
      await expectRefusal(moderate(otherModerator, 'review', review, 'remove'), INVOLVED)
      expect(await readCase(moderator)).toMatchObject({
        notes: [{ note: 'Look at it' }],
        is_party: false,
      })
      expect(await moderate(moderator, 'review', review, 'remove')).toBeGreaterThan(0)
    },
  )

  test('and the case are for staff alone', async () => {
    const review = await createReview(await createTool(), ana)
    const number = await sendReport(ben, 'review', review)
    for (const statement of [
      'select * from moderation_queue()',
      `select moderation_subject('review', '${review}')`,
      `select add_moderator_note('review', '${review}', 'Look at it')`,
    ]) {
      await expectRefusal(db.as(ana, statement), ONLY_MODERATORS)
      expect(await db.as(moderator, statement)).toBeDefined()
    }
    const [row] = await db.as(moderator)`select moderation_subject('review', ${review}) as subject`
    expect(row?.subject).toMatchObject({
      content: { title: 'It boils', is_removed: false, author: { username: 'Ana' } },
      reports: [
        { number, reason: 'spam', snapshot: { content: 'Not once did it drip.' }, reporter: 'Ben' },
      ],
      decisions: [],
      notes: [{ note: 'Look at it', author: 'Mona' }],
    })
    await moderate(moderator, 'review', review, 'remove')
    const [removed] = await db.as(moderator, "select moderation_subject('review', $1) as subject", [
      review,
    ])
    expect(removed?.subject).toMatchObject({
      content: { title: 'It boils', is_removed: true },
      decisions: [{ action: 'remove' }],
    })
    await expectRefusal(
      db.as(moderator, "select moderation_subject('review', $1)", [crypto.randomUUID()]),
      'PT404',
    )
    await expectRefusal(
      db.as(moderator, "select add_moderator_note('review', $1, ' ')", [review]),
      '23514',
    )
  })
})

test('a moderator does not see the reporters of their own content; another moderator does', async () => {
  const review = await createReview(await createTool(), moderator)
  const number = await sendReport(ben, 'review', review)
  const decision = await moderate(otherModerator, 'review', review, 'keep')
  await db.as(ben, 'select submit_appeal($1, $2)', [decision, APPEAL])
  const read = (sub: string) =>
    db.value(sub, "select moderation_subject('review', $1) as subject", [review])
  const reporter = { reporter: 'Ben', details: 'It is the same text as in five others.' }
  const expected = (named: object, statement: string | null) => ({
    reports: [{ number, reason: 'spam', ...named }],
    decisions: [{ appeals: [{ statement }] }],
  })
  expect(await read(otherModerator)).toMatchObject(expected(reporter, APPEAL))
  const unnamed = expected({ reporter: null, details: null }, null)
  expect(await read(moderator)).toMatchObject(unnamed)
  // Also after its author has deleted it.
  await db.asOwner('delete from reviews where id = $1', [review])
  expect(await read(moderator)).toMatchObject(unnamed)
})

test('of two removals at the same time one is refused', async () => {
  const review = await createReview(await createTool(), ana)
  const results = await Promise.allSettled([
    moderate(moderator, 'review', review, 'remove'),
    moderate(otherModerator, 'review', review, 'remove'),
  ])
  const number = results.find(({ status }) => status === 'fulfilled') as { value: number }
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: parseRefusal(decided(number.value)),
  })
})

test('votes and reviews at the same time as removals are all counted afterwards', async () => {
  const tool = await createTool()
  const members = await Promise.all(Array.from({ length: 8 }, () => createMember()))
  const review = await createReview(tool, ana)
  const vote = 'insert into review_helpful_votes (review_id, user_id) values ($1, $2)'
  const write = `insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 5, 'It boils', 'Not once did it drip.')`
  await Promise.allSettled([
    ...members.slice(0, 4).map((member) => db.as(member, vote, [review, member])),
    moderate(moderator, 'review', review, 'remove'),
    ...members.slice(4).map((member) => db.as(member, write, [tool, member])),
    moderate(moderator, 'tool', tool, 'remove'),
    ...members.slice(0, 4).map((member) => db.as(member, write, [tool, member])),
  ])
  await moderate(moderator, 'tool', tool, 'restore')
  // If the tool was removed first, the review came back with it.
  await moderate(moderator, 'review', review, 'restore').catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'PT409' })
  })
  const [counts] = await db.asOwner`select t.review_count, t.rating_sum, r.helpful_count,
       (select count(*)::int from reviews where tool_id = t.id) as reviews,
       (select sum(rating)::int from reviews where tool_id = t.id) as ratings,
       (select count(*)::int from review_helpful_votes where review_id = r.id) as votes
     from tools t join reviews r on r.id = ${review} where t.id = ${tool}`
  expect(counts?.review_count).toBe(counts?.reviews)
  expect(counts?.rating_sum).toBe(counts?.ratings)
  expect(counts?.helpful_count).toBe(counts?.votes)
})

test('a removal of a tool keeps the rows of every table that goes with it, except derived ones', async () => {
  const lost = await db.asOwner(
    `select c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid = 'public.tools'::regclass and c.confdeltype = 'c'
       and (select prosrc from pg_proc where oid = 'private.remove_content'::regproc)
         !~ format('[(][0-9], ''(private|public)[.]%s''', (select relname from pg_class where oid = c.conrelid))
     order by 1`,
  )
  // Triggers write them again.
  expect(lost).toEqual([
    { name: 'private.attribute_numbers' },
    { name: 'private.tool_review_days' },
  ])
})
