// Spec 8 §1: review filters and bursts.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { ANON } from '../../support/databases/moderation.ts'

const db = await shareTestDatabase()
await db.asOwner`insert into auth.users (email, email_confirmed_at, created_at)
   select 'p' || n || '@people.example', now(), '2020-01-01' from generate_series(1, 400) n`
await db.asOwner("update private.profiles set created_at = '2020-01-01'")

let created = 0
async function createTool(): Promise<string> {
  created += 1
  return db.create(OWNER, 'tools', {
    name: `Kettle ${created}`,
    description: 'Boils water.',
    category: 'HR',
  })
}

/** Adds reviews of one day by people who have not reviewed the tool. */
const addReviews = (
  tool: string,
  {
    day = '2026-06-01',
    rating = 4,
    count = 1,
    version = null as string | null,
    plan = null as string | null,
    incentive = null as string | null,
  },
) =>
  db.asOwner`insert into reviews (tool_id, user_id, rating, title, content, created_at, used_version, used_plan, incentive)
     select ${tool}, p.user_id, ${rating}, 'It boils', 'Not once did it drip.', ${day}::date + time '23:59', ${version}, ${plan}, ${incentive}
     from private.profiles p where not exists (select from reviews r where r.tool_id = ${tool} and r.user_id = p.user_id)
     order by p.username limit ${count}`

const readStats = async (tool: string, filters: Record<string, unknown> = {}) =>
  (await db.value(
    ANON,
    `select tool_review_stats($1, version => $2, plan => $3, since => $4, without_bursts => $5) as stats`,
    [
      tool,
      filters.version ?? null,
      filters.plan ?? null,
      filters.since ?? null,
      filters.without_bursts ?? false,
    ],
  )) as Record<string, unknown>
const readBursts = (tool: string) =>
  db.as(ANON, 'select *, day::text from tool_review_bursts($1)', [tool]) as Promise<
    Record<string, unknown>[]
  >

const NOTHING = {
  reviews: 0,
  mean: null,
  low: null,
  high: null,
  distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
}

describe('tool_review_stats', () => {
  test('without filters has the average of the tool and the interval of its estimate', async () => {
    const tool = await createTool()
    await addReviews(tool, { rating: 5, count: 6 })
    await addReviews(tool, { rating: 2, count: 3 })
    await addReviews(tool, { rating: 5, count: 2, incentive: 'gift' })
    const [row] = await db.as(
      ANON,
      `select rating_average, tool_rating_estimate(id) as estimate, tool_review_stats(id) as stats from tools where id = $1`,
      [tool],
    )
    const estimate = row?.estimate as Record<string, unknown> | undefined
    expect(row?.stats).toEqual({
      reviews: 11,
      mean: Number(row?.rating_average),
      low: estimate?.low,
      high: estimate?.high,
      distribution: { 1: 0, 2: 3, 3: 0, 4: 0, 5: 8 },
    })
  })

  test.each([
    ['3', ['3', '3.2', 'v3', 'V3.0', '3 beta', '3-rc']],
    ['v3.2', ['3.2']],
    ['30', ['30']],
    ['3%', []],
    ['.', []],
    ['current', ['3.2']],
  ])('the version %j finds the versions %j', async (version, found) => {
    const tool = await createTool()
    for (const written of ['3', '3.2', 'v3', 'V3.0', '3 beta', '3-rc', '30', '3x', '13'])
      await addReviews(tool, { version: written })
    await addReviews(tool, {})
    await db.insert(OWNER, 'tool_facts', { tool_id: tool, latest_version: '3.2' })
    const rows = await db.as(
      ANON,
      'select used_version from tool_reviews($1, version => $2) order by used_version',
      [tool, version],
    )
    expect(new Set(rows.map(({ used_version }) => used_version))).toEqual(new Set(found))
    expect(await readStats(tool, { version })).toMatchObject({ reviews: found.length })
  })

  test('plan and day of writing narrow the reviews, and figures without a match are zeros and nulls', async () => {
    const tool = await createTool()
    await addReviews(tool, { day: '2026-05-31', rating: 1, plan: 'free' })
    await addReviews(tool, { day: '2026-06-01', rating: 3, plan: 'free' })
    await addReviews(tool, { day: '2026-06-02', rating: 5, plan: 'paid' })
    expect(await readStats(tool, { since: '2026-06-01' })).toMatchObject({ reviews: 2, mean: 4 })
    expect(await readStats(tool, { plan: 'free' })).toMatchObject({ reviews: 2, mean: 2 })
    expect(await readStats(tool, { plan: 'free', since: '2026-06-01' })).toMatchObject({
      reviews: 1,
      distribution: { 1: 0, 2: 0, 3: 1, 4: 0, 5: 0 },
    })
    expect(await readStats(tool, { plan: 'trial' })).toEqual(NOTHING)
    expect(await readStats(tool, { version: 'current' })).toEqual(NOTHING)
    expect(await readStats(await createTool())).toEqual(NOTHING)
    expect(await readStats(crypto.randomUUID())).toEqual(NOTHING)
  })

  test('figures of reviews that are all rewarded have no interval', async () => {
    const tool = await createTool()
    await addReviews(tool, { rating: 5, incentive: 'gift' })
    expect(await readStats(tool)).toMatchObject({ reviews: 1, mean: 5, low: null, high: null })
  })
})

