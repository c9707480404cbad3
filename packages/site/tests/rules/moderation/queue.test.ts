// What a row of the queue tells about its case (spec 3 §1.4).

import { describe, expect, test } from 'vitest'
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

/** "zzheld" is a word of the filter. */
const holdWord = () =>
  db.as(
    fixture.admin,
    `select update_site_settings('{"word_filter": [{"text": "zzheld", "action": "hold"}]}')`,
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
  await holdWord()
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

describe('what goes with other content', () => {
  /** Of these subjects those that wait, by the kind of the queue. */
  const findWaiting = async (ids: Record<string, string>) => {
    const waiting: Record<string, string[]> = {}
    for (const kind of ['reports', 'pending']) {
      const rows = await db.as(moderator, 'select * from moderation_queue($1, null, 100)', [kind])
      waiting[kind] = rows
        .filter(({ subject_id }) => Object.values(ids).includes(String(subject_id)))
        .map(
          ({ subject_type, subject_id }) =>
            `${subject_type} ${Object.keys(ids).find((name) => ids[name] === subject_id)}`,
        )
        .toSorted()
    }
    return waiting
  }

  /** A review with a reply, and a launch of the same tool, which are reported. @returns the numbers of the reports */
  async function createReported(author: string, tool: string) {
    const maker = await createMember()
    await fixture.makeMaker(maker, tool)
    const review = await fixture.createReview(tool, author)
    await fixture.writeReply(maker, review)
    const launch = await createLaunch(tool, author)
    for (const [type, id] of [
      ['review', review],
      ['reply', review],
      ['launch', launch],
    ] as const)
      await sendReport(fixture.ben, type, id)
    return { review, launch }
  }

  test('leaves the queue with a tool, and the reporters learn of it', async () => {
    const tool = await createTool()
    const other = await createReported(await createMember(), await createTool())
    const gone = await createReported(await createMember(), tool)
    const open = { reports: ['launch launch', 'reply review', 'review review'], pending: [] }
    expect(await findWaiting(gone)).toEqual(open)
    const number = await moderate(moderator, 'tool', tool, 'remove')
    expect(await findWaiting(gone)).toEqual({ reports: [], pending: [] })
    expect(await findWaiting(other)).toEqual(open)
    const emails = (await fixture.readEmails(fixture.ben)).filter(
      ({ kind, data }) => kind === 'report_resolved' && data.decision === number,
    )
    expect(emails.map(({ data }) => data.subject_type).toSorted()).toEqual([
      'launch',
      'reply',
      'review',
    ])
    expect(emails[0]?.data).toMatchObject({
      action: 'remove',
      tool: expect.stringMatching(/^Tool/),
    })
  })

  test('leaves the queue with a review', async () => {
    const gone = await createReported(await createMember(), await createTool())
    await moderate(moderator, 'review', gone.review, 'remove')
    expect(await findWaiting(gone)).toEqual({ reports: ['launch launch'], pending: [] })
  })

  test('leaves it with all content of a member, and what waited for approval waits again after a restoration', async () => {
    await holdWord()
    const author = await createMember()
    const shown = await createReported(author, await createTool())
    const list = await db.create(author, 'lists', {
      user_id: author,
      name: 'Pots',
      visibility: 'public',
    })
    await sendReport(fixture.ben, 'list', list)
    const edited = await createTool()
    const declined = await fixture.suggestEdit(author, edited, { license: [null, 'MIT'] })
    await db.as(moderator, 'select resolve_tool_edit($1, false)', [declined])
    const edit = await fixture.suggestEdit(author, edited, { license: [null, '0BSD'] })
    const held = {
      heldReview: await writeReview(author, await createTool(), { content: 'Some zzheld text.' }),
      heldList: await db.create(author, 'lists', {
        user_id: author,
        name: 'zzheld',
        visibility: 'public',
      }),
      heldTool: await db.create(author, 'tools', {
        name: `Zzheld ${crypto.randomUUID()}`,
        description: 'It is zzheld.',
        category: 'HR',
      }),
      profile: author,
    }
    await db.as(author, "update profiles set bio = 'I am zzheld.' where user_id = $1", [author])
    const ids = { ...shown, list, ...held }
    const readEdits = () =>
      db.asOwner`select id, status from tool_edits where suggested_by = ${author} order by status`
    const edits = [
      { id: declined, status: 'declined' },
      { id: edit, status: 'open' },
    ]
    const posts = ['list heldList', 'review heldReview', 'tool heldTool']
    expect(await readEdits()).toEqual(edits)
    expect(await findWaiting(ids)).toEqual({
      reports: ['launch launch', 'list list', 'reply review', 'review review'],
      pending: ['profile profile', ...posts].toSorted(),
    })

    await moderate(moderator, 'profile', author, 'remove_all_content')
    expect(await findWaiting(ids)).toEqual({ reports: [], pending: [] })
    expect(await readEdits()).toEqual([edits[0]])
    await expectRefusal(moderate(moderator, 'profile', author, 'remove_all_content'), 'PT409')

    await moderate(moderator, 'profile', author, 'restore')
    expect(await findWaiting(ids)).toEqual({ reports: [], pending: posts })
    expect(await readEdits()).toEqual(edits)
    await moderate(moderator, 'review', held.heldReview, 'restore')
    expect(await findWaiting(ids)).toEqual({
      reports: [],
      pending: ['list heldList', 'tool heldTool'],
    })
  })

  test.each([
    [
      'an open suggestion',
      async (author: string) =>
        fixture.suggestEdit(author, await createTool(), { license: [null, 'MIT'] }),
    ],
    [
      'a held review',
      async (author: string) =>
        writeReview(author, await createTool(), { content: 'Some zzheld text.' }),
    ],
  ])('%s alone is content of a member', async (_case, write) => {
    await holdWord()
    const author = await createMember()
    await db.asOwner`update private.profiles set username = ${`user-${crypto.randomUUID().slice(0, 8)}`} where user_id = ${author}`
    await expectRefusal(moderate(moderator, 'profile', author, 'remove_all_content'), 'PT409')
    await write(author)
    await moderate(moderator, 'profile', author, 'remove_all_content')
    await expectRefusal(moderate(moderator, 'profile', author, 'remove_all_content'), 'PT409')
  })
})

test('nobody else reads a row', async () => {
  for (const kind of ['reports', 'pending', 'appeals'])
    for (const caller of [ANON, asMember(fixture.ana)])
      await expectRefusal(db.as(caller, 'select * from moderation_queue($1)', [kind]), '42501')
})
