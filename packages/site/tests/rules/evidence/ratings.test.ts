// Spec 3 §3.1: adjusted rating, its interval, and the probability that one tool is rated higher.

import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { ANON, asMember, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, NOT_FOUND } from '../../support/databases/refusals.ts'
import { findWrongCounts } from '../../support/databases/wrong-counts.ts'

const db = await shareTestDatabase()
const rows = await db.asOwner`with created as (
     insert into auth.users (email, email_confirmed_at)
     select 'p' || n || '@people.example', now() from generate_series(1, 420) n returning id)
   select id from created`
const people = rows.map(({ id }) => String(id))

let created = 0
/** Creates a tool with so many reviews of 1 to 5 stars. */
async function createTool(...stars: readonly number[]): Promise<{ id: string; slug: string }> {
  created += 1
  const [tool] = await db.asOwner(
    "insert into tools (name, description, category) values ($1, 'Boils water.', 'HR') returning id, slug",
    [`Kettle ${created}`],
  )
  const ratings = stars.flatMap((count, at) => Array.from({ length: count }, () => at + 1))
  await db.asOwner`insert into reviews (tool_id, user_id, rating, title, content)
     select ${tool?.id}, person::uuid, rating::smallint, 'It boils', 'Not once did it drip.'
     from jsonb_array_elements_text(${JSON.stringify(ratings)}::jsonb) with ordinality as r (rating, place)
     join jsonb_array_elements_text(${JSON.stringify(people.slice(0, ratings.length))}::jsonb) with ordinality as p (person, place) using (place)`
  return { id: String(tool?.id), slug: String(tool?.slug) }
}

/** What a site with few reviews assumes of each tool, by stars. */
const PRIOR = [0.2, 0.25, 0.7, 1.65, 2.2]

/** The formula of the design, written independently of the database. */
function estimate(counts: readonly number[], prior = PRIOR) {
  const total = counts.reduce((sum, count) => sum + count, 0) + 5
  const share = counts.map((count, at) => (count + Number(prior[at])) / total)
  const mean = share.reduce((sum, p, at) => sum + (at + 1) * p, 0)
  const square = share.reduce((sum, p, at) => sum + (at + 1) ** 2 * p, 0)
  const deviation = Math.sqrt((square - mean ** 2) / (total + 1))
  return { mean, low: mean - 1.96 * deviation, high: Math.min(5, mean + 1.96 * deviation) }
}

const readTool = async (id: string) => {
  const [row] = await db.as(ANON)`select rating_counts, adjusted_rating from tools where id = ${id}`
  return { counts: row?.rating_counts, adjusted: row?.adjusted_rating }
}
const readEstimate = async (id: string) =>
  (await db.value(ANON, 'select tool_rating_estimate($1) as e', [id])) as Record<string, unknown>

