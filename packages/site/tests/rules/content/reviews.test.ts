// Spec 2 §3-§6 and spec 1 §9: reviews, their counts and helpful votes.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

let tool: string
let ana: string
let ben: string
const db = await shareTestDatabase()
beforeEach(async () => {
  ana = await db.createUser()
  ben = await db.createUser()
  tool = await db.create(OWNER, 'tools', {
    name: `Tool ${crypto.randomUUID()}`,
    description: 'd',
    category: 'HR',
  })
})

const write = async (
  sub: string,
  rating = 4,
  more: { pros?: string[]; cons?: string[]; title?: string; content?: string } = {},
) => {
  const { pros = [], cons = [], title = 'Good', content = 'Long enough.' } = more
  const [row] = await db.as(
    sub,
    `insert into reviews (tool_id, user_id, rating, title, content, pros, cons) values ($1, $2, $3, $4, $5,
       array(select jsonb_array_elements_text($6::jsonb)), array(select jsonb_array_elements_text($7::jsonb))) returning id`,
    [tool, sub, rating, title, content, JSON.stringify(pros), JSON.stringify(cons)],
  )
  return String(row?.id)
}
const readTool = () =>
  db.rowAsOwner`select review_count, rating_sum, rating_average from tools where id = ${tool}`
const readStats = (sub: string) =>
  db.rowAsOwner`select total_reviews, helpful_votes from user_stats where user_id = ${sub}`

describe('counts and averages', () => {
  test('an insert, update and delete of a review update the counts, the average and the activity', async () => {
    const first = await write(ana, 5)
    await write(ben, 2)
    expect(await readTool()).toEqual({ review_count: 2, rating_sum: 7, rating_average: '3.50' })
    await db.as(ana, 'update reviews set rating = 4 where id = $1', [first])
    expect(await readTool()).toMatchObject({ rating_average: '3.00' })
    expect(await readStats(ana)).toMatchObject({ total_reviews: 1 })
    expect(
      await db.asOwner('select metadata from user_activities where review_id = $1', [first]),
    ).toMatchObject([{ metadata: { rating: 4, tool_id: tool } }])
    await db.as(ana, 'delete from reviews where id = $1', [first])
    expect(await readTool()).toEqual({ review_count: 1, rating_sum: 2, rating_average: '2.00' })
    expect(await readStats(ana)).toMatchObject({ total_reviews: 0 })
    expect(await db.asOwner('select 1 from user_activities where review_id = $1', [first])).toEqual(
      [],
    )
  })

  test('of concurrent reviews of a tool by one member, one is stored', async () => {
    const outcomes = await Promise.allSettled([write(ana), write(ana), write(ana)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readTool()).toMatchObject({ review_count: 1 })
  })
})

describe('delete_account', () => {
  test('delete_account(true) keeps the reviews without their author', async () => {
    const review = await write(ana, 5)
    await db.insert(ben, 'review_helpful_votes', { review_id: review, user_id: ben })
    await db.as(ana, 'select delete_account(true)')
    expect(
      await db.asOwner('select user_id, helpful_count from reviews where id = $1', [review]),
    ).toEqual([{ user_id: null, helpful_count: 1 }])
    expect(await readTool()).toMatchObject({ review_count: 1 })
    expect(await db.asOwner('select 1 from auth.users where id = $1', [ana])).toEqual([])
    expect(await db.asOwner('select 1 from private.profiles where user_id = $1', [ana])).toEqual([])
    // The voter can still withdraw the vote.
    await db.as(ben, 'delete from review_helpful_votes where review_id = $1', [review])
    expect(await db.asOwner('select helpful_count from reviews where id = $1', [review])).toEqual([
      { helpful_count: 0 },
    ])
  })

  test('delete_account(false) deletes the reviews and votes', async () => {
    const mine = await write(ana, 1)
    const bens = await write(ben, 5)
    await db.insert(ana, 'review_helpful_votes', { review_id: bens, user_id: ana })
    expect(await readStats(ben)).toMatchObject({ helpful_votes: 1 })
    await db.as(ana, 'select delete_account(false)')
    expect(await db.asOwner('select 1 from reviews where id = $1', [mine])).toEqual([])
    expect(await readTool()).toMatchObject({ review_count: 1, rating_average: '5.00' })
    expect(await readStats(ben)).toMatchObject({ helpful_votes: 0 })
  })

  test('delete_account is refused without a choice', async () => {
    await expectRefusal(db.as(ana, 'select delete_account(null)'), '22004')
  })
})

describe('helpful votes', () => {
  const vote = (sub: string, review: string, voter = sub) =>
    db.insert(sub, 'review_helpful_votes', { review_id: review, user_id: voter })

  test('a vote counts once per member for the author, and not after the review is deleted', async () => {
    const review = await write(ana)
    await vote(ben, review)
    await expectRefusal(vote(ben, review), '23505')
    expect(await readStats(ana)).toMatchObject({ helpful_votes: 1 })
    await db.as(ana, 'delete from reviews where id = $1', [review])
    expect(await readStats(ana)).toMatchObject({ helpful_votes: 0 })
  })

  test('a vote for the own review or in another’s name is refused', async () => {
    const review = await write(ana)
    await expect(vote(ana, review)).rejects.toThrow('You cannot vote for your own review')
    await expectRefusal(vote(ana, review, ben), '42501')
    expect(await db.asOwner('select helpful_count from reviews where id = $1', [review])).toEqual([
      { helpful_count: 0 },
    ])
  })
})

describe('spec 2 §5: limits of a review', () => {
  test.each([
    [{ title: '' }, 'review_title_length'],
    [{ title: '\n\t' }, 'review_title_length'],
    [{ title: 'a'.repeat(101) }, 'review_title_length'],
    [{ content: 'too short' }, 'review_content_length'],
    [{ content: '\n'.repeat(12) }, 'review_content_length'],
    [{ content: 'a'.repeat(1001) }, 'review_content_length'],
    [{ pros: ['same', 'same'] }, 'review_pros_tidy'],
    [{ cons: [''] }, 'review_cons_tidy'],
    [{ pros: ['a'.repeat(201)] }, 'review_pros_tidy'],
    [{ pros: Array.from({ length: 21 }, (_, index) => `pro ${index}`) }, 'review_pros_tidy'],
  ])('%j violates %s', async (more, constraint) => {
    await expectRefusal(write(ana, 4, more), { code: '23514', constraint })
  })

  test.each([0, 6])('the rating %d is refused', async (rating) => {
    await expectRefusal(write(ana, rating), { constraint: 'review_rating_range' })
  })

  test('spec 2 §2: tool_review_summary returns 6 distinct pros and cons, the most mentioned first', async () => {
    await write(ana, 5, { pros: ['Fast', 'A', 'B', 'C'], cons: ['Dear'] })
    await write(ben, 3, { pros: ['fast', 'D', 'E', 'F', 'G'], cons: ['Dear'] })
    const [row] = await db.as({ role: 'anon' }, 'select tool_review_summary($1) as summary', [tool])
    const summary = row?.summary as {
      pros: { text: string; mentions: number }[]
      cons: object[]
      distribution: object
    }
    expect(summary.pros).toHaveLength(6)
    expect(summary.pros[0]?.mentions).toBe(2)
    expect(summary.pros[0]?.text.toLowerCase()).toBe('fast')
    expect(summary.cons).toEqual([{ text: 'Dear', mentions: 2 }])
    expect(summary.distribution).toEqual({ 1: 0, 2: 0, 3: 1, 4: 0, 5: 1 })
  })
})
