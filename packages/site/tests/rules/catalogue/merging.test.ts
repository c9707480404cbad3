// Merging and renaming tools (spec 4 §2).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember, EXPLANATION, SERVICE } from '../../support/databases/moderation.ts'
import {
  decided,
  expectRefusal,
  INVOLVED,
  NOT_FOUND,
  ONLY_MODERATORS,
  UNEXPLAINED,
} from '../../support/databases/refusals.ts'
import { findWrongCounts } from '../../support/databases/wrong-counts.ts'

const {
  db,
  moderator,
  moderate,
  createTool,
  createMember,
  addVote,
  createLaunch,
  ana,
  readEmails,
  ben,
  admin,
  createReview,
  makeMaker,
  suggestEdit,
  writeReview,
} = await shareCommunity()

const merge = async (source: string, target: string, explanation: string | null = EXPLANATION) => {
  const [row] = await db.as(moderator, 'select merge_tools($1, $2, $3) as number', [
    source,
    target,
    explanation,
  ])
  return Number(row?.number)
}
const undo = (source: string) => moderate(moderator, 'tool', source, 'restore')
const rename = (tool: string, name: string | null, slug: string | null, sub = moderator) =>
  db.as(sub, 'select rename_tool($1, $2, $3)', [tool, name, slug])

async function readTool(tool: string) {
  const [row] = await db.as(
    ANON,
    'select name, slug, review_count, rating_average::float as average from tools where id = $1',
    [tool],
  )
  return row as { name: string; slug: string; review_count: number; average: number } | undefined
}
const slugOf = async (tool: string) => String((await readTool(tool))?.slug)
const redirectsTo = async (tool: string) =>
  (
    await db.as(ANON, 'select slug from tool_redirects where tool_id = $1 order by slug', [tool])
  ).map(({ slug }) => slug)

const review = (tool: string, author: string, rating: number, day: string, more = {}) =>
  writeReview(author, tool, { rating, created_at: day, ...more }, OWNER)

const follow = (member: string, tool: string) =>
  db.insert(OWNER, 'tool_follows', { user_id: member, tool_id: tool })

async function addList(owner: string, ...tools: string[]) {
  const list = await db.create(OWNER, 'lists', {
    user_id: owner,
    name: 'Tea',
    visibility: 'public',
  })
  for (const tool of tools) {
    await db.insert(OWNER, 'list_items', { list_id: list, tool_id: tool, note: 'Good.' })
  }
}

/** Everything that a merge may change. Months and days without reviews are equal to none. */
async function readSite() {
  const tables = {
    tools: 'select * from tools order by id',
    facts: 'select * from tool_facts order by tool_id',
    redirects: 'select * from tool_redirects order by slug',
    reviews: 'select * from reviews order by id',
    revisions: 'select * from review_revisions order by review_id, number',
    votes: 'select * from review_helpful_votes order by id',
    launches: 'select * from private.launches order by id',
    upvotes: 'select * from launch_upvotes order by id',
    edits: 'select * from tool_edits order by id',
    deleted: 'select * from private.deleted_reviews order by tool_id, user_id',
    toolDays:
      'select * from private.tool_review_days where counted > 0 order by tool_id, day, rating',
    counts: 'select * from private.tool_counts where counted > 0 order by category, rating',
    days: 'select * from private.review_days where reviews > 0 order by day, rating',
    people: 'select * from private.people_counts where counted > 0 order by figure',
    stats: 'select * from user_stats order by user_id',
    activities:
      'select user_id, review_id, metadata, created_at from user_activities order by review_id',
    removed:
      'select table_name, row_id, row_data from private.removed_content order by table_name, row_id',
    merges: 'select * from private.tool_merges',
    follows: 'select * from tool_follows order by id',
    lists: 'select id, tool_count from lists order by id',
    items: 'select * from list_items order by list_id, position',
    sources: 'select * from fact_sources order by id',
    values: 'select * from fact_values order by tool_id, field, source_id',
  }
  const site: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(tables)) site[name] = await db.asOwner(text)
  return site
}

