// Concurrent changes of counts and votes. On PostgreSQL they run on ten connections; on PGlite they
// queue and must give the same result.

import {
  OWNER,
  shareTestDatabase,
  type TestDatabase,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { expect, inject, test } from 'vitest'
import { findWrongCounts as findCounts } from '../support/databases/wrong-counts.ts'

const db = await shareTestDatabase()

const createUsers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => db.createUser()))

const follow = (follower: string, following: string) =>
  db.as(
    follower,
    'insert into user_follows (follower_id, following_id) values ($1, $2) on conflict do nothing',
    [follower, following],
  )
const unfollow = (follower: string, following: string) =>
  db.as(follower, 'delete from user_follows where follower_id = $1 and following_id = $2', [
    follower,
    following,
  ])
const vote = (sub: string, review: string) =>
  db.insert(sub, 'review_helpful_votes', { review_id: review, user_id: sub })

async function makeTool(): Promise<string> {
  return db.create(OWNER, 'tools', {
    name: `Tool ${crypto.randomUUID()}`,
    description: 'd',
    category: 'HR',
  })
}

async function review(sub: string, tool: string, rating = 4): Promise<string> {
  return db.create(sub, 'reviews', {
    tool_id: tool,
    user_id: sub,
    rating,
    title: 'Good',
    content: 'Long enough.',
  })
}

const findWrongCounts = () => findCounts(db)

test('findWrongCounts finds wrong counts of every kind', async () => {
  const [author, voter] = await createUsers(2)
  if (!author || !voter) throw new Error('no users')
  const tool = await makeTool()
  await vote(voter, await review(author, tool))
  await follow(voter, author)
  expect(await findWrongCounts()).toEqual([])
  await db.asOwner('update tools set rating_sum = rating_sum + 1 where id = $1', [tool])
  await db.asOwner('update user_stats set followers_count = 7 where user_id = $1', [author])
  await db.asOwner('update private.review_days set reviews = reviews + 1')
  await db.asOwner('update private.tool_review_days set counted = counted + 1')
  await db.asOwner("update private.people_counts set counted = counted + 1 where figure = 'people'")
  await db.asOwner`update private.tool_counts set counted = counted + 1 where category = '' and rating = 5`
  expect(await findWrongCounts()).toEqual([
    { kind: 'tool', id: tool },
    { kind: 'person', id: author },
    { kind: 'day', id: null },
    { kind: 'category', id: null },
    { kind: 'day of a tool', id: tool },
    { kind: 'people', id: null },
  ])
  await db.asOwner`update private.tool_counts set counted = counted - 1 where category = '' and rating = 5`
  await db.asOwner("update private.people_counts set counted = counted - 1 where figure = 'people'")
  await db.asOwner('update private.tool_review_days set counted = counted - 1')
  await db.asOwner('update private.review_days set reviews = reviews - 1')
  await db.asOwner('update tools set rating_sum = rating_sum - 1 where id = $1', [tool])
  await db.asOwner('update user_stats set followers_count = 1 where user_id = $1', [author])
})

test('inserting, changing and deleting many tools in one statement keeps the counts right', async () => {
  const categories = ['HR', 'Development', 'HR, Development', 'Finance']
  await db.asOwner`insert into tools (name, description, category)
     select 'Bulk ' || n, 'd', (${categories}::text[])[1 + n % 4] from generate_series(1, 40) n`
  expect(await findWrongCounts()).toEqual([])
  await db.asOwner`update tools set category = 'Finance' where name like 'Bulk %' and category = 'HR'`
  await db.asOwner("delete from tools where name like 'Bulk %1'")
  expect(await findWrongCounts()).toEqual([])
})

