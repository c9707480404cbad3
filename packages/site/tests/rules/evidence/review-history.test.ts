// Spec 3 §3.2: context of use, earlier versions of reviews, and reviews that are written again.

import { describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const {
  db,
  ana,
  ben,
  moderator,
  createTool,
  otherModerator,
  admin,
  createReview,
  countRows,
  moderate,
  createMember,
  addVote,
} = await shareCommunity()

/** Writes a review now, as its author. @returns its id */
async function writeReview(author: string, tool: string): Promise<string> {
  const [row] = await db.as(
    author,
    `insert into reviews (tool_id, user_id, rating, title, content, pros, cons)
     values ($1, $2, 4, 'It boils', 'Not once did it drip.', '{Fast}', '{}') returning id`,
    [tool, author],
  )
  return String(row?.id)
}
const edit = (author: string, review: string, changes: string) =>
  db.as(author, `update reviews set ${changes} where id = $1 returning id`, [review])
const readReview = async (id: string) => {
  const [row] = await db.as(ANON, 'select * from reviews where id = $1', [id])
  return row
}
const readRevisions = (id: string) =>
  db.as(ANON, 'select * from review_revisions where review_id = $1 order by number', [id])

describe('context of use', () => {
  test('an insert with the seven specified columns has null context, revision 1 and no dates', async () => {
    const id = await writeReview(ana, await createTool())
    expect(await readReview(id)).toMatchObject({
      used_version: null,
      used_plan: null,
      used_from: null,
      used_until: null,
      relationship: null,
      incentive: null,
      revision: 1,
      edited_at: null,
      first_published_on: null,
    })
  })

  test('a member writes and changes the context; another member changes nothing', async () => {
    const tool = await createTool()
    const [row] = await db.as(
      ana,
      `insert into reviews (tool_id, user_id, rating, title, content, used_version, used_plan, used_from, used_until, relationship, incentive)
       values ($1, $2, 4, 'It boils', 'Not once did it drip.', ' 3.2 ', 'paid', '2024-03-01', '2025-03-01', 'partner', 'discount') returning *`,
      [tool, ana],
    )
    expect(row).toMatchObject({ used_version: '3.2', used_plan: 'paid', relationship: 'partner' })
    expect(await edit(ben, String(row?.id), "used_version = '4'")).toEqual([])
    expect(await edit(ana, String(row?.id), "used_version = '4'")).toHaveLength(1)
    expect(await readReview(String(row?.id))).toMatchObject({ used_version: '4' })
  })

  test.each([
    [
      "used_from = '2025-02-01', used_until = '2025-01-31'",
      "The end date can't be before the start date.",
    ],
    ['used_from = now()::date + 2', "The date can't be in the future."],
    ['used_until = now()::date + 2', "The date can't be in the future."],
    ["used_from = '1949-12-31'", "The date can't be before 1950."],
    ["used_from = '-infinity'", "The date can't be before 1950."],
    ["used_until = '0044-03-15 BC'", "The date can't be before 1950."],
  ])('%s is refused with "%s"', async (changes, message) => {
    const id = await writeReview(ana, await createTool())
    await expectRefusal(edit(ana, id, changes), `23514: ${message}`)
    expect(await edit(ana, id, "used_from = '2025-01-31', used_until = '2025-02-01'")).toHaveLength(
      1,
    )
  })

  test.each(["used_plan = 'stolen'", "incentive = 'love'", "used_version = repeat('9', 41)"])(
    '%s is refused with 23514',
    async (changes) => {
      const id = await writeReview(ana, await createTool())
      await expectRefusal(edit(ana, id, changes), '23514')
    },
  )

  test.each(['revision', 'edited_at', 'first_published_on'])(
    'a member who sets %s gets 42501',
    async (column) => {
      const id = await writeReview(ana, await createTool())
      await expectRefusal(edit(ana, id, `${column} = null`), '42501')
    },
  )
})

describe('an edit', () => {
  test('within five minutes and without votes makes no version', async () => {
    const id = await writeReview(ana, await createTool())
    await edit(ana, id, "content = 'It dripped once, after a year.'")
    expect(await readReview(id)).toMatchObject({ revision: 1, edited_at: null })
    expect(await readRevisions(id)).toEqual([])
  })

  test('within five minutes after a vote makes one, and votes count for the version they were given for', async () => {
    const id = await writeReview(ana, await createTool())
    for (const member of [ben, moderator, otherModerator])
      await db.insert(member, 'review_helpful_votes', { review_id: id, user_id: member })
    await edit(ana, id, "rating = 2, content = 'It dripped once, after a year.'")
    const review = await readReview(id)
    expect(review).toMatchObject({ revision: 2, helpful_count: 3, rating: 2 })
    expect(review?.edited_at).not.toBeNull()
    expect(await readRevisions(id)).toMatchObject([
      { number: 1, rating: 4, content: 'Not once did it drip.', pros: ['Fast'], redacted_at: null },
    ])
    await db.insert(admin, 'review_helpful_votes', { review_id: id, user_id: admin })
    const votes = await db.as(ANON, 'select * from review_votes_by_revision($1)', [id])
    expect(votes.map(({ revision, votes: count }) => [revision, Number(count)])).toEqual([
      [1, 3],
      [2, 1],
    ])
  })

  test('five minutes after the last version adds a version, but none without changes', async () => {
    const id = await writeReview(ana, await createTool())
    await db.asOwner`update reviews set created_at = now() - interval '6 minutes' where id = ${id}`
    await edit(ana, id, "title = 'It boils'")
    expect(await readRevisions(id)).toEqual([])
    await edit(ana, id, "used_plan = 'paid'")
    expect(await readReview(id)).toMatchObject({ revision: 2 })
    // edited_at counts from now on.
    await edit(ana, id, "title = 'It boils well'")
    expect(await readReview(id)).toMatchObject({ revision: 2, title: 'It boils well' })
    expect(await readRevisions(id)).toMatchObject([{ number: 1, used_plan: null }])
  })
})

/** A review with one earlier version. */
async function editedReview(tool?: string): Promise<string> {
  const id = await writeReview(ana, tool ?? (await createTool()))
  await db.asOwner`update reviews set created_at = now() - interval '6 minutes' where id = ${id}`
  await edit(ana, id, "content = 'It dripped once, after a year.'")
  return id
}

describe('redact_revision', () => {
  const redact = (member: string, review: string, number: number) =>
    db.as(member, 'select redact_revision($1, $2)', [review, number])

  test('by the author empties the version for everybody and leaves its number and date', async () => {
    const id = await editedReview()
    const [before] = await readRevisions(id)
    await redact(ana, id, 1)
    const [after] = await readRevisions(id)
    expect(after).toMatchObject({
      number: 1,
      rating: null,
      title: null,
      content: null,
      pros: null,
      cons: null,
      written_at: before?.written_at,
    })
    expect(after?.redacted_at).not.toBeNull()
    expect(
      JSON.stringify(await db.asOwner('select * from review_revisions where review_id = $1', [id])),
    ).not.toContain(before?.content)
  })

  test('by another member, a moderator included, or the service returns 42501 and changes nothing', async () => {
    const id = await editedReview()
    for (const member of [ben, moderator])
      await expectRefusal(redact(member, id, 1), '42501: Only the author can do this.')
    await expectRefusal(db.as(SERVICE, 'select redact_revision($1, 1)', [id]), '42501')
    expect(await readRevisions(id)).toMatchObject([{ content: 'Not once did it drip.' }])
  })

  test('of a version that does not exist returns PT404', async () => {
    const id = await editedReview()
    await expectRefusal(redact(ana, id, 2), 'PT404')
  })
})

describe('a review that its author deletes and writes again', () => {
  test('within a year keeps its first date, also after a second deletion', async () => {
    const tool = await createTool()
    const first = await createReview(tool, ana)
    await db.as(ana, 'delete from reviews where id = $1', [first])
    const second = await writeReview(ana, tool)
    const firstDay =
      await db.asOwner`select first_published_on::text as day from reviews where id = ${second}`
    expect(firstDay).toEqual([{ day: '2024-05-05' }])
    await db.as(ana, 'delete from reviews where id = $1', [second])
    const third = await writeReview(ana, tool)
    expect(
      await db.asOwner`select first_published_on::text as day from reviews where id = ${third}`,
    ).toEqual([{ day: '2024-05-05' }])
  })

  test('after more than a year has no first date, and the job deletes what was stored', async () => {
    const tool = await createTool()
    await db.as(ana, 'delete from reviews where id = $1', [await createReview(tool, ana)])
    await db.asOwner(
      "update private.deleted_reviews set deleted_at = now() - interval '366 days' where tool_id = $1",
      [tool],
    )
    expect(await readReview(await writeReview(ana, tool))).toMatchObject({
      first_published_on: null,
    })
    const count = () => countRows('private.deleted_reviews', 'tool_id = $1', [tool])
    expect(await count()).toBe(1)
    await db.as(SERVICE, 'select purge_closed_reports()')
    expect(await count()).toBe(0)
  })

  test('stores nothing for a removal, a deleted tool or a deleted account', async () => {
    const tool = await createTool()
    const removed = await createReview(tool, ana)
    await moderate(moderator, 'review', removed, 'remove')
    expect(await countRows('private.deleted_reviews', 'tool_id = $1', [tool])).toBe(0)
    const deletedTool = await createTool()
    await createReview(deletedTool, ana)
    await db.asOwner('delete from tools where id = $1', [deletedTool])
    const member = await createMember()
    await createReview(tool, member)
    await db.as(member, 'select delete_account(false)')
    expect(
      await countRows('private.deleted_reviews', 'tool_id = any ($1)', [[tool, deletedTool]]),
    ).toBe(0)
  })
})

describe('moderation', () => {
  const readAll = async (id: string) => ({
    review: await readReview(id),
    revisions: await readRevisions(id),
    votes: await db.asOwner`select * from review_helpful_votes where review_id = ${id} order by id`,
    tool: await db.asOwner(
      'select review_count, rating_counts, adjusted_rating from tools where id = (select tool_id from reviews where id = $1)',
      [id],
    ),
  })

  test('removing and restoring a review leaves versions and votes with their version as they were', async () => {
    const id = await editedReview()
    await addVote(id, ben)
    await db.asOwner('update review_helpful_votes set revision = 1 where review_id = $1', [id])
    const before = await readAll(id)
    expect(before.revisions).toHaveLength(1)
    await moderate(moderator, 'review', id, 'remove')
    expect(await readRevisions(id)).toEqual([])
    await moderate(moderator, 'review', id, 'restore')
    expect(await readAll(id)).toEqual(before)
  })

  test('removing all content of a member and restoring it leaves versions and counted ratings as they were', async () => {
    const author = await createMember()
    const tool = await createTool()
    const id = await writeReview(author, tool)
    await db.asOwner`update reviews set created_at = now() - interval '6 minutes' where id = ${id}`
    await edit(author, id, "content = 'It dripped once, after a year.', relationship = 'maker'")
    const before = await readAll(id)
    expect(before.tool).toMatchObject([{ rating_counts: [0, 0, 0, 0, 0] }])
    await moderate(moderator, 'profile', author, 'remove_all_content')
    expect(await readRevisions(id)).toEqual([])
    await moderate(moderator, 'profile', author, 'restore')
    expect(await readAll(id)).toEqual(before)
  })

  test('an appeal with a corrected text publishes it and leaves no earlier text in the history', async () => {
    const id = await editedReview()
    const decision = await moderate(moderator, 'review', id, 'remove')
    const [row] = await db.as(ana, 'select submit_appeal($1, $2, $3::jsonb) as number', [
      decision,
      'The corrected text leaves the name out.',
      JSON.stringify({ content: 'It boils, and that is all.' }),
    ])
    await db.as(otherModerator, 'select resolve_appeal($1, $2, $3)', [
      row?.number,
      'reversed',
      'The corrected text has nothing of what was removed.',
    ])
    expect(await readReview(id)).toMatchObject({ content: 'It boils, and that is all.' })
    const revisions = await readRevisions(id)
    expect(revisions.length).toBeGreaterThan(0)
    for (const revision of revisions) expect(revision).toMatchObject({ content: null, title: null })
  })
})

test('a review that stays after its account is deleted has its versions; a deleted one has none', async () => {
  const kept = await createMember()
  const tool = await createTool()
  const id = await writeReview(kept, tool)
  await db.asOwner`update reviews set created_at = now() - interval '6 minutes' where id = ${id}`
  await edit(kept, id, "content = 'It dripped once, after a year.'")
  const data = await db.as(
    kept,
    "select download_my_data() -> 'earlier_versions' as earlier_versions",
  )
  expect(data).toMatchObject([
    { earlier_versions: [{ number: 1, content: 'Not once did it drip.' }] },
  ])
  await db.as(kept, 'select delete_account(true)')
  expect(await readRevisions(id)).toHaveLength(1)
  await db.asOwner('delete from reviews where id = $1', [id])
  expect(await readRevisions(id)).toEqual([])
})