/** Two tools with 30 and 20 reviews, of which 5 each are by the same members. */
async function createTwins() {
  const [source, target] = [await createTool(), await createTool()]
  const people: string[] = []
  for (let at = 0; at < 45; at += 1) people.push(await createMember())
  const reviews: { id: string; tool: string; author: string }[] = []
  for (const [at, author] of people.entries()) {
    const rating = 1 + (at % 5)
    const day = `2025-${String(1 + (at % 12)).padStart(2, '0')}-05T10:00:00Z`
    if (at < 30) {
      const id = await review(source, author, rating, day, at === 7 ? { incentive: 'gift' } : {})
      reviews.push({ id, tool: source, author })
    }
    if (at >= 25) {
      // Of the five who reviewed both, two wrote about the target first.
      const other = at < 27 ? '2024-01-01T10:00:00Z' : '2026-01-01T10:00:00Z'
      const id = await review(target, author, 6 - rating, other)
      reviews.push({ id, tool: target, author })
    }
  }
  return { source, target, people, reviews, twice: people.slice(25, 30) }
}

describe('merge_tools', () => {
  test('moves 25 of 30 reviews to 20, removes the older of two, and restore gives all back', async () => {
    const { source, target, reviews, twice } = await createTwins()
    const [voted, other] = [reviews[0]?.id ?? '', reviews[1]?.author ?? '']
    await addVote(voted, other)
    await addVote(String(reviews.find(({ author }) => author === twice[0])?.id), other)
    await db.asOwner`update reviews set content = 'Not once did it drip, and it is quick.' where id = ${voted}`
    const launch = await createLaunch(source, other)
    await db.asOwner`insert into tool_facts (tool_id, pricing_model) values (${source}, 'paid'), (${target}, 'free')`
    const firstSlug = await slugOf(source)
    await rename(source, null, 'former-name')
    await rename(source, null, 'later-name')
    const successorOf = await createTool()
    await db.insert(OWNER, 'tool_facts', { tool_id: successorOf, successor_id: source })
    await db.insert(OWNER, 'private.deleted_reviews', {
      tool_id: source,
      user_id: ana,
      first_published_on: '2020-01-01',
    })
    await follow(other, source)
    for (const tool of [source, target]) await follow(ana, tool)
    await addList(other, source, successorOf)
    await addList(other, target, source)
    expect(await findWrongCounts(db)).toEqual([])
    const before = await readSite()
    const [preview] = await db.as(moderator, 'select merge_preview($1, $2) as it', [source, target])
    expect(preview?.it).toEqual({
      reviews: 30,
      launches: 1,
      edits: 0,
      addresses: 3,
      duplicates: expect.arrayContaining(
        ['source', 'source', 'source', 'target', 'target'].map((removed) =>
          expect.objectContaining({ removed, username: expect.stringMatching(/^m/) }),
        ),
      ),
    })
    await expectRefusal(
      db.as(ana, 'select merge_preview($1, $2)', [source, target]),
      ONLY_MODERATORS,
    )

    const number = await merge(source, target)
    expect(await findWrongCounts(db)).toEqual([])
    expect(await readTool(source)).toBeUndefined()
    const [rows] = await db.asOwner(
      'select count(*)::int as reviews, round(avg(rating), 2)::float as average from reviews where tool_id = $1',
      [target],
    )
    expect(await readTool(target)).toMatchObject({ review_count: 45, average: rows?.average })
    expect(rows?.reviews).toBe(45)
    const kept = await db.as(
      ANON,
      'select created_at >= $3 as is_newest from reviews where tool_id = $1 and user_id = any ($2)',
      [target, twice, '2025-01-01'],
    )
    expect(kept).toEqual(twice.map(() => ({ is_newest: true })))
    for (const author of twice) {
      expect(await readEmails(author)).toEqual([
        {
          kind: 'content_decision',
          data: expect.objectContaining({
            action: 'remove',
            reason: 'duplicate',
            subject_type: 'review',
          }),
        },
      ])
    }
    expect(
      await db.asOwner('select tool_id from private.launches where id = $1', [launch]),
    ).toEqual([{ tool_id: target }])
    expect(await redirectsTo(target)).toEqual(['former-name', 'later-name', firstSlug].sort())
    expect(
      await db.as(
        ANON,
        'select subject_type, subject_id, action, reason, explanation from moderation_decisions where number = $1',
        [number],
      ),
    ).toEqual([
      {
        subject_type: 'tool',
        subject_id: source,
        action: 'merge',
        reason: null,
        explanation: EXPLANATION,
      },
    ])

    await undo(source)
    expect(await findWrongCounts(db)).toEqual([])
    const after = await readSite()
    // Another successor is recorded as an edit, and so is the way back.
    delete before.edits
    delete after.edits
    expect(after).toEqual(before)
    expect(await readEmails(String(twice[0]))).toHaveLength(2)
  })

  test('takes the source away as the successor of the target, and the undo gives it back', async () => {
    const [source, target] = [await createTool(), await createTool()]
    await db.insert(OWNER, 'tool_facts', { tool_id: target, successor_id: source })
    const readSuccessor = () =>
      db.rowAsOwner('select successor_id from tool_facts where tool_id = $1', [target])
    await merge(source, target)
    expect(await readSuccessor()).toEqual({ successor_id: null })
    await undo(source)
    expect(await readSuccessor()).toEqual({ successor_id: source })
  })

  test('gives the target the edits of the source, so that all accepted ones still give its values', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const suggest = (tool: string, field: string, ...values: [unknown, unknown]) =>
      suggestEdit(ben, tool, { [field]: values })
    const accept = (edit: string) => db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
    await accept(await suggest(source, 'license', null, 'MIT'))
    await accept(await suggest(source, 'license', 'MIT', 'Apache-2.0'))
    await accept(await suggest(target, 'description', 'Boils water.', 'Boils water fast.'))
    const open = await suggest(source, 'latest_version', null, '3')
    const readEdits = (tool: string) =>
      db.asOwner('select * from tool_edits where tool_id = $1 order by number, id', [tool])
    const before = [await readEdits(source), await readEdits(target)]
    await merge(source, target)
    const merged = await readEdits(target)
    expect(await readEdits(source)).toEqual([])
    expect(merged.map(({ number, changes, status }) => ({ number, changes, status }))).toEqual([
      {
        number: 1,
        changes: { description: ['Boils water.', 'Boils water fast.'] },
        status: 'accepted',
      },
      { number: 2, changes: { license: [null, 'MIT'] }, status: 'accepted' },
      { number: 3, changes: { license: ['MIT', 'Apache-2.0'] }, status: 'accepted' },
      { number: 4, changes: { license: ['Apache-2.0', null] }, status: 'accepted' },
      { number: null, changes: { latest_version: [null, '3'] }, status: 'open' },
    ])
    expect(merged.at(-1)).toMatchObject({ id: open })
    await undo(source)
    expect([await readEdits(source), await readEdits(target)]).toEqual(before)
  })

  test.each([
    ['a source', 'BSD-3-Clause'],
    ['a member', 'MIT'],
  ])('leaves %s the author of a value of the target', async (author, becomes) => {
    const [source, target] = [await createTool(), await createTool()]
    const accept = async (tool: string, license: [string | null, string]) =>
      db.as(moderator, 'select resolve_tool_edit($1, true)', [
        await suggestEdit(ben, tool, { license }),
      ])
    const [site] = await db.as(ANON, 'select id from fact_sources where tool_id = $1', [target])
    const read = (license: string) =>
      db.as(SERVICE, "select record_read($1, 'ok', jsonb_build_object('license', $2::text))", [
        site?.id,
        license,
      ])
    if (author === 'a member') await accept(target, [null, 'MIT'])
    await read('MIT')
    await accept(source, [null, 'GPL-3.0-only'])
    const readLicense = () =>
      db.value(ANON, 'select license from tool_facts where tool_id = $1', [target])
    await merge(source, target)
    expect(await readLicense()).toBe('MIT')
    await read('BSD-3-Clause')
    expect(await readLicense()).toBe(becomes)
  })

  test('is no change of the target for readers', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const [site] = await db.as(ANON, 'select id from fact_sources where tool_id = $1', [source])
    for (const values of [
      { license: 'MIT', is_archived: false },
      { license: 'Apache-2.0', is_archived: true },
    ])
      await db.as(SERVICE, "select record_read($1, 'ok', $2::jsonb)", [
        site?.id,
        JSON.stringify(values),
      ])
    const reader = await createMember()
    await follow(reader, source)
    await follow(reader, target)
    const track = () =>
      db.as(ANON, 'select tool_id, kind from track_changes() where tool_id = any ($1) order by 2', [
        [source, target],
      ])
    const readNews = () => db.as(reader, "select subject_id from my_feed() where kind = 'facts'")
    const [changes, news] = [await track(), await readNews()]
    expect(changes).toEqual([
      { tool_id: source, kind: 'archived' },
      { tool_id: source, kind: 'license' },
    ])
    expect(new Set(news.map(({ subject_id }) => subject_id))).toEqual(new Set([source]))
    await merge(source, target)
    expect(await track()).toEqual([])
    expect(await readNews()).toEqual([])
    await undo(source)
    expect(await track()).toEqual(changes)
    expect(await readNews()).toEqual(news)
  })

  test('gives the target the sources that people added, as far as it has not got them, and the undo gives them back', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const add = async (tool: string, name: string) => {
      const [row] = await db.as(moderator, "select add_fact_source($1, 'package', $2) as id", [
        tool,
        `https://www.npmjs.com/package/${name}`,
      ])
      return String(row?.id)
    }
    const record = (id: string, version: string) =>
      db.as(SERVICE, "select record_read($1, 'ok', $2::jsonb)", [
        id,
        JSON.stringify({ latest_version: version, latest_version_on: '2026-11-01' }),
      ])
    const [moved, same, kept] = [
      await add(source, 'kettle'),
      await add(source, 'tea'),
      await add(target, 'tea'),
    ]
    await record(moved, '2.0')
    await record(kept, '1.0')
    const before = await readSite()
    const read = async (tool: string) => ({
      sources: (
        await db.as(ANON, 'select id from fact_sources where tool_id = $1 and not is_own', [tool])
      ).map(({ id }) => id),
      values: await db.as(
        ANON,
        "select source_id, value from fact_values where tool_id = $1 and field = 'latest_version' order by value",
        [tool],
      ),
      fact: await db.value(ANON, 'select latest_version from tool_facts where tool_id = $1', [
        tool,
      ]),
    })
    await merge(source, target)
    expect(await read(source)).toEqual({ sources: [], values: [], fact: undefined })
    const merged = await read(target)
    expect(merged.sources.toSorted()).toEqual([kept, moved].toSorted())
    expect(merged).toMatchObject({
      values: [
        { source_id: kept, value: '1.0' },
        { source_id: moved, value: '2.0' },
      ],
      fact: '1.0',
    })
    await undo(source)
    const after = await readSite()
    for (const each of [before, after]) for (const one of ['removed', 'edits']) delete each[one]
    expect(after).toEqual(before)
    expect((await read(source)).sources.toSorted()).toEqual([moved, same].toSorted())
    await record(moved, '2.1')
    expect(await read(source)).toMatchObject({ fact: '2.1' })
  })

  test('gives the target the sources that are read meanwhile', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        db.as(moderator, "select add_fact_source($1, 'package', $2) as id", [
          source,
          `https://www.npmjs.com/package/kettle-${index}`,
        ]),
      ),
    )
    const ids = added.map(([row]) => String(row?.id))
    const read = (id: string) =>
      db.as(SERVICE, `select record_read($1, 'ok', '{"stars": 5}')`, [id])
    await Promise.all([
      ...ids.slice(4).map(read),
      merge(source, target),
      ...ids.slice(0, 4).map(read),
    ])
    await Promise.all(ids.map(read))
    expect(
      await db.as(
        ANON,
        'select tool_id, count(*)::integer from fact_values where source_id = any ($1) group by 1',
        [ids],
      ),
    ).toEqual([{ tool_id: target, count: 8 }])
  })

  test('undone, leaves the target a source that has become its website', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const address = `https://github.com/a/${crypto.randomUUID()}`
    await db.as(moderator, "select add_fact_source($1, 'repository', $2)", [source, address])
    await merge(source, target)
    await db.asOwner`update tools set website_url = ${address} where id = ${target}`
    await undo(source)
    expect(
      await db.as(ANON, 'select tool_id, is_own from fact_sources where address = $1 order by 2', [
        address,
      ]),
    ).toEqual([
      { tool_id: source, is_own: false },
      { tool_id: target, is_own: true },
    ])
  })

  test('moves sources until the target has 12', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const add = (tool: string, name: string) =>
      db.as(moderator, "select add_fact_source($1, 'package', $2)", [
        tool,
        `https://www.npmjs.com/package/${name}`,
      ])
    // Its website is one more.
    for (const name of 'abcdefghij') await add(target, name)
    for (const name of 'xyz') await add(source, name)
    await merge(source, target)
    const count = async (tool: string) =>
      (await db.as(ANON, 'select 1 from fact_sources where tool_id = $1', [tool])).length
    expect(await count(target)).toBe(12)
    await undo(source)
    expect([await count(target), await count(source)]).toEqual([11, 4])
  })

  test('restoring a merge with removed, deleted and new reviews leaves what has changed since', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const [deleter, editor, writer, twice, removed] = [
      await createMember(),
      await createMember(),
      await createMember(),
      await createMember(),
      await createMember(),
    ]
    await review(source, deleter, 1, '2025-01-01')
    const edited = await review(source, editor, 2, '2025-01-01')
    const hidden = await review(source, removed, 3, '2025-01-01')
    await moderate(moderator, 'review', hidden, 'remove')
    const older = await review(source, twice, 4, '2025-01-01')
    const newer = await review(target, twice, 5, '2026-01-01')
    await follow(writer, source)
    await follow(editor, source)
    await merge(source, target)
    await db.as(editor, 'delete from tool_follows where user_id = $1', [editor])
    await follow(deleter, target)
    // The author of the removed review cannot write one of the other tool.
    await expectRefusal(writeReview(removed, target, { rating: 3 }), '42501')
    await expectRefusal(
      moderate(moderator, 'review', older, 'restore'),
      'PT409: The author has another review of this tool.',
    )
    await db.as(deleter, 'delete from reviews where user_id = $1', [deleter])
    await db.as(editor, 'update reviews set rating = 5 where id = $1', [edited])
    await moderate(moderator, 'review', hidden, 'restore')
    const written = await review(target, writer, 1, '2026-02-02')
    // The author of two deletes the newer review and writes another one.
    await db.as(twice, 'delete from reviews where id = $1', [newer])
    await writeReview(twice, target, { rating: 3 })
    await undo(source)
    expect(await findWrongCounts(db)).toEqual([])
    const read = (tool: string) =>
      db.asOwner('select id, rating from reviews where tool_id = $1 order by rating', [tool])
    expect(await read(source)).toEqual([
      { id: hidden, rating: 3 },
      { id: older, rating: 4 },
      { id: edited, rating: 5 },
    ])
    expect(await read(target)).toEqual([
      { id: written, rating: 1 },
      { id: expect.any(String), rating: 3 },
    ])
    for (const [tool, member] of [
      [source, writer],
      [target, deleter],
    ]) {
      expect(
        await db.asOwner('select user_id from tool_follows where tool_id = $1', [tool]),
      ).toEqual([{ user_id: member }])
    }
  })

  test.each([
    ['moves to the target on the same host', '/new', null, 'moves'],
    ['ends for a target elsewhere', null, null, 'ends'],
    ['ends for a target with another maker', '/other', 'Others', 'ends'],
  ] as const)('the claim of a maker of the source %s', async (_what, path, rival, becomes) => {
    const [founder, other] = [await createMember(), await createMember()]
    const [source, target] = [await createTool(), await createTool()]
    const [row] = await db.asOwner`select website_url as website from tools where id = ${source}`
    if (path) {
      await db.asOwner`update tools set website_url = ${`${row?.website}${path}`} where id = ${target}`
    }
    const company = await makeMaker(founder, source, 'Kettles')
    const others = rival && (await makeMaker(other, target, rival))
    const readMakers = () =>
      db.asOwner`select m.tool_id, m.company_id, c.status, c.token from tool_makers m
         left join private.tool_claims c using (tool_id, company_id) where tool_id = any (${[source, target]}) order by tool_id = ${source} desc`
    const before = await readMakers()
    const [preview] = await db.as(moderator)`select merge_preview(${source}, ${target}) as preview`
    expect(preview?.preview).toMatchObject({
      makers: [
        { company: 'Kettles', of: 'source', claim: becomes },
        ...(rival ? [{ company: rival, of: 'target', claim: 'stays' }] : []),
      ],
    })
    const number = await merge(source, target)
    expect(await readMakers()).toMatchObject(
      becomes === 'moves'
        ? [{ tool_id: target, company_id: company, token: before[0]?.token }]
        : rival
          ? [{ tool_id: target, company_id: others }]
          : [],
    )
    const [mail] = (await readEmails(founder)).slice(-1)
    expect(mail).toMatchObject({
      kind: 'tool_claim',
      data: {
        status: becomes === 'moves' ? 'granted' : 'expired',
        detail: expect.stringContaining(`(decision ${number})`),
      },
    })
    await undo(source)
    expect(await readMakers()).toEqual(before)
    expect((await readEmails(founder)).at(-1)).toMatchObject({ data: { status: 'granted' } })
  })

  test('of a tool into itself, an unknown tool and a merged tool is refused', async () => {
    const [source, target] = [await createTool(), await createTool()]
    await expectRefusal(merge(source, source), "23514: A tool can't be merged into itself.")
    await expectRefusal(merge(source, target, 'Too short.'), UNEXPLAINED)
    await expectRefusal(merge(crypto.randomUUID(), target), NOT_FOUND)
    await expectRefusal(merge(source, crypto.randomUUID()), NOT_FOUND)
    const number = await merge(source, target)
    await expectRefusal(merge(source, target), decided(number))
  })

  test('is for moderators, who did not add the tool', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const call = 'select merge_tools($1, $2, $3)'
    const values = [source, target, EXPLANATION]
    for (const [caller, code] of [
      [ANON, '42501'],
      [asMember(ana), '42501'],
      [SERVICE, '42501'],
    ] as const) {
      await expectRefusal(db.as(caller, call, values), code)
    }
    const own = await createTool(undefined, moderator)
    await expectRefusal(merge(own, target), INVOLVED)
    await db.as(admin, call, values)
    expect(await readTool(source)).toBeUndefined()
  })

  test('can be undone for 30 days, while the target is listed and its address is free', async () => {
    const [source, target, third] = [await createTool(), await createTool(), await createTool()]
    const number = await merge(source, target)
    const second = await merge(target, third)
    await expectRefusal(undo(source), 'PT409: Please restore the tool first.')
    await undo(target)
    const [{ slug } = { slug: '' }] =
      await db.asOwner`select slug from tool_redirects where tool_id = ${target}`
    const kept = await slugOf(target)
    await rename(target, null, String(slug))
    await expectRefusal(undo(source), {
      code: 'PT409',
      message: expect.stringMatching(/has the address or the website of this tool now/),
    })
    await rename(target, null, kept)
    const age = (days: number) =>
      db.asOwner(
        "update moderation_decisions set decided_at = now() - $1 * interval '1 day' where number = $2",
        [days, number],
      )
    await age(31)
    await expectRefusal(undo(source), 'PT409: A merge can be undone within 30 days.')
    await age(29)
    await undo(source)
    expect(await slugOf(source)).toBe(slug)
    expect(second).toBeGreaterThan(number)
  })

  test('takes the reviews that are written meanwhile, or refuses them', async () => {
    const [source, target] = [await createTool(), await createTool()]
    const authors = await Promise.all(Array.from({ length: 12 }, () => createMember()))
    const write = (author: string) => writeReview(author, source)
    const results = await Promise.allSettled([
      ...authors.slice(0, 6).map(write),
      merge(source, target),
      ...authors.slice(6).map(write),
    ])
    const written = results.filter(({ status }, at) => at !== 6 && status === 'fulfilled').length
    const failures = results.filter(({ status }) => status === 'rejected')
    for (const failure of failures) expect(failure).toMatchObject({ reason: { code: '23503' } })
    expect(await readTool(target)).toMatchObject({ review_count: written })
    expect(await findWrongCounts(db)).toEqual([])
  })
})

