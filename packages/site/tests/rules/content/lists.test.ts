// Spec 7 §3: lists of tools.

import {
  OWNER,
  shareTestDatabase,
  type TestDatabase,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

type Caller = Parameters<TestDatabase['as']>[0]

const db = await shareTestDatabase()
const ana = await db.createUser()
const ben = await db.createUser()
const tools = (await db.asOwner`insert into tools (name, description, category, slug)
   select 'Kettle ' || n, 'Boils.', 'HR', 'kettle-' || n from generate_series(1, 205) n returning id, slug`) as {
  id: string
  slug: string
}[]

const member = (sub: string) => ({ role: 'authenticated' as const, sub })
const anonymous = { role: 'anon' as const }

async function addList(owner: string, visibility = 'private', name = 'Tea'): Promise<string> {
  return db.create(owner, 'lists', { user_id: owner, name, visibility })
}
const save = (caller: Caller, list: string, tool = tools[0]?.id, note = '') =>
  db.insert(caller, 'list_items', { list_id: list, tool_id: tool, note })
const readSlugs = async (caller: Caller, list: string) =>
  (
    await db.as(
      caller,
      'select t.slug from shown_list_items($1) i join tools t on t.id = i.tool_id',
      [list],
    )
  ).map(({ slug }) => slug)

describe('who sees a list', () => {
  test('a private list is its owner’s alone, by its address and in the tables', async () => {
    const list = await addList(ana)
    await save(member(ana), list)
    expect(await readSlugs(member(ana), list)).toEqual(['kettle-1'])
    for (const caller of [member(ben), anonymous]) {
      expect(await db.as(caller, 'select from shown_list($1)', [list])).toEqual([])
      expect(await readSlugs(caller, list)).toEqual([])
      expect(await db.as(caller, 'select from lists where id = $1', [list])).toEqual([])
      expect(await db.as(caller, 'select from list_items where list_id = $1', [list])).toEqual([])
    }
  })

  test('an unlisted list is seen by its address alone, a public one in the tables too', async () => {
    const [unlisted, open] = [await addList(ana, 'unlisted'), await addList(ana, 'public')]
    for (const list of [unlisted, open]) await save(member(ana), list)
    expect(await readSlugs(anonymous, unlisted)).toEqual(['kettle-1'])
    expect(
      await db.as(anonymous, 'select id from lists where id = any ($1)', [[unlisted, open]]),
    ).toEqual([{ id: open }])
    expect(
      await db.as(anonymous, 'select list_id from list_items where list_id = any ($1)', [
        [unlisted, open],
      ]),
    ).toEqual([{ list_id: open }])
  })
})

describe('who changes a list', () => {
  test('its owner alone changes, fills and deletes it', async () => {
    const list = await addList(ana, 'public')
    for (const caller of [member(ben), anonymous]) {
      await expectRefusal(save(caller, list), '42501')
    }
    const rename = 'update lists set name = $2 where id = $1 returning name'
    expect(await db.as(ben, rename, [list, 'Mine'])).toEqual([])
    expect(await db.as(ana, rename, [list, ' <i>Tea</i> '])).toEqual([{ name: 'Tea' }])
    await save(member(ana), list, tools[0]?.id, 'Boils <b>fast</b>')
    expect(
      await db.as(anonymous, 'select note, position from list_items where list_id = $1', [list]),
    ).toEqual([{ note: 'Boils fast', position: 0 }])
    await expectRefusal(db.as(ana, 'update lists set copies = 9 where id = $1', [list]), '42501')
    const remove = 'delete from lists where id = $1 returning id'
    expect(await db.as(ben, remove, [list])).toEqual([])
    expect(await db.as(ana, remove, [list])).toEqual([{ id: list }])
  })

  test('names have 1 to 80 characters, notes up to 280', async () => {
    const list = await addList(ana)
    for (const name of ['', 'x'.repeat(81)]) {
      await expectRefusal(addList(ana, 'private', name), '23514')
    }
    await expectRefusal(save(member(ana), list, tools[0]?.id, 'x'.repeat(281)), '23514')
    await save(member(ana), list, tools[0]?.id, 'x'.repeat(280))
  })

  test('“A list can have at most 200 tools.”', async () => {
    const list = await addList(ana)
    await db.asOwner(
      'insert into list_items (list_id, tool_id) select $1, id from unnest($2::uuid[]) as id',
      [list, tools.slice(0, 199).map(({ id }) => id)],
    )
    await save(member(ana), list, tools[199]?.id)
    await expectRefusal(
      save(member(ana), list, tools[200]?.id),
      '23514: A list can have at most 200 tools.',
    )
    const again = 'insert into list_items (list_id, tool_id) values ($1, $2) on conflict do nothing'
    expect(await db.as(ana, again, [list, tools[0]?.id])).toEqual([])
  })

  test('“You can have at most 50 lists.”', async () => {
    const collector = await db.createUser()
    await db.asOwner`insert into lists (user_id, name) select ${collector}, 'List ' || n from generate_series(1, 49) n`
    await addList(collector)
    await expectRefusal(addList(collector), '23514: You can have at most 50 lists.')
  })
})

describe('order, copies and saved tools', () => {
  const saveAll = async (list: string, slugs: readonly string[]) => {
    for (const slug of slugs) {
      await save(member(ana), list, tools.find((tool) => tool.slug === slug)?.id)
    }
  }

  test('order_list puts the named tools first and keeps the others in their order', async () => {
    const list = await addList(ana, 'public')
    await saveAll(list, ['kettle-1', 'kettle-2', 'kettle-3'])
    const order = (caller: Caller) =>
      db.as(caller, 'select order_list($1, $2)', [list, [tools[2]?.id]])
    await expectRefusal(order(member(ben)), 'PT404')
    await order(member(ana))
    expect(await readSlugs(anonymous, list)).toEqual(['kettle-3', 'kettle-1', 'kettle-2'])
    await save(member(ana), list, tools[3]?.id)
    expect((await readSlugs(anonymous, list)).at(-1)).toBe('kettle-4')
  })

  test('copy_list makes a private copy and counts it, except for the own list', async () => {
    const list = await addList(ana, 'unlisted', 'Best kettles')
    await saveAll(list, ['kettle-2', 'kettle-1'])
    const copy = async (sub: string) => {
      const [row] = await db.as(sub, 'select copy_list($1) as id', [list])
      return String(row?.id)
    }
    const copied = await copy(ben)
    expect(await readSlugs(member(ben), copied)).toEqual(['kettle-2', 'kettle-1'])
    expect(await readSlugs(member(ana), copied)).toEqual([])
    await copy(ana)
    // Each member counts once.
    await copy(ben)
    expect(await db.as(ana, 'select copies, tool_count from lists where id = $1', [list])).toEqual([
      { copies: 1, tool_count: 2 },
    ])
    const secret = await addList(ana)
    await expectRefusal(
      db.as(ben, 'select copy_list($1)', [secret]),
      'PT404: We could not find this list.',
    )
  })

  test('join_saved_tools keeps every tool of a browser once, and names those that the list has', async () => {
    const saver = await db.createUser()
    const join = (...slugs: string[]) =>
      db.value(saver, 'select join_saved_tools($1) as slugs', [slugs])
    expect(await join('kettle-5', 'no-such-tool', 'kettle-4')).toEqual([
      'kettle-5',
      'no-such-tool',
      'kettle-4',
    ])
    expect(await join('kettle-4', 'kettle-6', 'kettle-6')).toContain('kettle-6')
    const [list] = await db.asOwner('select id, visibility from lists where user_id = $1', [saver])
    expect(list?.visibility).toBe('private')
    const id = String(list?.id)
    expect(await readSlugs(member(saver), id)).toEqual(['kettle-5', 'kettle-4', 'kettle-6'])

    await db.asOwner(
      `insert into list_items (list_id, tool_id) select $1, id from unnest($2::uuid[]) as id on conflict do nothing`,
      [id, tools.slice(6, 202).map((tool) => tool.id)],
    )
    expect(await join('kettle-1', 'kettle-2')).toEqual(['kettle-1'])
    await db.asOwner("update lists set name = 'Mine' where id = $1", [id])
    await db.asOwner`insert into lists (user_id, name) select ${saver}, 'List ' || n from generate_series(1, 49) n`
    expect(await join('kettle-1')).toEqual([])
  })
})

test('join_saved_tools joins a tool that was renamed or merged since', async () => {
  const saver = await db.createUser()
  await db.insert(OWNER, 'tool_redirects', { slug: 'old-kettle', tool_id: tools[30]?.id })
  const [row] = await db.as(
    saver,
    "select join_saved_tools('{kettle-32,old-kettle,no-such-tool}') as slugs",
  )
  expect(row?.slugs).toEqual(['kettle-32', 'old-kettle', 'no-such-tool'])
  const [list] = await db.asOwner('select id from lists where user_id = $1', [saver])
  expect(await readSlugs(member(saver), String(list?.id))).toEqual(['kettle-32', 'kettle-31'])
})

describe('removed and restored content', () => {
  const remove = async (type: string, id: string | undefined, all = false) => {
    const [row] = await db.asOwner(
      "select private.record_decision($1, $2, 'remove', 'spam', null, 'Because of a test.', null, 'staff', null) as number",
      [type, id],
    )
    await db.asOwner('select private.remove_content($1, $2, $3, $4)', [row?.number, type, id, all])
    return () => db.asOwner('select private.restore_content($1)', [row?.number])
  }
  const readList = (list: string) =>
    db.as(
      anonymous,
      'select l.name, l.tool_count, l.updated_at, i.note, i.position from lists l join list_items i on i.list_id = l.id where l.id = $1 order by i.position',
      [list],
    )

  test('a restored tool is in its lists again', async () => {
    const list = await addList(ana, 'public')
    for (const at of [10, 11, 12]) await save(member(ana), list, tools[at]?.id, `Note ${at}`)
    const before = await readList(list)
    const restore = await remove('tool', tools[11]?.id)
    expect(await readList(list)).toMatchObject([
      { tool_count: 2, note: 'Note 10' },
      { note: 'Note 12' },
    ])
    await restore()
    expect(await readList(list)).toEqual(before)
  })

  test('a list and one of its tools that are removed and restored in any order lose nothing', async () => {
    const list = await addList(ana, 'public')
    for (const at of [20, 21]) await save(member(ana), list, tools[at]?.id, `Note ${at}`)
    const before = await readList(list)
    const removals = { tool: () => remove('tool', tools[21]?.id), list: () => remove('list', list) }
    for (const removed of [
      ['tool', 'list'],
      ['list', 'tool'],
    ] as const) {
      for (const restored of [removed, removed.toReversed()]) {
        const restore: Record<string, () => Promise<unknown>> = {}
        for (const each of removed) restore[each] = await removals[each]()
        for (const each of restored) await restore[each]?.()
        expect(await readList(list), `${removed}, ${restored}`).toEqual(before)
      }
    }
  })

  test('a restored list still counts each member who copied it once', async () => {
    const list = await addList(ana, 'public')
    const copy = () => db.as(ben, 'select copy_list($1)', [list])
    await copy()
    const restore = await remove('list', list)
    await restore()
    await copy()
    expect(await db.asOwner('select copies from lists where id = $1', [list])).toEqual([
      { copies: 1 },
    ])
  })

  test('the lists of a member whose content is removed leave, and come back with it', async () => {
    const spammer = await db.createUser()
    const list = await addList(spammer, 'public', 'Buy now')
    await save(member(spammer), list, tools[0]?.id, 'Cheap.')
    const before = await readList(list)
    const restore = await remove('profile', spammer, true)
    expect(await readList(list)).toEqual([])
    await restore()
    expect(await readList(list)).toEqual(before)
  })
})

test('a list leaves with the account, and its data can be downloaded before', async () => {
  const leaver = await db.createUser()
  const list = await addList(leaver, 'public', 'Mine')
  await save(member(leaver), list, tools[0]?.id, 'Good.')
  const [mine] = await db.as(leaver, "select download_my_data() -> 'lists' as lists")
  expect(mine?.lists).toMatchObject([
    { name: 'Mine', tools: [{ tool: 'Kettle 1', note: 'Good.' }] },
  ])
  await db.as(leaver, 'select delete_account(true)')
  expect(await db.asOwner('select from lists where id = $1', [list])).toEqual([])
})