describe('adjusted_rating', () => {
  test.each([
    [[0, 0, 0, 0, 1]],
    [[1, 0, 0, 0, 0]],
    [[3, 1, 4, 1, 5]],
    [[0, 0, 20, 40, 140]],
    [[0, 0, 0, 0, 400]],
  ])('of %j reviews per star equals the formula to 0.0001', async (stars) => {
    const { id } = await createTool(...stars)
    const wanted = estimate(stars)
    const { counts, adjusted } = await readTool(id)
    expect(counts).toEqual(stars)
    expect(Math.abs(Number(adjusted) - wanted.low)).toBeLessThanOrEqual(0.0001)
    const { mean, low, high, reviews, counted } = await readEstimate(id)
    for (const [is, should] of [
      [mean, wanted.mean],
      [low, wanted.low],
      [high, wanted.high],
    ])
      expect(Math.abs(Number(is) - Number(should))).toBeLessThanOrEqual(0.0001)
    expect({ reviews, counted }).toEqual({
      reviews: stars.reduce((sum, count) => sum + count, 0),
      counted: stars.reduce((sum, count) => sum + count, 0),
    })
  })

  test('of one review with 5 stars is below its average, and lower than that of 200 with the mean 4.6', async () => {
    const one = await createTool(0, 0, 0, 0, 1)
    const many = await createTool(0, 0, 20, 40, 140)
    expect(Number((await readTool(one.id)).adjusted)).toBeCloseTo(3.47, 2)
    expect(Number((await readTool(many.id)).adjusted)).toBeCloseTo(4.5, 1)
    const rows = await db.as(
      ANON,
      "select id from search_tools(sort => 'adjusted-desc', page_size => 100)",
    )
    const order = rows.map(({ id }) => id)
    expect(order.indexOf(many.id)).toBeLessThan(order.indexOf(one.id))
    expect(order.indexOf(one.id)).toBeGreaterThan(-1)
  })

  test('without reviews is null, and the estimate has no interval', async () => {
    const { id } = await createTool()
    expect((await readTool(id)).adjusted).toBeNull()
    expect(await readEstimate(id)).toEqual({
      reviews: 0,
      counted: 0,
      mean: null,
      low: null,
      high: null,
      excluded: { relationship: 0, incentive: 0 },
    })
  })

  test('twice as many reviews of the same ratings narrow the interval', async () => {
    const [once, twice] = [
      await readEstimate((await createTool(1, 2, 3, 4, 5)).id),
      await readEstimate((await createTool(2, 4, 6, 8, 10)).id),
    ]
    const widthOf = ({ high, low }: Record<string, unknown>) => Number(high) - Number(low)
    expect(widthOf(twice)).toBeLessThan(widthOf(once))
  })

  test('leaves reviews with a relationship or an incentive out, and follows each change', async () => {
    const { id } = await createTool(1, 1, 1, 1, 1)
    const [review, second] = await db.asOwner(
      'select id, user_id from reviews where tool_id = $1 and rating >= 4 order by rating',
      [id],
    )
    await db.as(
      String(review?.user_id),
      "update reviews set relationship = 'maker', incentive = 'gift' where id = $1",
      [review?.id],
    )
    await db.as(String(second?.user_id), "update reviews set incentive = 'payment' where id = $1", [
      second?.id,
    ])
    expect(await readTool(id)).toMatchObject({ counts: [1, 1, 1, 0, 0] })
    expect(await readEstimate(id)).toMatchObject({
      reviews: 5,
      counted: 3,
      excluded: { relationship: 1, incentive: 1 },
    })
    const [{ rating_average } = {}] = await db.as(
      ANON,
      'select rating_average from tools where id = $1',
      [id],
    )
    expect(Number(rating_average)).toBe(3)
    await db.as(
      String(review?.user_id),
      "update reviews set relationship = 'none', incentive = null, rating = 2 where id = $1",
      [review?.id],
    )
    expect((await readTool(id)).counts).toEqual([1, 2, 1, 0, 0])
    await db.as(String(review?.user_id), 'delete from reviews where id = $1', [review?.id])
    expect((await readTool(id)).counts).toEqual([1, 1, 1, 0, 0])
  })

  test('cannot be set by a member; a review with an unknown relationship is refused', async () => {
    const { id } = await createTool(0, 0, 0, 0, 1)
    await expectRefusal(
      db.as(String(people[0]))`update tools set rating_counts = '{0,0,0,0,9}' where id = ${id}`,
      '42501',
    )
    await expectRefusal(
      db.as(String(people[0]))`update reviews set relationship = 'friend' where tool_id = ${id}`,
      '23514',
    )
  })
})

test('tool_rating_estimate of an unknown tool returns PT404', async () => {
  await expectRefusal(readEstimate(crypto.randomUUID()), NOT_FOUND)
})