describe('rename_tool', () => {
  test('changes name and slug, keeps the old slug as a redirect and records the name', async () => {
    const tool = await createTool('Kettle')
    const author = await createMember()
    await createReview(tool, author)
    await rename(tool, ' Kettle <b>2</b> ', 'kettle-2')
    expect(await readTool(tool)).toMatchObject({ name: 'Kettle 2', slug: 'kettle-2' })
    expect(await redirectsTo(tool)).toEqual(['kettle'])
    expect(
      await db.as(ANON, 'select number, changes from tool_edits where tool_id = $1', [tool]),
    ).toEqual([{ number: 1, changes: { name: ['Kettle', 'Kettle 2'] } }])
    expect(
      await db.asOwner('select metadata from user_activities where user_id = $1', [author]),
    ).toMatchObject([{ metadata: { tool_name: 'Kettle 2', tool_slug: 'kettle-2' } }])
    // Back to a slug that redirects to the same tool.
    await rename(tool, null, 'kettle')
    expect(await redirectsTo(tool)).toEqual(['kettle-2'])
  })

  test('refuses slugs that are taken, redirect, belong to a removed tool or are invalid', async () => {
    const [tool, other, gone] = [
      await createTool('Teapot'),
      await createTool('Samovar'),
      await createTool('Percolator'),
    ]
    await rename(other, null, 'samovar-2')
    await moderate(moderator, 'tool', gone, 'remove')
    await expectRefusal(rename(tool, null, 'samovar-2'), 'PT409: Another tool has this address.')
    await expectRefusal(
      rename(tool, null, 'samovar'),
      'PT409: This address redirects to another tool.',
    )
    await expectRefusal(
      rename(tool, null, 'percolator'),
      'PT409: This address belongs to a removed tool.',
    )
    for (const slug of ['', 'Tea', 'tea--pot', '-tea', 'a'.repeat(101), crypto.randomUUID()]) {
      await expectRefusal(
        rename(tool, null, slug),
        '23514: An address has 1 to 100 lower-case letters and digits, with single hyphens between them.',
      )
    }
    await expectRefusal(rename(tool, '', null), '23514: Tool name is required')
    await expectRefusal(rename(crypto.randomUUID(), null, 'x'), NOT_FOUND)
    await expectRefusal(rename(tool, null, 'teapot-2', ana), ONLY_MODERATORS)
    await rename(tool, null, 'teapot-2')
    expect(await redirectsTo(tool)).toEqual(['teapot'])
  })
})

