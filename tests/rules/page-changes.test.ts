// What the database says of a change: by a notice to every process, and to whoever made it in the setting
// page.changes (docs/decisions/0008).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changesIn } from '../../server/page-cache/changes.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
let ana: string
let ben: string
let tool: string
let launch: string
let company: string
const heard: string[] = []

/** What is said of statements of one transaction, each by itself or all together. */
async function allSaidOf(text: string, values: readonly unknown[] = []) {
  heard.length = 0
  const [row] = await db.database.transactionAsOwner(async ({ query }) => {
    await query(text, values)
    return query<{ said: string | null }>("select current_setting('page.changes', true) as said")
  })
  const said = row?.said ?? ''
  // A notice comes by another connection, and those of one transaction in the order of the setting.
  await expect.poll(() => heard.map((line) => `${line}\n`).join('')).toBe(said)
  const changes = changesIn(said)
  if (!changes) throw new Error(`not understood: ${said}`)
  return changes
}

const isOfStats = ({ table }: { table: string }) => table === 'user_stats'

/** The same but for what is counted of people along with nearly everything. */
const saidOf = async (text: string, values: readonly unknown[] = []) =>
  (await allSaidOf(text, values)).filter((change) => !isOfStats(change))

const idOf = async (text: string, values: readonly unknown[] = []) =>
  String((await db.asOwner(`${text} returning id`, values))[0]?.id)

beforeAll(async () => {
  db = await openTestDatabase()
  ana = await db.createUser()
  ben = await db.createUser()
  tool = await idOf(
    "insert into tools (name, slug, description, category) values ('Kettle', '', 'Boils.', 'HR')",
  )
  launch = await idOf(
    "insert into product_launches (user_id, tool_id, tagline, launch_date) values ($1, $2, 'Hot', now())",
    [ana, tool],
  )
  company = await idOf("insert into companies (name, created_by) values ('Pots', $1)", [ana])
  await db.database.listen({
    channel: 'page_changes',
    onNotice: (payload) => heard.push(payload),
    onGap: () => {},
  })
})
afterAll(() => db.close())

const counted = (id: string, before: object, after: object) => [{ id, before, after }]
const stars = (rating_sum: number, review_count: number) => ({
  rating_sum,
  review_count,
  rating_average: review_count === 0 ? null : rating_sum / review_count,
})
const WORDS = "'It boils', 'Not once did it drip.'"