/** A number from the gamma distribution (Marsaglia and Tsang, 2000). */
function drawGamma(shape: number, random: () => number): number {
  if (shape < 1) return drawGamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** A linear congruential generator: the same draws in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The share of draws from both Dirichlet distributions in which the first has the higher mean rating. */
function simulate(one: readonly number[], other: readonly number[], draws: number): number {
  const random = createRandom(42)
  const drawMean = (counts: readonly number[]) => {
    const shares = counts.map((count, at) => drawGamma(count + Number(PRIOR[at]), random))
    const sum = shares.reduce((total, share) => total + share, 0)
    return shares.reduce((total, share, at) => total + ((at + 1) * share) / sum, 0)
  }
  let higher = 0
  for (let draw = 0; draw < draws; draw += 1) if (drawMean(one) > drawMean(other)) higher += 1
  return higher / draws
}

describe('compare_probabilities', () => {
  test.each([
    [
      [1, 0, 2, 6, 11],
      [0, 2, 3, 5, 4],
    ],
    [
      [0, 0, 0, 2, 10],
      [0, 0, 1, 3, 8],
    ],
    [
      [4, 1, 0, 1, 9],
      [0, 1, 8, 4, 0],
    ],
    [
      [0, 0, 1, 0, 9],
      [1, 2, 4, 2, 1],
    ],
  ])('of %j and %j is within 1.5 percentage points of 100,000 draws', async (one, other) => {
    const [a, b] = [await createTool(...one), await createTool(...other)]
    const [row] = await db.as(ANON, 'select * from compare_probabilities($1)', [[a.slug, b.slug]])
    expect(row).toMatchObject({ a: a.slug, b: b.slug, too_few: false })
    expect(Math.abs(Number(row?.probability) - simulate(one, other, 100_000))).toBeLessThan(0.015)
  })

  test('returns each pair once in the given order, too_few below 3 counted reviews, and no probability without any', async () => {
    const tools = [
      await createTool(0, 0, 0, 1, 2),
      await createTool(0, 0, 0, 0, 2),
      await createTool(2, 2, 2, 2, 2),
      await createTool(),
    ]
    const slugs = tools.map(({ slug }) => slug)
    const rows = await db.as(ANON, 'select * from compare_probabilities($1)', [
      [...slugs, 'no-such-tool'],
    ])
    expect(rows.map(({ a, b, too_few }) => [a, b, too_few])).toEqual([
      [slugs[0], slugs[1], true],
      [slugs[0], slugs[2], false],
      [slugs[0], slugs[3], true],
      [slugs[1], slugs[2], true],
      [slugs[1], slugs[3], true],
      [slugs[2], slugs[3], true],
    ])
    expect(rows.map(({ b, probability }) => [b, probability === null])).toEqual(
      rows.map(({ b }) => [b, b === slugs[3]]),
    )
    const [reversed] = await db.as(ANON, 'select * from compare_probabilities($1)', [
      [slugs[2], slugs[0]],
    ])
    expect(Number(rows[1]?.probability) + Number(reversed?.probability)).toBeCloseTo(1, 3)
  })
})

describe('rating_prior', () => {
  const read = async (role: Parameters<typeof db.as>[0] = ANON) =>
    (await db.value(role, 'select rating_prior() as prior')) as {
      stars: number[]
      mean: number
      reviews: number
      day: string
    }
  const firstDay = `${new Date().toISOString().slice(0, 7)}-01`

  test('is that of usual reviews below 200 counted ones, for all roles', async () => {
    await db.as(SERVICE, 'select take_rating_prior()')
    for (const role of [ANON, asMember(String(people[0])), SERVICE])
      expect(await read(role)).toEqual({ stars: PRIOR, mean: 4.08, reviews: 0, day: firstDay })
  })

  test('is taken by the service alone, once a month, from counted reviews before it, and all tools follow', async () => {
    const catalog = [20, 0, 40, 60, 80]
    const { id } = await createTool(...catalog)
    await db.asOwner`update reviews set created_at = ${firstDay}::date - 2 where tool_id = ${id}`
    const paid = await createTool(0, 0, 0, 0, 3)
    await db.asOwner`update reviews set incentive = 'payment', created_at = ${firstDay}::date - 2 where tool_id = ${paid.id}`
    const late = await createTool(0, 0, 0, 5, 0)
    await expectRefusal(db.as(ANON, 'select take_rating_prior()'), '42501')
    await expectRefusal(db.as(asMember(String(people[0])), 'select take_rating_prior()'), '42501')
    const take = () => db.value(SERVICE, 'select take_rating_prior() as done')
    expect(await take()).toBe(true)
    const stars = catalog.map((count) => (5 * count) / 200)
    expect(await read()).toEqual({ stars, mean: 3.9, reviews: 200, day: firstDay })
    const wanted = estimate([0, 0, 0, 5, 0], stars)
    expect(Number((await readTool(late.id)).adjusted)).toBeCloseTo(wanted.low, 3)
    const [{ rating_high } = {}] = await db.as(
      ANON,
    )`select rating_high from tools where id = ${late.id}`
    expect(Number(rating_high)).toBeCloseTo(wanted.high, 3)
    expect(await take()).toBe(false)
    // A new review is estimated with it too.
    const { id: next } = await createTool(0, 0, 1, 0, 0)
    expect(Number((await readTool(next)).adjusted)).toBeCloseTo(
      estimate([0, 0, 1, 0, 0], stars).low,
      3,
    )
    expect(await findWrongCounts(db)).toEqual([])
  })
})

describe('function_source', () => {
  test('returns the definition of a function that anon may call', async () => {
    const [row] = await db.as(ANON, "select function_source('trust_figures') as text")
    expect(row?.text).toContain('CREATE OR REPLACE FUNCTION public.trust_figures()')
  })

  test('returns the functions of the schema private that it needs, also those that these need, each once', async () => {
    const read = async (name: string) =>
      String(await db.value(ANON, 'select function_source($1) as text', [name]))
    const text = await read('tool_rating_estimate')
    expect(text.startsWith('CREATE OR REPLACE FUNCTION public.tool_rating_estimate(')).toBe(true)
    expect(text.split('FUNCTION private.estimate_rating(')).toHaveLength(2)
    const nested = await read('maker_stats')
    expect(nested).toContain('FUNCTION private.is_report_upheld(')
    const names = await db.asOwner(
      "select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and has_function_privilege('anon', oid, 'execute')",
    )
    for (const { name } of names) {
      const source = await read(String(name))
      for (const [, called] of source.matchAll(/private\.(\w+)\(/g)) {
        expect(source, String(name)).toContain(` private.${called}(`)
      }
    }
  })

  test.each(['moderate', 'claim_emails', 'estimate_rating', 'no_such_function'])(
    'of %s, which anon may not call, returns PT404 to all roles',
    async (name) => {
      for (const caller of [ANON, asMember(String(people[0])), SERVICE])
        await expectRefusal(db.as(caller, 'select function_source($1)', [name]), NOT_FOUND)
    },
  )
})