test('inserting, changing and deleting rows of many members in one statement keeps the counts right', async () => {
  const all = await createUsers(10)
  const company = await db.create(OWNER, 'companies', { name: 'Bulk' })
  await db.asOwner`insert into tools (name, description, category)
     select 'Crowded ' || n, 'd', 'HR' from generate_series(1, 5) n`
  await db.asOwner`insert into private.launches (user_id, tool_id, tagline, launch_date)
     select ${all[0]}, id, 'Look', current_date from tools where name like 'Crowded %'`
  const allUsers = 'unnest($1::uuid[]) as person'
  const many = [
    `insert into reviews (tool_id, user_id, rating, title, content)
     select id, person, 1 + (row_number() over (order by person)) % 5, 'Good', 'Long enough.'
     from tools, ${allUsers} where name like 'Crowded %'`,
    `insert into review_helpful_votes (review_id, user_id)
     select id, person from reviews, ${allUsers}
     where person <> user_id and content = 'Long enough.' and user_id = any ($1::uuid[])`,
    `insert into launch_upvotes (launch_id, user_id) select id, person from private.launches, ${allUsers}`,
    `insert into user_follows (follower_id, following_id)
     select one, person from unnest($1::uuid[]) as one, ${allUsers} where one <> person`,
  ]
  const ids = `{${all}}`
  for (const statement of many) await db.asOwner(statement, [ids])
  await db.asOwner(
    `insert into company_follows (user_id, company_id) select person, $2 from ${allUsers}`,
    [ids, company],
  )
  expect(await findWrongCounts()).toEqual([])
  const [counted] =
    await db.asOwner`select sum(total_reviews) as reviews, sum(helpful_votes) as votes, sum(followers_count) as followers,
       sum(following_count) as following from user_stats where user_id = any (${ids}::uuid[])`
  expect(counted).toEqual({ reviews: 50, votes: 50 * 9, followers: 90, following: 100 })
  expect(
    await db.asOwner`select count(*) as activities from user_activities where user_id = any (${ids}::uuid[])`,
  ).toEqual([{ activities: 50 }])

  // Rows move to another day, month and rating.
  for (const statement of [
    "update reviews set created_at = created_at - interval '40 days', rating = 6 - rating where user_id = any ($1::uuid[])",
    'update private.launches set launch_date = launch_date - 3 where user_id = any ($1::uuid[])',
  ]) {
    await db.asOwner(statement, [ids])
    expect([statement, await findWrongCounts()]).toEqual([statement, []])
  }

  // Half of the rows of each table, and all votes of some reviews.
  const half = `{${all.slice(0, 5)}}`
  for (const statement of [
    'delete from review_helpful_votes where user_id = any ($1::uuid[])',
    'delete from launch_upvotes where user_id = any ($1::uuid[])',
    'delete from company_follows where user_id = any ($1::uuid[])',
    'delete from user_follows where follower_id = any ($1::uuid[])',
    'delete from reviews where user_id = any ($1::uuid[])',
  ]) {
    await db.asOwner(statement, [half])
    expect([statement, await findWrongCounts()]).toEqual([statement, []])
  }
})

test('a vote for the own review refuses all votes of the statement', async () => {
  const [author = '', voter = ''] = await createUsers(2)
  const written = await review(author, await makeTool())
  const votes = db.asOwner(
    'insert into review_helpful_votes (review_id, user_id) values ($1, $2), ($1, $3)',
    [written, voter, author],
  )
  await expect(votes).rejects.toThrow('You cannot vote for your own review')
  expect(await findWrongCounts()).toEqual([])
})

