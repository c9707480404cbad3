// What a row of the queue tells about its case (spec 3 §1.4).

import { expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, APPEAL, asMember } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const fixture = await shareCommunity()
const { db, writeReview } = fixture
const { moderator, otherModerator, createTool, sendReport, createMember, createLaunch, moderate } =
  fixture

const DETAILS = 'It is the same text as in five others.'

const readRow = async (sub: string, kind: string, subject: string) =>
  (await db.as(sub, 'select * from moderation_queue($1, null, 100)', [kind])).find(
    ({ subject_id }) => subject_id === subject,
  )

const createReview = async (author: string) => fixture.createReview(await createTool(), author)

test('a report shows content, author, state, and the newest reporter with the words', async () => {
  const { ana, ben } = fixture
  const review = await createReview(ana)
  await sendReport(ben, 'review', review)
  await db.as(
    ANON,
    "select submit_report('review', $1, 'spam', '', false, 'Rita', 'r@x.example')",
    [review],
  )
  const row = {
    title: 'It boils',
    excerpt: 'Not once did it drip.',
    author: 'Ana',
    is_hidden: false,
    report_count: 2,
    // The newer one has no details.
    said_by: 'Ben',
    words: DETAILS,
    ends_at: null,
  }
  expect(await readRow(moderator, 'reports', review)).toMatchObject(row)
  // The text that was reported, also if it changes.
  await db.asOwner("update reviews set content = 'All is well with it.' where id = $1", [review])
  expect(await readRow(moderator, 'reports', review)).toMatchObject(row)
  await db.asOwner('delete from reviews where id = $1', [review])
  expect(await readRow(moderator, 'reports', review)).toMatchObject(row)
})

test.each([
  ['tool', 'Boils water.'],
  ['launch', 'Boils water.'],
  ['profile', 'Gareth Pryce · Consultant · I boil.'],
])('a report of a %s has its texts, of at most 300 characters', async (type, excerpt) => {
  const author = await createMember()
  const tool = await createTool(undefined, author)
  const subjects = { tool, launch: await createLaunch(tool, author), profile: author }
  const id = subjects[type as keyof typeof subjects]
  await db.asOwner(
    "update private.profiles set first_name = 'Gareth', last_name = 'Pryce', job_title = 'Consultant', bio = 'I boil.' where user_id = $1",
    [author],
  )
  await sendReport(fixture.ben, type, id)
  expect(await readRow(moderator, 'reports', id)).toMatchObject({ excerpt })
})

test('a long text is cut at 300 characters', async () => {
  const review = await createReview(fixture.ana)
  await db.asOwner("update reviews set content = repeat('long ', 200) where id = $1", [review])
  await sendReport(fixture.ben, 'review', review)
  const row = await readRow(moderator, 'reports', review)
  expect(String(row?.excerpt)).toHaveLength(300)
})

test('the author of a case does not see who reported it and why, also as a moderator', async () => {
  const review = await createReview(moderator)
  await sendReport(fixture.ben, 'review', review)
  const hidden = { excerpt: 'Not once did it drip.', author: 'Mona', said_by: null, words: null }
  expect(await readRow(moderator, 'reports', review)).toMatchObject(hidden)
  expect(await readRow(otherModerator, 'reports', review)).toMatchObject({
    said_by: 'Ben',
    words: DETAILS,
  })
})

test('an appeal shows the removed content, the statement, and the end of a suspension', async () => {
  const author = await createMember('Uta')
  const review = await createReview(author)
  const appeal = async (sub: string, decision: number) =>
    db.as(sub, 'select submit_appeal($1, $2)', [decision, APPEAL])
  await appeal(author, await moderate(moderator, 'review', review, 'remove'))
  expect(await readRow(otherModerator, 'appeals', review)).toMatchObject({
    excerpt: 'Not once did it drip.',
    author: 'Uta',
    is_hidden: true,
    said_by: 'Uta',
    words: APPEAL,
    ends_at: null,
  })
  const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 3 * 86_400_000)
  await appeal(
    author,
    await moderate(moderator, 'profile', author, 'suspend', { until: until.toISOString() }),
  )
  const suspension = await readRow(otherModerator, 'appeals', author)
  expect(suspension).toMatchObject({ is_hidden: false, words: APPEAL })
  expect(new Date(String(suspension?.ends_at))).toEqual(until)

  // A reporter appeals against "keep": a party, also the author as a moderator, reads no statement.
  const own = await createReview(moderator)
  await sendReport(fixture.ben, 'review', own)
  await appeal(fixture.ben, await moderate(otherModerator, 'review', own, 'keep'))
  const row = { is_hidden: false, author: 'Mona', said_by: null }
  expect(await readRow(moderator, 'appeals', own)).toMatchObject({ ...row, words: null })
  expect(await readRow(otherModerator, 'appeals', own)).toMatchObject({ ...row, words: APPEAL })
})

test('a held post is hidden and shows its text', async () => {
  const { admin } = fixture
  await db.as(
    admin,
    `select update_site_settings('{"word_filter": [{"text": "zzheld", "action": "hold"}]}')`,
  )
  const author = await createMember()
  const review = await writeReview(author, await createTool(), {
    content: 'Some text with zzheld in it.',
  })
  expect(await readRow(moderator, 'pending', review)).toMatchObject({
    excerpt: 'Some text with zzheld in it.',
    is_hidden: true,
    said_by: null,
    words: null,
  })
})

test('nobody else reads a row', async () => {
  for (const kind of ['reports', 'pending', 'appeals'])
    for (const caller of [ANON, asMember(fixture.ana)])
      await expectRefusal(db.as(caller, 'select * from moderation_queue($1)', [kind]), '42501')
})