describe('a change says its table, and whose it is', () => {
  test('a review, and what it changes of its tool', async () => {
    expect(
      await saidOf(
        `insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 4, ${WORDS})`,
        [tool, ana],
      ),
    ).toEqual([
      { table: 'tools', counted: counted(tool, stars(0, 0), stars(4, 1)) },
      { table: 'reviews', tools: [tool], users: [ana] },
    ])
    expect(await saidOf('update reviews set rating = 5 where user_id = $1', [ana])).toEqual([
      { table: 'tools', counted: counted(tool, stars(4, 1), stars(5, 1)) },
      { table: 'reviews', tools: [tool], users: [ana] },
    ])
    expect(
      await saidOf(
        'insert into review_helpful_votes (review_id, user_id) select id, $1 from reviews',
        [ben],
      ),
    ).toEqual([
      { table: 'reviews', tools: [tool], users: [ana] },
      { table: 'review_helpful_votes' },
    ])
    // Also where it is not by whoever leaves.
    expect(await saidOf('update reviews set user_id = null where user_id = $1', [ana])).toEqual([
      { table: 'reviews', tools: [tool], users: [ana] },
    ])
    expect(await saidOf('delete from reviews')).toEqual([
      { table: 'tools', counted: counted(tool, stars(5, 1), stars(0, 0)) },
      { table: 'reviews', tools: [tool] },
      { table: 'review_helpful_votes' },
    ])
  })

  test('an upvote, and a launch', async () => {
    const by = (before: number, after: number) =>
      counted(launch, { upvotes_count: before }, { upvotes_count: after })
    expect(
      await saidOf('insert into launch_upvotes (launch_id, user_id) values ($1, $2)', [
        launch,
        ben,
      ]),
    ).toEqual([{ table: 'launches', counted: by(0, 1) }, { table: 'launch_upvotes' }])
    expect(await saidOf('delete from launch_upvotes')).toEqual([
      { table: 'launches', counted: by(1, 0) },
      { table: 'launch_upvotes' },
    ])
    const both = "update product_launches set tagline = 'Cold', upvotes_count = 4"
    expect(await saidOf(both)).toEqual([{ table: 'launches' }])
  })

  test.each([
    ['a name', "name = 'Teapot'"],
    ['a name and a count', "name = 'Teapot', review_count = 2"],
    ['its last change', 'updated_at = now() + interval $$1 day$$'],
  ])('of a tool %s is more than its counts', async (_what, change) => {
    expect(await saidOf(`update tools set ${change} where id = $1`, [tool])).toEqual([
      { table: 'tools' },
    ])
  })

  test('following, of both who are concerned', async () => {
    const users = [ana, ben]
    expect(await saidOf('insert into user_follows values ($1, $2)', [ana, ben])).toEqual([
      { table: 'user_follows', users },
    ])
    expect(await saidOf('delete from user_follows')).toEqual([{ table: 'user_follows', users }])
    const followers = (followers_count: number) => ({ followers_count })
    expect(await saidOf('insert into company_follows values ($1, $2)', [ana, company])).toEqual([
      { table: 'companies', counted: counted(company, followers(0), followers(1)) },
      { table: 'company_follows', users: [ana] },
    ])
  })

  test('what is counted of a person, also how often somebody looks', async () => {
    const stats = async (text: string, values: readonly unknown[]) =>
      (await allSaidOf(text, values)).filter((change) => isOfStats(change))
    expect(await stats('insert into user_follows values ($1, $2)', [ana, ben])).toEqual([
      { table: 'user_stats', users: expect.arrayContaining([ana, ben]) },
    ])
    await allSaidOf('delete from user_follows')
    const looked = 'update user_stats set profile_views = profile_views + 1 where user_id = $1'
    expect(await stats(looked, [ana])).toEqual([{ table: 'user_stats', users: [ana] }])
  })

  test('people, companies and categories as a whole', async () => {
    for (const [text, table] of [
      ["update profiles set bio = 'Tea.'", 'profiles'],
      ["update companies set name = 'Pans'", 'companies'],
      ['update company_members set created_at = now()', 'company_members'],
      ["update categories set icon = 'house' where position = 1", 'categories'],
      ["insert into private.demo_content values ('tools', gen_random_uuid())", 'demo_content'],
      ['truncate private.demo_content', 'demo_content'],
    ] as const) {
      expect(await saidOf(text)).toEqual([{ table }])
    }
  })
})

test.each([
  "update reviews set title = 'x' where false",
  'delete from tools where false',
  'insert into launch_upvotes (launch_id, user_id) select null, null where false',
  'select 1',
])('what changes no row says nothing: %s', async (text) => {
  expect(await saidOf(text)).toEqual([])
})

test('what is undone says nothing, whether all of it or a part', async () => {
  expect(
    await saidOf(`do $$ begin
      begin
        update categories set icon = 'house' where position = 1;
        raise exception 'no';
      exception when others then end;
      update companies set name = 'Cups';
    end $$`),
  ).toEqual([{ table: 'companies' }])
  await expect(saidOf('update categories set position = 1')).rejects.toThrow()
  expect(heard).toEqual([])
})

describe('of many rows the table alone', () => {
  const many = (count: number) =>
    `insert into tools (name, slug, description, category) select 'Tool ' || gen_random_uuid(), '', 'd', 'HR'
     from generate_series(1, ${count})`

  test('in one statement: one notice of two hundred tools', async () => {
    expect(await saidOf(many(200))).toEqual([{ table: 'tools' }])
    expect(await saidOf('update tools set rating_sum = rating_sum')).toEqual([{ table: 'tools' }])
  })

  test('in one transaction: of some of two hundred reviews, and then all', async () => {
    const said = await saidOf(
      `insert into reviews (tool_id, user_id, rating, title, content) select id, $1, 4, ${WORDS} from tools`,
      [ben],
    )
    expect(said.length).toBeLessThan(100)
    expect(said.slice(-2)).toEqual([{ table: 'tools' }, { table: 'reviews' }])
  })

  test('up to twenty are named', async () => {
    const some = (count: number) =>
      saidOf(
        `update reviews set title = 'Anew' where id in (select id from reviews limit ${count})`,
      )
    expect(await some(20)).toMatchObject([{ table: 'reviews', users: [ben] }])
    expect(await some(21)).toEqual([{ table: 'reviews' }])
  })
})