test('statements that count the same tools in different orders do not block each other', async () => {
  const tools = await Promise.all(Array.from({ length: 6 }, makeTool))
  const authors = await createUsers(6)
  const outcomes = await Promise.allSettled(
    authors.map(
      (author, index) =>
        db.asOwner`insert into reviews (tool_id, user_id, rating, title, content)
         select tool, ${author}, 3, 'Good', 'Long enough.' from unnest(${`{${[...tools.slice(index), ...tools.slice(0, index)]}}`}::uuid[]) as tool`,
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
  expect(await findWrongCounts()).toEqual([])
})

test('concurrent follows and unfollows keep the counts right', async () => {
  const all = await createUsers(6)
  const pairs = all.flatMap((one) =>
    all.filter((other) => other !== one).map((other) => [one, other] as const),
  )
  await Promise.all(pairs.map(([one, other]) => follow(one, other)))
  await Promise.all(
    pairs.flatMap(([one, other], index) =>
      index % 2 ? [unfollow(one, other)] : [follow(one, other)],
    ),
  )
  expect(await findWrongCounts()).toEqual([])
  expect(
    await db.asOwner`select count(*) as follows from user_follows where follower_id = any (${`{${all}}`}::uuid[])`,
  ).toEqual([{ follows: 15 }])
})

test('concurrent inserts, updates, votes and deletes of reviews keep the counts right', async () => {
  const tools = [await makeTool(), await makeTool()]
  const authors = await createUsers(8)
  const written = await Promise.all(
    authors.map(async (sub, index) => ({ sub, id: await review(sub, tools[index % 2] ?? '') })),
  )
  await Promise.all(
    written.flatMap(({ sub, id }, index) => [
      db.as(sub, 'update reviews set rating = $1 where id = $2', [1 + (index % 5), id]),
      ...authors.filter((voter) => voter !== sub).map((voter) => vote(voter, id)),
      ...(index % 4 === 0 ? [] : [review(sub, tools[(index + 1) % 2] ?? '', 2)]),
    ]),
  )
  expect(await findWrongCounts()).toEqual([])
  expect(
    await db.asOwner(
      'select sum(helpful_votes) as votes from user_stats where user_id = any ($1::uuid[])',
      [`{${authors}}`],
    ),
  ).toEqual([{ votes: 56 }])
  await Promise.all(
    written.map(({ sub, id }) => db.as(sub, 'delete from reviews where id = $1', [id])),
  )
  expect(await findWrongCounts()).toEqual([])
})

test('members with reviews, votes and follows of each other delete their accounts concurrently', async () => {
  const tools = await Promise.all(Array.from({ length: 4 }, makeTool))
  const company = await db.create(OWNER, 'companies', { name: 'Acme' })
  const all = await createUsers(8)
  for (const [index, sub] of all.entries()) {
    // Each in another order, so that deletes that lock rows as they find them would deadlock.
    const turned = [...tools.slice(index % 4), ...tools.slice(0, index % 4)]
    for (const tool of turned) await review(sub, tool, 1 + (index % 5))
    for (const other of all.slice(0, index)) {
      await follow(sub, other)
      await follow(other, sub)
      const [theirs] = await db.asOwner`select id from reviews where user_id = ${other} limit 1`
      await vote(sub, String(theirs?.id))
    }
    await db.insert(sub, 'company_follows', { user_id: sub, company_id: company })
  }
  const staying = await createUsers(4)
  const outcomes = await Promise.allSettled([
    ...all.map((sub, index) => db.as(sub, 'select delete_account($1)', [index % 2 === 0])),
    ...staying.map((sub, index) => review(sub, tools[index] ?? '')),
  ])
  expect(
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : [])),
  ).toEqual([])
  expect(await findWrongCounts()).toEqual([])
  expect(
    await db.asOwner(
      'select count(*) as reviews, count(user_id) as signed from reviews where tool_id = any ($1::uuid[])',
      [`{${tools}}`],
    ),
  ).toEqual([{ reviews: 20, signed: 4 }])
})

test('members with only follows and votes of each other delete their accounts concurrently', async () => {
  const all = await createUsers(8)
  const written = await Promise.all(
    all.map(async (sub) => ({ sub, id: await review(sub, await makeTool()) })),
  )
  for (const { sub } of written)
    for (const other of written)
      if (sub !== other.sub) {
        await follow(sub, other.sub)
        await vote(sub, other.id)
      }
  const [newcomer = '', unfollower = ''] = await createUsers(2)
  for (const { sub, id } of written) {
    await follow(unfollower, sub)
    await vote(unfollower, id)
  }
  const outcomes = await Promise.allSettled([
    ...all.map((sub, index) => db.as(sub, 'select delete_account($1)', [index % 2 === 0])),
    // Their target may be deleted already; then they fail with a foreign key error (23503).
    ...written.flatMap(({ sub, id }) => [
      follow(newcomer, sub),
      unfollow(unfollower, sub),
      vote(newcomer, id),
      db.as(unfollower, 'delete from review_helpful_votes where review_id = $1', [id]),
    ]),
  ])
  const deadlocks = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && outcome.reason.code !== '23503',
  )
  expect(deadlocks).toEqual([])
  expect(await findWrongCounts()).toEqual([])
})

/** Counts deadlocks; the database retries such a transaction without an error. */
async function countDeadlocks(): Promise<number> {
  // PGlite has one connection.
  if (inject('engine') === 'pglite') return 0
  // A connection reports its statistics at its end at the latest.
  await db.endConnections()
  const read = () =>
    db.asOwner('select deadlocks from pg_stat_database where datname = current_database()')
  // The pool may still contain an ended connection.
  await expect.poll(() => read().catch(() => [])).toHaveLength(1)
  return Number((await read())[0]?.deadlocks)
}

