// The cache tags that a change announces on the channel page_tags (docs/decisions/0008).

import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'

const received: string[] = []

/** Runs a statement. @returns the tags that it announces, sorted */
async function collectTags(text: string, values: readonly unknown[] = []): Promise<string[]> {
  received.length = 0
  await db.asOwner(text, values)
  return [...received].sort()
}

const insertReturningId = async (text: string, values: readonly unknown[] = []) =>
  String(await db.valueAsOwner(`${text} returning id`, values))

const CONTENT = "'It boils', 'Not once did it drip.'"

const db = await shareTestDatabase()
const ana = await db.createUser()
const ben = await db.createUser()
const tool = await insertReturningId(
  "insert into tools (name, slug, description, category) values ('Kettle', '', 'Boils.', 'HR')",
)
const launch = await insertReturningId(
  "insert into product_launches (user_id, tool_id, tagline, launch_date) values ($1, $2, 'Hot', now())",
  [ana, tool],
)
const company = await insertReturningId(
  "insert into companies (name, created_by) values ('Pots', $1)",
  [ana],
)
await db.database.listen({
  channel: 'page_tags',
  onNotice: (tag) => received.push(tag),
  onGap: () => {},
})

describe('a review', () => {
  const reviewTags = () => ['reviews', `reviews:${tool}`, `user:${ana}`]
  const ratingTags = () => ['category-ratings:HR & Recruitment', 'tool-ratings', `tool:${tool}`]

  test('an inserted review and a new rating announce the tool, the author and the rating', async () => {
    const insert = `insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 4, ${CONTENT})`
    expect(await collectTags(insert, [tool, ana])).toEqual(
      [...reviewTags(), ...ratingTags()].sort(),
    )
    const rate = 'update reviews set rating = 5 where user_id = $1'
    expect(await collectTags(rate, [ana])).toEqual([...reviewTags(), ...ratingTags()].sort())
  })

  test('a new title announces the review without the rating', async () => {
    expect(
      await collectTags("update reviews set title = 'Boils' where user_id = $1", [ana]),
    ).toEqual(reviewTags())
  })

  test('a helpful vote announces the review', async () => {
    const vote = 'insert into review_helpful_votes (review_id, user_id) select id, $1 from reviews'
    expect(await collectTags(vote, [ben])).toEqual(reviewTags())
  })

  test('removing the author announces the author, and deleting the review announces the tool', async () => {
    expect(await collectTags('update reviews set user_id = null')).toEqual(
      expect.arrayContaining(reviewTags()),
    )
    const removed = await collectTags('delete from reviews')
    expect(removed).toEqual(['reviews', `reviews:${tool}`, ...ratingTags()].sort())
  })
})

describe('a launch', () => {
  test('an upvote announces only the count', async () => {
    const counts = ['launch-upvotes', `launch:${launch}`]
    const upvote = 'insert into launch_upvotes (launch_id, user_id) values ($1, $2)'
    expect(await collectTags(upvote, [launch, ben])).toEqual(counts)
    expect(await collectTags('delete from launch_upvotes')).toEqual(counts)
  })

  test.each([
    'tagline',
    'description',
    'featured_image',
    'launch_date',
    'tool_id',
    'user_id',
    'pictures',
  ])('a new %s announces the launch', async (column) => {
    const value = {
      launch_date: "'2099-01-01'",
      tool_id: 'null',
      user_id: 'null',
      pictures: `'{uploaded/${ana}/1.webp}'`,
    }[column]
    const statement = `update product_launches set ${column} = ${value ?? "'https://a.example/'"}`
    expect(await collectTags(statement)).toEqual([`launch:${launch}`, 'launches'])
  })
})

describe('a tool', () => {
  test('an insert announces the list of tools, and a delete also the tool', async () => {
    const insert =
      "insert into tools (name, slug, description, category) values ('Urn', '', 'd', 'HR')"
    expect(await collectTags(insert)).toEqual(['tools'])
    const [{ id } = { id: '' }] = await db.asOwner("select id from tools where name = 'Urn'")
    expect(await collectTags("delete from tools where name = 'Urn'")).toEqual([
      `tool:${id}`,
      'tools',
    ])
  })

  test.each([
    ["name = 'Teapot'"],
    ["slug = 'pot'"],
    ["description = 'Brews.'"],
    ["category = 'Design'"],
    ["logo_url = 'https://a.example/a.png'"],
    ["website_url = 'https://a.example/'"],
    ['updated_at = now() + interval $$1 day$$'],
  ])('an update with %s announces the tool and the list of tools', async (change) => {
    expect(await collectTags(`update tools set ${change} where id = $1`, [tool])).toEqual([
      `tool:${tool}`,
      'tools',
    ])
  })

  test('an update of a name and counts announces both', async () => {
    const tags = await collectTags(
      "update tools set name = 'Pan', rating_sum = 8, review_count = 2",
    )
    expect(tags).toEqual(expect.arrayContaining(['tool-ratings', `tool:${tool}`, 'tools']))
  })

  test('an update of the counts announces the ratings of each category of the tool', async () => {
    await db.asOwner("update tools set category = 'Legal Video' where id = $1", [tool])
    const [row] = await db.asOwner(
      "select array(select 'category-ratings:' || unnest(categories)) as tags from tools where id = $1",
      [tool],
    )
    const tags = await collectTags('update tools set review_count = 1, rating_sum = 4')
    expect(row?.tags).toHaveLength(2)
    expect(tags).toEqual(expect.arrayContaining(row?.tags as string[]))
  })
})

