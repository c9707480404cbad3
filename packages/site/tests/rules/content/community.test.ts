// Spec 1 §4, §6 (follows, companies), spec 2 §4, §5 (launches, upvotes), and avatars.

import {
  shareTestDatabase,
  type TestCaller,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

const db = await shareTestDatabase()
const ana = await db.createUser()
const ben = await db.createUser()

const member = (sub: string) => ({ role: 'authenticated' as const, sub })
const anonymous = { role: 'anon' as const }

describe('follows of members', () => {
  const follow = (sub: string, follower: string, following: string) =>
    db.insert(sub, 'user_follows', { follower_id: follower, following_id: following })
  const readCounts = (sub: string) =>
    db.rowAsOwner`select followers_count, following_count from user_stats where user_id = ${sub}`

  test('a follow raises the counts of both members, and an unfollow lowers them', async () => {
    await Promise.all([follow(ana, ana, ben), follow(ben, ben, ana)])
    expect(await readCounts(ana)).toEqual({ followers_count: 1, following_count: 1 })
    await db.as(ana, 'delete from user_follows where follower_id = $1', [ana])
    expect(await readCounts(ben)).toEqual({ followers_count: 0, following_count: 1 })
  })

  test('spec 1 §8: a follow of oneself (Cannot follow yourself) or in another’s name is refused', async () => {
    await expect(follow(ana, ana, ana)).rejects.toThrow('Cannot follow yourself')
    await expectRefusal(follow(ana, ben, ana), '42501')
    expect(
      await db.as(ana, 'delete from user_follows where follower_id = $1 returning 1', [ben]),
    ).toEqual([])
  })

  test('deleting an account deletes its follows and lowers the counts', async () => {
    const leaver = await db.createUser()
    await follow(leaver, leaver, ben)
    const before = await readCounts(ben)
    await db.as(leaver, 'select delete_account(true)')
    expect(Number((await readCounts(ben))?.followers_count)).toBe(
      Number(before?.followers_count) - 1,
    )
  })
})

describe('companies', () => {
  const createCompany = async (sub: string) => {
    const [row] = await db.as(
      sub,
      "insert into companies (name, website, domain, size, industry) values ('Acme', 'https://acme.example', 'ACME.example', '1-10', 'technology') returning id, domain, verified",
    )
    return row
  }
  const join = (sub: string, company: unknown, isAdmin: boolean, joining = sub) =>
    db.insert(sub, 'company_members', {
      company_id: company,
      user_id: joining,
      role: isAdmin ? 'admin' : 'member',
      is_admin: isAdmin,
    })

  test('spec 1 §4: the founder joins as admin and edits the company, others join as members', async () => {
    const company = await createCompany(ana)
    expect(company).toMatchObject({ domain: 'acme.example', verified: false })
    await join(ana, company?.id, true)
    await expectRefusal(join(ben, company?.id, true), '42501')
    await expectRefusal(join(ben, company?.id, false, ana), '42501')
    await join(ben, company?.id, false)
    expect(await db.as(ben, 'select * from get_user_company($1)', [ben])).toEqual([
      { company_id: company?.id, user_role: 'member', is_admin: false },
    ])

    expect(
      await db.as(ben)`update companies set name = 'Mine' where id = ${company?.id} returning 1`,
    ).toEqual([])
    expect(
      await db.as(ana, "update companies set description = 'Hi' where id = $1 returning 1", [
        company?.id,
      ]),
    ).toHaveLength(1)
    // A member removes only themselves; the admin removes any member.
    expect(
      await db.as(ben, 'delete from company_members where user_id = $1 returning 1', [ana]),
    ).toEqual([])
    expect(
      await db.as(ana, 'delete from company_members where user_id = $1 returning 1', [ben]),
    ).toHaveLength(1)
  })

  test('the founder is admin at once, and a second insert of that row succeeds', async () => {
    const company = await createCompany(ana)
    const members = () =>
      db.asOwner('select user_id, role from company_members where company_id = $1', [company?.id])
    expect(await members()).toEqual([{ user_id: ana, role: 'admin' }])
    await join(ana, company?.id, true)
    expect(await members()).toEqual([{ user_id: ana, role: 'admin' }])
    await expectRefusal(join(ben, company?.id, true, ana), '42501')
    await expectRefusal(join(ana, company?.id, false), '23505')
  })

  test.each([
    ['deletes the account', 'delete from auth.users where id = $1'],
    ['leaves', 'delete from company_members where user_id = $1'],
  ])('if the only admin %s, the oldest member becomes admin', async (_, statement) => {
    const [founder = '', elder = '', younger = ''] = await Promise.all(
      Array.from({ length: 3 }, () => db.createUser()),
    )
    const company = await createCompany(founder)
    for (const sub of [elder, younger]) await join(sub, company?.id, false)
    const readAdmins = () =>
      db.asOwner`select user_id from company_members where company_id = ${company?.id} and is_admin`
    await db.asOwner(statement, [younger])
    expect(await readAdmins()).toEqual([{ user_id: founder }])
    await db.asOwner(statement, [founder])
    expect(await readAdmins()).toEqual([{ user_id: elder }])
    await db.asOwner(statement, [elder])
    expect(await readAdmins()).toEqual([])
  })

  test('a follow raises followers_count, and a follow in another’s name is refused', async () => {
    const company = await createCompany(ana)
    await db.insert(ben, 'company_follows', { user_id: ben, company_id: company?.id })
    expect(
      await db.as(anonymous, 'select followers_count from companies where id = $1', [company?.id]),
    ).toEqual([{ followers_count: 1 }])
    await expectRefusal(
      db.insert(ben, 'company_follows', { user_id: ana, company_id: company?.id }),
      '42501',
    )
  })

  test.each([
    ['name', ''],
    ['size', '7'],
    ['industry', 'magic'],
    ['website', 'ftp://acme.example'],
    ['domain', 'not a domain'],
  ])('the %s %j is refused', async (column, value) => {
    const name = column === 'name' ? '' : ', name'
    const filler = column === 'name' ? '' : ", 'Acme'"
    await expectRefusal(
      db.as(ana, `insert into companies (${column}${name}) values ($1${filler})`, [value]),
      '23514',
    )
  })
})

describe('launches', () => {
  test('a member launches with up to three uploads of the own folder', async () => {
    const insert =
      "insert into product_launches (user_id, tagline, launch_date, pictures) values ($1, 'Shown', '2030-01-01', $2)"
    const own = (...files: string[]) => files.map((file) => `uploaded/${ana}/${file}`)
    await db.as(ana, insert, [ana, own('1.webp', '2.webp', '3.webp')])
    for (const wrong of [
      own('1.webp', '2.webp', '3.webp', '4.webp'),
      [`uploaded/${ben}/1.webp`],
      own('../x'),
      own('a b'),
      own('..'),
      own('.'),
      own('1.webp', '1.webp'),
      [`uploaded/${ana}/a uploaded/${ana}/b`],
      [...own('1.webp'), ''],
      ['a/b'],
      ['drawn/cover'],
      ['https://elsewhere.example/1.png'],
      [null],
    ])
      await expect(db.as(ana, insert, [ana, wrong])).rejects.toThrow('launch_pictures_format')
    await db.asOwner("delete from private.launches where tagline = 'Shown'")
  })

  const launch = (sub: string, days: number, tagline = 'New', owner = sub) =>
    db.as(
      sub,
      `insert into product_launches (user_id, tagline, launch_date)
       values ($1, $2, (now() at time zone 'utc')::date + $3::int) returning id, status, upvotes_count`,
      [owner, tagline, days],
    )

  test('spec 2 §4: a launch of today is live, a later one scheduled, and a past one ended', async () => {
    expect(await launch(ana, 0)).toMatchObject([{ status: 'live', upvotes_count: 0 }])
    const [later] = await launch(ana, 3)
    expect(later).toMatchObject({ status: 'scheduled' })
    await db.asOwner(
      "update private.launches set launch_date = (now() at time zone 'utc')::date - 1 where id = $1",
      [later?.id],
    )
    expect(
      await db.as(anonymous, "select id from product_launches where status = 'ended'"),
    ).toEqual([{ id: later?.id }])
    const counts = await db.as(anonymous)`select of_status, count_launches(of_status) as launches
       from unnest(array['live', 'scheduled', 'ended', 'no status']) as of_status`
    expect(counts).toEqual([
      { of_status: 'live', launches: 1 },
      { of_status: 'scheduled', launches: 0 },
      { of_status: 'ended', launches: 1 },
      { of_status: 'no status', launches: 0 },
    ])
    expect(
      await db.as(
        anonymous,
        "select count_launches('live', (now() at time zone 'utc')::date - 1) as launches",
      ),
    ).toEqual([{ launches: 1 }])
  })

  test('spec 2 §5: a past date, a tagline outside 1 to 80 and another’s name are refused', async () => {
    await expect(launch(ana, -1)).rejects.toThrow('Launch date cannot be in the past')
    await expectRefusal(launch(ana, 1, 'a'.repeat(81)), '23514')
    await expectRefusal(launch(ana, 1, ' '), '23514')
    await expectRefusal(launch(ana, 1, 'x', ben), '42501')
    for (const day of ['infinity', '30000-01-01', '2100-01-01'])
      await expectRefusal(
        db.insert(ana, 'product_launches', { user_id: ana, tagline: 'x', launch_date: day }),
        '23514',
      )
  })

  test('each member upvotes once, concurrent upvotes are all counted, and a withdrawn one is not', async () => {
    const [launched] = await launch(ana, 0)
    const upvote = (sub: string, voter = sub) =>
      db.insert(sub, 'launch_upvotes', { launch_id: launched?.id, user_id: voter })
    await expectRefusal(upvote(ben, ana), '42501')
    const people = await Promise.all(Array.from({ length: 12 }, () => db.createUser()))
    await Promise.all(people.map((sub) => upvote(sub)))
    expect(await db.as(ana, 'select from launch_upvotes')).toEqual([])
    expect(await db.as(String(people[0]), 'select from launch_upvotes')).toHaveLength(1)
    const readCount = () =>
      db.value(anonymous, 'select upvotes_count from product_launches where id = $1', [
        launched?.id,
      ])
    expect(await readCount()).toBe(12)
    await expect(upvote(people[0] ?? '')).rejects.toThrow('duplicate')
    expect(
      await db.as(ana)`delete from launch_upvotes where launch_id = ${launched?.id} returning 1`,
    ).toEqual([])
    await db.as(member(people[0] ?? ''), 'delete from launch_upvotes where launch_id = $1', [
      launched?.id,
    ])
    expect(await readCount()).toBe(11)
  })
})

describe('uploads', () => {
  const upload = (caller: TestCaller, folder: string, bucket: string) =>
    db.insert(caller, 'storage.objects', {
      bucket_id: bucket,
      name: `${folder}/${crypto.randomUUID()}.png`,
    })

  test.each(['avatars', 'launches'])(
    'only the owner of the folder uploads and deletes %s, and everybody reads them',
    async (bucket) => {
      await upload(member(ana), ana, bucket)
      await expectRefusal(upload(member(ben), ana, bucket), '42501')
      await expectRefusal(upload(anonymous, ana, bucket), '42501')
      expect(await db.as(ben, 'delete from storage.objects returning 1')).toEqual([])
      expect(await db.as(anonymous, 'select 1 from storage.objects')).toHaveLength(1)
      expect(await db.as(ana, 'delete from storage.objects returning 1')).toHaveLength(1)
    },
  )
})

test('every table but the decisions, which no role changes, has the policy service_all', async () => {
  const missing =
    await db.asOwner(`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'service_all')`)
  expect(missing).toEqual([{ name: 'moderation_decisions' }])
})