describe('a slug that redirects', () => {
  test('is not given to a new tool, and tool_already_listed names the present one', async () => {
    const [tool, source] = [await createTool('Urn'), await createTool('Cezve')]
    await rename(tool, null, 'tea-urn')
    await merge(source, tool)
    const add = (name: string, website: string | null = null) =>
      db.as(
        ana,
        "insert into tools (name, description, category, website_url) values ($1, 'd', 'HR', $2) returning id",
        [name, website],
      )
    const LISTED = { code: '23505', message: 'This tool is already listed.' }
    await expectRefusal(add('Urn'), LISTED)
    await expectRefusal(add('Cezve'), LISTED)
    await expectRefusal(add('Another', 'https://cezve.example'), LISTED)
    await expectRefusal(
      db.insert(OWNER, 'tools', { name: 'urn', description: 'd', category: 'HR' }),
      LISTED,
    )
    expect(await add('Fresh', 'https://fresh.example')).toHaveLength(1)
    const find = (name: string, website: string | null) =>
      db.as(ANON, 'select * from tool_already_listed($1, $2)', [name, website])
    const present = { name: 'Urn', slug: 'tea-urn' }
    expect(await find('URN', null)).toEqual([{ ...present, same: 'name' }])
    expect(await find('cezve', null)).toEqual([{ ...present, same: 'name' }])
    expect(await find('other', 'https://www.cezve.example/?ref=x')).toEqual([
      { ...present, same: 'website' },
    ])
  })

  test('is removed and restored with its tool', async () => {
    const tool = await createTool('Moka')
    await rename(tool, null, 'moka-pot')
    await moderate(moderator, 'tool', tool, 'remove')
    expect(await db.asOwner("select * from tool_redirects where slug = 'moka'")).toEqual([])
    await expectRefusal(
      db.insert(ana, 'tools', { name: 'Moka', description: 'd', category: 'HR' }),
      '42501',
    )
    await moderate(moderator, 'tool', tool, 'restore')
    expect(await redirectsTo(tool)).toEqual(['moka'])
  })
})
