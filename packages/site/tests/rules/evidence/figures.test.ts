// Spec 3 §3.1: functions that return the figures of pages as numbers.

import {
  OWNER,
  shareTestDatabase,
  type TestDatabase,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'

const db = await shareTestDatabase()

async function readTrust(): Promise<Record<string, unknown>> {
  return (await db.value(ANON, 'select trust_figures() as figures')) as Record<string, unknown>
}

async function addTool(name: string): Promise<string> {
  return db.create(OWNER, 'tools', { name, description: 'Boils water.', category: 'HR' })
}

const addReview = (tool: string, author: string, rating: number, daysAgo = 0) =>
  db.asOwner`insert into reviews (tool_id, user_id, rating, title, content, created_at)
     values (${tool}, ${author}, ${rating}, 'It boils', 'Not once did it drip.', now() - make_interval(days => ${daysAgo}))`

/** Of one user, with the rights of a caller. */
async function readProfile(caller: Parameters<TestDatabase['as']>[0], username: string) {
  return (await db.value(caller, 'select profile_figures($1) as figures', [username])) as Record<
    string,
    unknown
  > | null
}

describe('trust_figures', () => {
  test('on an empty site averages and percentages are null and counts zero', async () => {
    expect(await readTrust()).toMatchObject({
      reviews: 0,
      average: null,
      average_lately: null,
      average_before: null,
      quality: null,
      signed_percent: null,
      job_percent: null,
      positive_percent: null,
      distribution_percent: { 1: null, 2: null, 3: null, 4: null, 5: null },
      growth_percent: null,
      years: null,
    })
  })

  test('percentages are those of the counts, not rounded', async () => {
    const tool = await addTool('Kettle')
    const authors = await Promise.all([1, 2, 3].map(() => db.createUser()))
    const [first = '', second = '', third = ''] = authors
    await addReview(tool, first, 5, 731)
    await addReview(tool, second, 4, 45)
    await addReview(tool, third, 1)
    await db.asOwner('update reviews set user_id = null where user_id = $1', [third])
    const figures = await readTrust()
    expect(figures).toMatchObject({ reviews: 3, signed_reviews: 2, average: 3.3, quality: 66 })
    expect(Number(figures.signed_percent)).toBeCloseTo(200 / 3, 9)
    expect(Number(figures.positive_percent)).toBeCloseTo(200 / 3, 9)
    expect(Number(figures.years)).toBeCloseTo(731 / 365.25, 9)
    expect(figures.growth_percent).toBe(0)
    const shares = figures.distribution_percent as Record<string, number>
    expect(shares[2]).toBe(0)
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 9)
    const other = await addTool('Pot')
    await addReview(other, first, 3)
    expect((await readTrust()).growth_percent).toBe(100)
  })
})

test('job_percent counts only the people whose job a visitor may see, and needs five of them', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => db.createUser()))
  const show = (visibility: string, some: string[]) =>
    db.asOwner(
      "update private.profiles set profile_visibility = $2, job_title = 'Cook' where user_id = any ($1)",
      [some, visibility],
    )
  await show('private', people.slice(0, 2))
  await show('professional', people.slice(2, 4))
  await show('public', people.slice(4))
  expect((await readTrust()).job_percent).toBeNull()
  await db.asOwner(
    "update private.profiles set profile_visibility = 'public', job_title = null where user_id = $1",
    [people[0]],
  )
  expect((await readTrust()).job_percent).toBe(80)
})

test('tool_figures has the average to one decimal, null without reviews and for an unknown tool', async () => {
  const tool = await addTool('Pan')
  const readFigures = (id: string) => db.value(ANON, 'select tool_figures($1) as figures', [id])
  expect(await readFigures(tool)).toEqual({ average: null, reviews: 0 })
  for (const rating of [5, 4, 4]) await addReview(tool, await db.createUser(), rating)
  expect(await readFigures(tool)).toEqual({ average: 4.3, reviews: 3 })
  expect(await readFigures(crypto.randomUUID())).toBeNull()
})

describe('profile_figures', () => {
  test('has the counts and the formulas of spec 1 §9', async () => {
    const author = await db.createUser({ metadata: { username: 'rita' } })
    for (const name of ['Cup', 'Jug']) await addReview(await addTool(name), author, 4)
    await db.asOwner(
      `insert into review_helpful_votes (review_id, user_id)
       select id, $2 from reviews where user_id = $1 limit 1`,
      [author, await db.createUser()],
    )
    expect(await readProfile(ANON, 'RITA')).toEqual({
      reviews: 2,
      helpful_votes: 1,
      profile_views: 0,
      followers: 0,
      following: 0,
      trust_score: 89,
      helpfulness: 4.5,
      response_rate: null,
    })
  })

  test('of a private profile is null for anon and other members, not for its owner and the service role', async () => {
    const owner = await db.createUser({ metadata: { username: 'paula' } })
    const other = await db.createUser()
    expect(await readProfile(ANON, 'paula')).toMatchObject({ reviews: 0, trust_score: 85 })
    await db.asOwner`update private.profiles set profile_visibility = 'private' where user_id = ${owner}`
    expect(await readProfile(ANON, 'paula')).toBeNull()
    expect(await readProfile(asMember(other), 'paula')).toBeNull()
    expect(await readProfile(asMember(owner), 'paula')).toMatchObject({ reviews: 0 })
    expect(await readProfile(SERVICE, 'paula')).toMatchObject({ reviews: 0 })
  })

  test('of an unknown username is null', async () => {
    expect(await readProfile(ANON, 'not-there')).toBeNull()
  })
})
