// Spec 7 §2: changing and withdrawing a launch, launches of a tool with a maker, and the results of a day.

import {
  OWNER,
  shareTestDatabase,
  type TestDatabase,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { createMakersFixture } from '../../support/databases/makers.ts'
import { createMemberContent } from '../../support/databases/member-content.ts'
import { createModerationFixture } from '../../support/databases/moderation.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const db = await shareTestDatabase()
const ana = await db.createUser()
const ben = await db.createUser()

const member = (sub: string) => ({ role: 'authenticated' as const, sub })
const anonymous = { role: 'anon' as const }

const addTool = () =>
  db.create(OWNER, 'tools', {
    name: `Kettle ${crypto.randomUUID()}`,
    description: 'Boils.',
    category: 'HR',
  })

/** @param days from today, in UTC */
async function addLaunch(days: number, owner = ana, tool: string | null = null): Promise<string> {
  const [row] =
    await db.asOwner`insert into private.launches (user_id, tagline, description, launch_date, tool_id)
     values (${owner}, 'Before', 'As it was.', (now() at time zone 'utc')::date + ${days}::integer, ${tool}) returning id`
  return String(row?.id)
}

const change = (caller: Parameters<TestDatabase['as']>[0], id: string, set: string) =>
  db.as(caller, `update product_launches set ${set} where id = $1 returning tagline, description`, [
    id,
  ])
const withdraw = (caller: Parameters<TestDatabase['as']>[0], id: string) =>
  db.as(caller, 'delete from product_launches where id = $1 returning id', [id])

describe('changing a launch', () => {
  test('before its day the maker changes all of it, and withdraws it', async () => {
    const id = await addLaunch(1)
    expect(
      await change(
        member(ana),
        id,
        "tagline = ' <b>After</b> ', description = '', featured_image = 'https://x.example/a.png', launch_date = '2031-05-06'",
      ),
    ).toEqual([{ tagline: 'After', description: null }])
    expect(
      await db.as(anonymous, "select count_launches('scheduled', '2031-05-06') as count"),
    ).toEqual([{ count: 1 }])
    await expect(change(member(ana), id, "launch_date = '2001-01-01'")).rejects.toThrow(
      'Launch date cannot be in the past',
    )
    expect(await withdraw(member(ana), id)).toEqual([{ id }])
    expect(
      await db.as(anonymous, "select count_launches('scheduled', '2031-05-06') as count"),
    ).toEqual([{ count: 0 }])
  })

  test('on its day only the description and the picture change', async () => {
    const id = await addLaunch(0, ana, await addTool())
    expect(
      await change(
        member(ana),
        id,
        "description = 'As it is.', featured_image = 'https://x.example/a.png'",
      ),
    ).toEqual([{ tagline: 'Before', description: 'As it is.' }])
    const refusal =
      '23514: On its day only the description and the picture of a launch can be changed.'
    await expectRefusal(change(member(ana), id, "tagline = 'After'"), refusal)
    await expectRefusal(change(member(ana), id, 'launch_date = launch_date + 1'), refusal)
    await expectRefusal(
      withdraw(member(ana), id),
      '23514: A launch can be withdrawn until its day begins.',
    )
  })

  test('“This launch is over and can’t be changed.”: after its day', async () => {
    const id = await addLaunch(-1)
    const refusal = "23514: This launch is over and can't be changed."
    await expectRefusal(change(member(ana), id, "description = 'New'"), refusal)
    await expectRefusal(withdraw(member(ana), id), refusal)
    expect(
      await db.asOwner('select description from private.launches where id = $1', [id]),
    ).toEqual([{ description: 'As it was.' }])
  })

  test('nobody else changes or withdraws it', async () => {
    const id = await addLaunch(1)
    for (const caller of [member(ben), anonymous]) {
      await expectRefusal(change(caller, id, "tagline = 'Mine'"), '42501')
      await expectRefusal(withdraw(caller, id), '42501')
    }
    await expectRefusal(change(member(ana), id, 'upvotes_count = 9'), '42501')
    await expectRefusal(change(member(ana), id, `user_id = '${ben}'`), '42501')
    expect(await change(member(ana), id, "tagline = 'Mine'")).toHaveLength(1)
  })

  test('a changed text passes the word filter, which may hold it', async () => {
    await db.asOwner`insert into private.site_settings (key, value)
       values ('word_filter', '[{"text": "snake oil", "action": "hold"}]')`
    const id = await addLaunch(2)
    await change(member(ana), id, "description = 'Pure snake oil.'")
    expect(await db.as(anonymous, 'select from product_launches where id = $1', [id])).toEqual([])
    await db.asOwner("delete from private.site_settings where key = 'word_filter'")
  })
})

describe('a launch without a tool', () => {
  const read = (id: string) =>
    db.row(
      anonymous,
      'select tool_id, product_name, product_url from product_launches where id = $1',
      [id],
    )
  const OTHER_DAY =
    '23514: On its day only the description and the picture of a launch can be changed.'

  test('has a name and an address, which are never required, until it is given its tool', async () => {
    const [row] = await db.as(
      ana,
      `insert into product_launches (user_id, tagline, launch_date, product_name, product_url)
       values ($1, 'Boils', '2099-01-01', ' <b>Urn</b> ', ' https://urn.example ') returning id`,
      [ana],
    )
    const id = String(row?.id)
    expect(await read(id)).toEqual({
      tool_id: null,
      product_name: 'Urn',
      product_url: 'https://urn.example',
    })
    const tool = await addTool()
    await change(member(ana), id, `tool_id = '${tool}'`)
    expect(await read(id)).toEqual({ tool_id: tool, product_name: null, product_url: null })
    await expectRefusal(change(member(ben), id, 'tool_id = null'), '42501')
  })

  test('is given its tool or its name on its day, once, and notifies the followers of the tool', async () => {
    const [first, second, follower] = [await addTool(), await addTool(), await db.createUser()]
    await db.insert(follower, 'tool_follows', { user_id: follower, tool_id: first })
    const id = await addLaunch(0)
    await change(member(ana), id, "product_name = 'Urn'")
    await expectRefusal(change(member(ana), id, "product_name = 'Samovar'"), OTHER_DAY)
    await change(member(ana), id, `tool_id = '${first}'`)
    expect(await db.as(follower, 'select kind, subject_id from notifications')).toEqual([
      { kind: 'launch', subject_id: id },
    ])
    for (const tool of [`'${second}'`, 'null'])
      await expectRefusal(change(member(ana), id, `tool_id = ${tool}`), OTHER_DAY)
    expect(await read(id)).toMatchObject({ tool_id: first })
  })

  test('is withdrawn on its day, and not after it', async () => {
    const id = await addLaunch(0)
    await expectRefusal(withdraw(member(ben), id), '42501')
    expect(await withdraw(member(ana), id)).toEqual([{ id }])
    await expectRefusal(
      withdraw(member(ana), await addLaunch(-1)),
      "23514: This launch is over and can't be changed.",
    )
  })
})

describe('a launch of a tool with a maker', async () => {
  const { moderator, createMember, createTool, moderate } = await createModerationFixture(db)
  const { makeMaker, joinCompany, confirm } = createMakersFixture(db)
  const content = createMemberContent(db)
  const setUp = async () => {
    const [maker, colleague, follower] = [
      await createMember(),
      await createMember(),
      await createMember(),
    ]
    const tool = await createTool()
    const company = await makeMaker(maker, tool, `Pots ${crypto.randomUUID()}`)
    await joinCompany(company, colleague)
    await content.followTool(follower, tool)
    await content.chooseEmail(follower, 'launch', 'immediately')
    return { maker, colleague, follower, tool, company }
  }
  const isShown = async (id: string) =>
    (await db.as(anonymous, 'select from product_launches where id = $1', [id])).length === 1
  /** The author and the company of the mails to a follower. */
  const readMails = (follower: string) =>
    db.asOwner`select private.get_email_data(q) ->> 'author' as author, private.get_email_data(q) ->> 'company' as company
       from private.email_queue q
       where user_id = ${follower} and kind = 'launch' and private.get_email_data(q) is not null order by id`

  test('by others waits for a moderator, as a new one, a draft, or one that is given the tool', async () => {
    const { colleague, follower, tool } = await setUp()
    const stranger = await createMember('Stranger')
    for (const author of [stranger, colleague])
      expect(await isShown(await content.addLaunch(author, tool))).toBe(false)
    const draft = await content.addLaunch(stranger, tool, { is_draft: true })
    await change(member(stranger), draft, 'is_draft = false')
    const without = await content.addLaunch(stranger, null)
    expect(await isShown(without)).toBe(true)
    await change(member(stranger), without, `tool_id = '${tool}'`)
    expect([await isShown(draft), await isShown(without)]).toEqual([false, false])
    expect(await readMails(follower)).toEqual([])
    await moderate(moderator, 'launch', draft, 'restore')
    expect(await isShown(draft)).toBe(true)
    expect(await readMails(follower)).toEqual([{ author: 'Stranger', company: null }])
  })

  test('by its maker appears at once, and the mail names both', async () => {
    const { maker, colleague, follower, tool, company } = await setUp()
    await confirm(maker, company, colleague)
    const [{ name } = {}] = await db.asOwner('select name from companies where id = $1', [company])
    for (const author of [maker, colleague])
      expect(await isShown(await content.addLaunch(author, tool))).toBe(true)
    const mails = await readMails(follower)
    expect(mails.map((mail) => mail.company)).toEqual([name, name])
  })

  test('that is only named like a listed tool waits as well', async () => {
    await db.insert(OWNER, 'tools', { name: 'Percolator', description: 'd', category: 'HR' })
    for (const product_name of [
      ...['Percolator', 'percolator!', 'Percolator app', 'Pеrcolator'],
      ...['Percolator 2.0', 'Percolator v3', 'Percolator Version 4.x', 'percolator 2027'],
    ])
      expect(await isShown(await content.addLaunch(ana, null, { product_name }))).toBe(false)
    for (const product_name of ['Urn', 'Urn 2.0'])
      expect(await isShown(await content.addLaunch(ana, null, { product_name }))).toBe(true)
  })

  test('that has the website of a tool with a maker is by the maker, or waits', async () => {
    const { maker, tool } = await setUp()
    const host = `${crypto.randomUUID()}.example`
    await db.asOwner('update tools set website_url = $1 where id = $2', [`https://${host}`, tool])
    const product = { product_name: 'Urn', product_url: `http://www.${host}/index.html` }
    expect(await isShown(await content.addLaunch(ana, null, product))).toBe(false)
    expect(await isShown(await content.addLaunch(maker, null, product))).toBe(true)
    const other = await content.addLaunch(ana, null, {
      ...product,
      product_url: `https://${host}/urn`,
    })
    expect(await isShown(other)).toBe(true)
    await change(member(ana), other, `product_url = 'https://${host}'`)
    expect(await isShown(other)).toBe(false)
  })
})

describe('a draft', () => {
  const addDraft = async (days = 3, owner = ana) => {
    const [row] = await db.as(
      owner,
      `insert into product_launches (user_id, tagline, launch_date, is_draft)
       values ($1, 'Draft', (now() at time zone 'utc')::date + $2::integer, true) returning id, launch_date::text`,
      [owner, days],
    )
    return { id: String(row?.id), day: String(row?.launch_date) }
  }
  const isVisible = async (caller: Parameters<TestDatabase['as']>[0], id: string) =>
    (await db.as(caller, 'select from product_launches where id = $1', [id])).length === 1
  const countOn = (day: string) =>
    db.value(anonymous, "select count_launches('scheduled', $1) as count", [day])

  test('is seen by its maker alone, is not counted and takes no upvotes', async () => {
    const { id, day } = await addDraft(40)
    expect(await isVisible(member(ana), id)).toBe(true)
    expect(await isVisible(member(ben), id)).toBe(false)
    expect(await isVisible(anonymous, id)).toBe(false)
    expect(await countOn(day)).toBe(0)
    const upvote = (voter: string) =>
      db.insert(voter, 'launch_upvotes', { launch_id: id, user_id: voter })
    for (const voter of [ana, ben]) {
      await expectRefusal(upvote(voter), '42501')
    }
    await change(member(ana), id, "tagline = 'Ready', launch_date = launch_date + 1")
    await change(member(ana), id, 'is_draft = false')
    expect(await isVisible(anonymous, id)).toBe(true)
    expect(await countOn(day)).toBe(0)
    const [launched] =
      await db.asOwner`select launch_date::text as day from private.launches where id = ${id}`
    expect(await countOn(String(launched?.day))).toBe(1)
    await upvote(ben)
    await expectRefusal(
      change(member(ana), id, 'is_draft = true'),
      "23514: A launch can't become a draft again.",
    )
  })

  test('becomes a launch of today or later, and can be deleted on any day', async () => {
    const { id } = await addDraft()
    await db.asOwner("update private.launches set launch_date = '2020-01-01' where id = $1", [id])
    await expect(change(member(ana), id, 'is_draft = false')).rejects.toThrow(
      'Launch date cannot be in the past',
    )
    expect(await change(member(ben), id, 'is_draft = false')).toEqual([])
    expect(await withdraw(member(ana), id)).toEqual([{ id }])
  })

  test('is previewed with the link of its maker alone', async () => {
    const { id } = await addDraft()
    const getLink = (sub: string) => db.as(sub, 'select launch_preview_link($1) as link', [id])
    const [first] = await getLink(ana)
    expect(await getLink(ana)).toEqual([first])
    await expectRefusal(getLink(ben), '42501')
    const token = /^\/launch\/[0-9a-f-]{36}\?preview=([0-9a-f]{32})$/.exec(String(first?.link))?.[1]
    const preview = (secret: string) =>
      db.as(anonymous, 'select id, is_draft from preview_launch($1, $2)', [id, secret])
    expect(await preview(token ?? '')).toEqual([{ id, is_draft: true }])
    expect(await preview('0'.repeat(32))).toEqual([])
  })

  test('a published draft counts as a new post, which may wait for approval', async () => {
    const writer = await db.createUser()
    await db.insert(OWNER, 'private.site_settings', { key: 'premoderate_first_posts', value: '1' })
    const { id } = await addDraft(5, writer)
    expect(await isVisible(member(writer), id)).toBe(true)
    await change(member(writer), id, 'is_draft = false')
    expect(
      await db.asOwner('select table_name from private.removed_content where row_id = $1', [id]),
    ).toEqual([{ table_name: 'private.launches' }])
    await db.asOwner("delete from private.site_settings where key = 'premoderate_first_posts'")
  })

  test('is deleted with its maker’s account', async () => {
    const leaver = await db.createUser()
    const { id } = await addDraft(5, leaver)
    await db.as(leaver, 'select delete_account(true)')
    expect(await db.asOwner('select from private.launches where id = $1', [id])).toEqual([])
  })
})

describe('launch_results', () => {
  const DAY = '2020-02-03'
  const vote = (launch: string, voter: string, at: string) =>
    db.insert(OWNER, 'launch_upvotes', { launch_id: launch, user_id: voter, created_at: at })
  const readResults = (caller: Parameters<TestDatabase['as']>[0] = anonymous) =>
    db.as(caller, 'select * from launch_results($1)', [DAY])

  test('counts the upvotes of the day, and nothing changes them later', async () => {
    const [first, second] = [await addLaunch(0), await addLaunch(0, ben)]
    await db.asOwner`update private.launches set launch_date = ${DAY} where id = any (${[first, second]})`
    const [old, fresh, leaver] = await Promise.all([1, 2, 3].map(() => db.createUser()))
    await db.asOwner`update private.profiles set created_at = ${'2020-02-03T08:00:00Z'} where user_id = ${fresh}`
    await db.asOwner`update private.profiles set created_at = '2019-01-01' where user_id = any (${[old, leaver]})`
    await vote(first, old ?? '', '2020-02-03T00:00:00Z')
    await vote(first, fresh ?? '', '2020-02-03T23:59:59Z')
    await vote(second, leaver ?? '', '2020-02-03T12:00:00Z')
    // The days before and after.
    await vote(second, old ?? '', '2020-02-02T23:59:59Z')
    await vote(second, fresh ?? '', '2020-02-04T00:00:00Z')
    const expected = [
      { launch_id: first, upvotes_on_day: 2, upvotes_by_new_accounts: 1, rank: 1 },
      { launch_id: second, upvotes_on_day: 1, upvotes_by_new_accounts: 0, rank: 2 },
    ]
    expect(await readResults()).toEqual(expected)
    await db.insert(ana, 'launch_upvotes', { launch_id: second, user_id: ana })
    await db.as(member(old ?? ''), 'delete from launch_upvotes where launch_id = $1', [first])
    await db.as(member(leaver ?? ''), 'select delete_account(false)')
    expect(await readResults(member(ben))).toEqual(expected)
    expect(
      await db.asOwner`select upvotes_count from private.launches where id = any (${[first, second]}) order by 1`,
    ).toEqual([{ upvotes_count: 1 }, { upvotes_count: 3 }])
  })

  test('a launch that moves to another day counts the upvotes of that day', async () => {
    const id = await addLaunch(1)
    const [old, fresh] = await Promise.all([1, 2].map(() => db.createUser()))
    await db.asOwner`update private.profiles set created_at = '2019-01-01' where user_id = ${old}`
    const upvote = (voter = '') =>
      db.insert(voter, 'launch_upvotes', { launch_id: id, user_id: voter })
    await upvote(old)
    await upvote(fresh)
    await change(member(ana), id, "launch_date = (now() at time zone 'utc')::date")
    await db.as(member(fresh ?? ''), 'delete from launch_upvotes where launch_id = $1', [id])
    expect(
      await db.asOwner`select upvotes_on_day, upvotes_by_new_accounts from private.launches where id = ${id}`,
    ).toEqual([{ upvotes_on_day: 1, upvotes_by_new_accounts: 0 }])
  })

  test('a removed and restored launch keeps its result', async () => {
    const before = await readResults()
    const id = String(before[0]?.launch_id)
    const [decision] = await db.asOwner(
      "select private.record_decision('launch', $1, 'remove', 'spam', null, 'Because of a test.', null, 'staff', null) as number",
      [id],
    )
    await db.asOwner("select private.remove_content($1, 'launch', $2)", [decision?.number, id])
    expect(await readResults()).toHaveLength(1)
    await db.asOwner('select private.restore_content($1)', [decision?.number])
    expect(await readResults()).toEqual(before)
  })

  test('a day that is not over has no result', async () => {
    const id = await addLaunch(0)
    await db.insert(ben, 'launch_upvotes', { launch_id: id, user_id: ben })
    expect(
      await db.as(anonymous, "select * from launch_results((now() at time zone 'utc')::date)"),
    ).toEqual([])
  })
})