describe('members and companies', () => {
  test('a follow announces both members', async () => {
    const both = [`user:${ana}`, `user:${ben}`].sort()
    expect(await collectTags('insert into user_follows values ($1, $2)', [ana, ben])).toEqual(both)
    expect(await collectTags('delete from user_follows')).toEqual(both)
  })

  test('a follow of a company announces the member and the company', async () => {
    const follow = 'insert into company_follows values ($1, $2)'
    expect(await collectTags(follow, [ana, company])).toEqual([`company:${company}`, `user:${ana}`])
  })

  test('a profile view announces the member', async () => {
    const view = 'update user_stats set profile_views = profile_views + 1 where user_id = $1'
    expect(await collectTags(view, [ana])).toEqual([`user:${ana}`])
  })

  test.each([
    ["update profiles set bio = 'Tea.'", ['profiles']],
    ['update company_members set created_at = now()', ['company-members']],
    ["update categories set icon = 'house' where position = 1", ['categories']],
    ["insert into private.demo_content values ('tools', gen_random_uuid())", ['demo-content']],
    ['insert into private.demo_loading (day) values (now())', ['demo-content']],
  ])('%s announces %j', async (statement, tags) => {
    expect(await collectTags(statement)).toEqual(tags)
  })

  test('a new name of a company announces the company and the list of companies', async () => {
    expect(await collectTags("update companies set name = 'Pans'")).toEqual([
      'companies',
      `company:${company}`,
    ])
  })
})

test('TRUNCATE announces every tag', async () => {
  expect(await collectTags('truncate private.demo_content')).toEqual(['*'])
})

test.each([
  "update reviews set title = 'x' where false",
  'delete from tools where false',
  'update product_launches set tagline = tagline',
  'select 1',
])('a statement that changes nothing announces nothing: %s', async (statement) => {
  expect(await collectTags(statement)).toEqual([])
})

test('a statement that is rolled back announces nothing', async () => {
  expect(
    await collectTags(`do $$ begin
      begin
        update categories set icon = 'heart' where position = 1;
        raise exception 'no';
      exception when others then end;
    end $$`),
  ).toEqual([])
  await expect(collectTags('update categories set position = 1')).rejects.toThrow()
  expect(received).toEqual([])
})

test('a transaction that changes many rows announces each tag once', async () => {
  const insert = `insert into tools (name, slug, description, category)
    select 'Tool ' || number, '', 'd', 'HR' from generate_series(1, 200) number`
  expect(await collectTags(insert)).toEqual(['tools'])
})

test('each column of tools, launches and companies announces a tag, or no page shows it by itself', async () => {
  // They follow from a column that announces a tag, never change, or are for searching only.
  const silent = {
    'public.tools': [
      'adjusted_rating',
      'capability_count',
      'counted_reviews',
      'created_at',
      'id',
      // A change of it changes the categories.
      'more_categories',
      'name_folded',
      'rating_average',
      'rating_high',
      'search',
      'submitted_by',
      'website_host',
      'website_key',
    ],
    'private.launches': ['created_at', 'id', 'upvotes_by_new_accounts', 'upvotes_on_day'],
    'public.companies': ['created_at', 'created_by', 'id'],
  }
  for (const [table, expected] of Object.entries(silent)) {
    const columns = await db.asOwner`select attname as name, exists (
         select from pg_trigger where tgrelid = attrelid and tgname like 'announce%'
           and pg_get_triggerdef(oid) ~ ('new\\.' || attname || '\\M')
         union all select from pg_proc where proname like 'announce_changed_%' and proargtypes[0] = attrelid::regclass::text::regtype
           and prosrc ~ ('(<>|[(]|,)\\s+new\\.' || attname || '\\M|[(]new\\.' || attname || '[,)]')
       ) as announces
       from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attname`
    expect(columns.some(({ announces }) => announces)).toBe(true)
    const found = columns.filter(({ announces }) => !announces).map(({ name }) => name)
    expect([table, found]).toEqual([table, expected])
  }
})