test('deleting accounts does not deadlock with rating changes of the same day', async () => {
  const before = await countDeadlocks()
  const leavers = await createUsers(30)
  const staying = await createUsers(4)
  // They share only the day, and each has the ratings of the day in another order.
  for (const members of [leavers, staying]) {
    const tools = await Promise.all(Array.from({ length: 5 }, makeTool))
    for (const [place, tool] of tools.entries()) {
      await db.asOwner`insert into reviews (tool_id, user_id, rating, title, content)
         select ${tool}, person, ${5 - place}, 'Good', 'Long enough.' from unnest(${`{${members}}`}::uuid[]) as person`
    }
  }
  let isOver = false
  const rating = staying.map(async (sub) => {
    const own = await db.asOwner('select id from reviews where user_id = $1', [sub])
    for (let turn = 0; !isOver; turn += 1) {
      await db.as(sub, 'update reviews set rating = 1 + (rating + 2) % 5 where id = $1', [
        own[turn % own.length]?.id,
      ])
    }
  })
  for (const sub of leavers) await db.as(sub, 'select delete_account(true)')
  isOver = true
  await Promise.all(rating)
  expect((await countDeadlocks()) - before).toBe(0)
  expect(await findWrongCounts()).toEqual([])
})

test('of concurrent sign-ups with one username, one gets it and the others get a number', async () => {
  await Promise.all(
    Array.from({ length: 8 }, () => db.createUser({ metadata: { username: 'wanted' } })),
  )
  const rows = await db.asOwner`select username from private.profiles where username like 'wanted%'`
  expect(rows.map(({ username }) => username).sort()).toEqual([
    'wanted',
    ...[2, 3, 4, 5, 6, 7, 8].map((number) => `wanted${number}`),
  ])
})

test('saving a profile while its owner makes it private leaves it private', async () => {
  const [ana = ''] = await createUsers(1)
  const update = 'update profiles set bio = $1 where user_id = $2 returning profile_visibility'
  let saved: ReturnType<TestDatabase['as']> | undefined
  await db.database.transactionAsOwner(async ({ query }) => {
    await query('select from private.profiles where user_id = $1 for update', [ana])
    saved = db.as(ana, update, ['Hello', ana])
    // On PGlite the update queues; on PostgreSQL it has read the profile and waits for its row.
    await db.waitUntilBlocked()
    await query(
      "update private.profiles set profile_visibility = 'private', job_title = 'CTO' where user_id = $1",
      [ana],
    )
  })
  expect(await saved).toEqual([{ profile_visibility: 'private' }])
  expect(
    await db.asOwner`select bio, job_title, profile_visibility from private.profiles where user_id = ${ana}`,
  ).toEqual([{ bio: 'Hello', job_title: 'CTO', profile_visibility: 'private' }])
})

test('of concurrent attempts to become a company’s first admin, only the founder’s succeeds', async () => {
  const all = await createUsers(5)
  const [creator = ''] = all
  const company = await db.create(creator, 'companies', { name: 'First' })
  const outcomes = await Promise.allSettled(
    all.map((sub) =>
      db.insert(sub, 'company_members', {
        company_id: company,
        user_id: sub,
        role: 'admin',
        is_admin: true,
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(4).fill('rejected')])
})

test('two transactions that deadlock both succeed, because one is retried', async () => {
  const [one, other] = [await makeTool(), await makeTool()]
  let attempts = 0
  let lockedRows = 0
  const change = (first: string, second: string) =>
    db.database.transactionAsOwner(async ({ query }) => {
      attempts += 1
      const mark = 'update tools set description = description || $2 where id = $1'
      await query(mark, [first, 'x'])
      lockedRows += 1
      // On PGlite they queue; on PostgreSQL each waits until the other has locked its row.
      for (let wait = 0; lockedRows < 2 && wait < 20; wait += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await query(mark, [second, 'y'])
    })
  await Promise.all([change(one, other), change(other, one)])
  const rows = await db.asOwner('select description from tools where id in ($1, $2)', [one, other])
  expect(rows.map(({ description }) => String(description).length)).toEqual([3, 3])
  expect(attempts).toBeGreaterThanOrEqual(2)
})