describe('tool_review_bursts', () => {
  test('marks a day with 30 reviews, which can be left out while the average stays', async () => {
    const tool = await createTool()
    await addReviews(tool, { day: '2026-01-10', rating: 5, count: 5 })
    await addReviews(tool, { day: '2026-06-01', rating: 1, count: 27 })
    await addReviews(tool, { day: '2026-06-01', rating: 4, count: 3 })
    await db.asOwner`update private.profiles set created_at = '2026-06-01' where user_id in (
         select user_id from reviews where tool_id = ${tool} and rating = 4)`
    expect(await readBursts(tool)).toEqual([
      {
        day: '2026-06-01',
        reviews: 30,
        usual: '0.00',
        top_rating: 1,
        top_share: '0.9000',
        new_account_share: '0.1000',
      },
    ])
    await db.asOwner("update private.profiles set created_at = '2020-01-01'")
    expect(await readStats(tool)).toMatchObject({ reviews: 35 })
    const left = await readStats(tool, { without_bursts: true })
    expect(left).toMatchObject({ reviews: 5, mean: 5 })
    const [{ average } = {}] = await db.as(
      ANON,
      'select rating_average::float as average from tools where id = $1',
      [tool],
    )
    expect(average).toBeCloseTo((5 * 5 + 27 + 12) / 35, 2)
    // Removed with their bursts, the others are no burst.
    await db.asOwner("delete from reviews where tool_id = $1 and created_at > '2026-06-01'", [tool])
    expect(await readBursts(tool)).toEqual([])
  })

  test.each([
    // [reviews of each of the 84 days that end a week before, reviews of the day, is a burst]
    [0, 9, false],
    [0, 10, true],
    [2, 15, false],
    [2, 16, true],
  ])('after %i reviews a day, %i reviews of a day are a burst: %s', async (usual, count, is) => {
    const tool = await createTool()
    // The first and the last of the 84 days, and days outside of them.
    if (usual > 0) {
      await addReviews(tool, { day: '2026-03-03', count: 42 * usual })
      await addReviews(tool, { day: '2026-05-25', count: 42 * usual })
      await addReviews(tool, { day: '2026-03-02', count: 50 })
      await addReviews(tool, { day: '2026-05-26', count: 50 })
    }
    await addReviews(tool, { day: '2026-06-01', count })
    const bursts = await readBursts(tool)
    expect(bursts.some(({ day }) => day === '2026-06-01')).toBe(is)
    if (is) expect(bursts[0]).toMatchObject({ usual: usual.toFixed(2), reviews: count })
  })

  test('a changed rating and a merge move the counts of a day', async () => {
    const [tool, other] = [await createTool(), await createTool()]
    await addReviews(tool, { count: 10, rating: 5 })
    await db.asOwner('update reviews set rating = 2 where tool_id = $1', [tool])
    expect(await readBursts(tool)).toMatchObject([{ top_rating: 2, top_share: '1.0000' }])
    await db.asOwner('update reviews set tool_id = $2 where tool_id = $1', [tool, other])
    expect(await readBursts(tool)).toEqual([])
    expect(await readBursts(other)).toMatchObject([{ reviews: 10, top_rating: 2 }])
  })
})
