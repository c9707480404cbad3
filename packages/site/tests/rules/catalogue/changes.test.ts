// What changed about tools (spec 10 §5).

import { expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, asMember } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const { db, ana, ben, createTool, moderator, suggestEdit } = await shareCommunity()

/** Stores an accepted edit. */
const record = (tool: string, changes: object, daysAgo = 0) =>
  db.asOwner(
    `insert into tool_edits (tool_id, number, changes, status, decided_at, by_source)
       values ($1, private.get_next_edit_number($1), $2::jsonb, 'accepted', now() - make_interval(days => $3), 'repository')`,
    [tool, JSON.stringify(changes), daysAgo],
  )
const track = (tool: string, since: string | null = null, kinds: string[] | null = null) =>
  db.as(
    ANON,
    'select number, kind, field, before, after, by_source from track_changes($2, $3) where tool_id = $1',
    [tool, since, kinds],
  )

test.each<[object, string[]]>([
  [{ price_from: [5, 7] }, ['price']],
  [{ price_from: [null, 7] }, []],
  [{ pricing_model: ['free', 'paid'], price_from: [null, 7] }, ['price']],
  [{ license: ['MIT', 'BUSL-1.1'] }, ['license']],
  [{ license: [null, 'MIT'] }, []],
  [{ is_archived: [null, true] }, ['archived']],
  [{ is_archived: [true, false] }, ['back_to_life']],
  [{ discontinued_on: [null, '2026-01-02'] }, ['discontinued']],
  [{ discontinued_on: ['2026-01-02', null] }, ['back_to_life']],
  [{ latest_version: ['1.9', '2.0'] }, ['major_version']],
  [{ latest_version: ['v9', 'v10.1'] }, ['major_version']],
  [{ latest_version: ['1.9', '1.10'] }, []],
  [{ latest_version: ['2.0', '1.9'] }, []],
  [{ latest_version: [null, '2.0'] }, []],
  [{ latest_version: ['nightly', '2.0'] }, []],
  [{ latest_version_on: ['2020-01-01', '2026-01-01'] }, ['back_to_life']],
  [{ latest_version_on: ['2025-01-01', '2026-01-01'] }, []],
  [{ latest_version_on: ['2023-12-30', '2026-01-01'] }, ['back_to_life']],
  [{ latest_version_on: ['2024-01-02', '2026-01-01'] }, []],
  [{ name: ['A', 'B'], description: ['a', 'b'] }, []],
])('the change %j is of the kinds %j', async (changes, kinds) => {
  const tool = await createTool()
  await record(tool, changes)
  expect((await track(tool)).map(({ kind }) => kind)).toEqual(kinds)
})

test('track_changes has the values and the source, of 30 days, or since a time and of some kinds', async () => {
  const tool = await createTool()
  await record(tool, { license: ['MIT', 'BUSL-1.1'] }, 40)
  await record(tool, { latest_version: ['1', '2'] }, 1)
  const by_source = 'repository'
  const license = {
    ...{ number: 1, kind: 'license', field: 'license' },
    ...{ before: 'MIT', after: 'BUSL-1.1', by_source },
  }
  expect(await track(tool)).toMatchObject([{ kind: 'major_version' }])
  expect(await track(tool, '2020-01-01')).toEqual([
    {
      ...{ number: 2, kind: 'major_version', field: 'latest_version' },
      ...{ before: '1', after: '2', by_source },
    },
    license,
  ])
  expect(await track(tool, '2020-01-01', ['license', 'price'])).toEqual([license])
  await expectRefusal(track(tool, null, ['stars']), { code: '22023' })
})

test('each page begins after the last edit of the one before, also within one moment, and divides no edit', async () => {
  const tools = await Promise.all(Array.from({ length: 4 }, () => createTool()))
  const license = { license: ['MIT', 'BUSL-1.1'] }
  for (const [index, tool] of tools.entries()) {
    await record(tool, index === 1 ? { ...license, price_from: [5, 7] } : license)
    await record(tool, license, 2)
  }
  await db.asOwner(
    `update tool_edits set decided_at = case when decided_at > now() - interval '1 day' then '2020-02-02 00:00:00.123456' else '2020-01-01' end::timestamptz
      where tool_id = any ($1)`,
    [tools],
  )
  const readPage = (size: number, cursor: unknown) =>
    db.as(
      ANON,
      "select tool_id, number, kind, changed_at, after_row from track_changes('2020-01-01', null, $1, $2) where changed_at < '2021-01-01'",
      [size, cursor],
    )
  const cursor = '["2021-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000000"]'
  const all = await readPage(200, cursor)
  expect(all).toHaveLength(9)
  for (const size of [1, 2, 3]) {
    const pages: Record<string, unknown>[][] = []
    let after: unknown = cursor
    do {
      const page = await readPage(size, after)
      pages.push(page)
      after = page.at(-1)?.after_row
    } while (after)
    expect(pages.flat()).toEqual(all)
    const edits = pages.map((page) => new Set(page.map(({ after_row }) => after_row)))
    expect(edits.reduce((sum, { size }) => sum + size, 0)).toBe(8)
  }
})

test.each(['x', '{}', '[]', '["x", "y"]', '["2020-01-01"]', '["2020-01-01", 5]'])(
  '%s is no cursor',
  async (cursor) => {
    await expectRefusal(db.as(ANON, 'select 1 from track_changes(older_than => $1)', [cursor]), {
      code: '22023',
    })
  },
)

test('an open suggestion and one of a removed tool are no changes', async () => {
  const tool = await createTool()
  const license = await suggestEdit(ben, tool, { license: [null, 'MIT'] })
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [license])
  const edit = await suggestEdit(ana, tool, { license: ['MIT', 'Apache-2.0'] })
  expect(await track(tool)).toEqual([])
  await db.as(moderator, 'select resolve_tool_edit($1, true)', [edit])
  expect(await track(tool)).toMatchObject([{ kind: 'license', by_source: null }])
  expect(
    await db.as(asMember(ana), 'select 1 from track_changes() where tool_id = $1', [tool]),
  ).toHaveLength(1)
  await db.asOwner('delete from tools where id = $1', [tool])
  expect(await track(tool)).toEqual([])
})
