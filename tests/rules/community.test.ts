// Spec 1 §4, §6 (following, companies) and spec 2 §4, §5 (launches, upvotes), and avatars.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
let ana: string
let ben: string
beforeAll(async () => {
  db = await openTestDatabase()
  ana = await db.createUser()
  ben = await db.createUser()
})
afterAll(() => db.close())

const person = (sub: string) => ({ role: 'authenticated' as const, sub })
const anonymous = { role: 'anon' as const }

describe('following people', () => {
  const follow = (sub: string, follower: string, following: string) =>
    db.as(person(sub), 'insert into user_follows (follower_id, following_id) values ($1, $2)', [
      follower,
      following,
    ])
  const counts = async (sub: string) =>
    (
      await db.asOwner(
        'select followers_count, following_count from user_stats where user_id = $1',
        [sub],
      )
    )[0]

  test('counts on both sides, and back', async () => {
    await Promise.all([follow(ana, ana, ben), follow(ben, ben, ana)])
    expect(await counts(ana)).toEqual({ followers_count: 1, following_count: 1 })
    await db.as(person(ana), 'delete from user_follows where follower_id = $1', [ana])
    expect(await counts(ben)).toEqual({ followers_count: 0, following_count: 1 })
  })

  test('spec 1 §8: Cannot follow yourself; nor for another, nor signed out', async () => {
    await expect(follow(ana, ana, ana)).rejects.toThrow('Cannot follow yourself')
    await expect(follow(ana, ben, ana)).rejects.toMatchObject({ code: '42501' })
    await expect(
      db.as(anonymous, 'insert into user_follows (follower_id, following_id) values ($1, $2)', [
        ana,
        ben,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
    expect(
      await db.as(person(ana), 'delete from user_follows where follower_id = $1 returning 1', [
        ben,
      ]),
    ).toEqual([])
  })

  test('an account that goes takes its follows along', async () => {
    const gone = await db.createUser()
    await follow(gone, gone, ben)
    const before = await counts(ben)
    await db.as(person(gone), 'select delete_account(true)')
    expect(Number((await counts(ben))?.followers_count)).toBe(Number(before?.followers_count) - 1)
  })
})

describe('companies', () => {
  const create = async (sub: string) => {
    const [row] = await db.as(
      person(sub),
      "insert into companies (name, website, domain, size, industry) values ('Acme', 'https://acme.example', 'ACME.example', '1-10', 'technology') returning id, domain, verified",
    )
    return row
  }
  const join = (sub: string, company: unknown, isAdmin: boolean, who = sub) =>
    db.as(
      person(sub),
      'insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, $3, $4)',
      [company, who, isAdmin ? 'admin' : 'member', isAdmin],
    )

  test('spec 1 §4: its creator becomes admin, joiners members', async () => {
    const company = await create(ana)
    expect(company).toMatchObject({ domain: 'acme.example', verified: false })
    await join(ana, company?.id, true)
    await expect(join(ben, company?.id, true)).rejects.toMatchObject({ code: '42501' })
    await expect(join(ben, company?.id, false, ana)).rejects.toMatchObject({ code: '42501' })
    await join(ben, company?.id, false)
    expect(await db.as(person(ben), 'select * from get_user_company($1)', [ben])).toEqual([
      { company_id: company?.id, user_role: 'member', is_admin: false },
    ])
    // Only the admin changes the company, and never its badge.
    expect(
      await db.as(person(ben), "update companies set name = 'Mine' where id = $1 returning 1", [
        company?.id,
      ]),
    ).toEqual([])
    expect(
      await db.as(
        person(ana),
        "update companies set description = 'Hi' where id = $1 returning 1",
        [company?.id],
      ),
    ).toHaveLength(1)
    await expect(db.as(person(ana), 'update companies set verified = true')).rejects.toThrow(
      'permission denied',
    )
    await expect(db.as(person(ben), 'update company_members set is_admin = true')).rejects.toThrow(
      'permission denied',
    )
    // The admin removes whom he will; a member only himself.
    expect(
      await db.as(person(ben), 'delete from company_members where user_id = $1 returning 1', [ana]),
    ).toEqual([])
    expect(
      await db.as(person(ana), 'delete from company_members where user_id = $1 returning 1', [ben]),
    ).toHaveLength(1)
  })

  test('its founder is its admin at once, and may say so once more', async () => {
    const company = await create(ana)
    const members = () =>
      db.asOwner('select user_id, role from company_members where company_id = $1', [company?.id])
    expect(await members()).toEqual([{ user_id: ana, role: 'admin' }])
    await join(ana, company?.id, true)
    expect(await members()).toEqual([{ user_id: ana, role: 'admin' }])
    await expect(join(ben, company?.id, true, ana)).rejects.toMatchObject({ code: '42501' })
    await expect(join(ana, company?.id, false)).rejects.toMatchObject({ code: '23505' })
  })

  test.each([
    ['whose account goes', 'delete from auth.users where id = $1'],
    ['who leaves', 'delete from company_members where user_id = $1'],
  ])('after the only admin, %s, comes the member of longest standing', async (_, statement) => {
    const [founder = '', elder = '', younger = ''] = await Promise.all(
      Array.from({ length: 3 }, () => db.createUser()),
    )
    const company = await create(founder)
    for (const sub of [elder, younger]) await join(sub, company?.id, false)
    const admins = () =>
      db.asOwner('select user_id from company_members where company_id = $1 and is_admin', [
        company?.id,
      ])
    await db.asOwner(statement, [younger])
    expect(await admins()).toEqual([{ user_id: founder }])
    await db.asOwner(statement, [founder])
    expect(await admins()).toEqual([{ user_id: elder }])
    await db.asOwner(statement, [elder])
    expect(await admins()).toEqual([])
  })

  test('following one counts', async () => {
    const company = await create(ana)
    await db.as(person(ben), 'insert into company_follows (user_id, company_id) values ($1, $2)', [
      ben,
      company?.id,
    ])
    expect(
      await db.as(anonymous, 'select followers_count from companies where id = $1', [company?.id]),
    ).toEqual([{ followers_count: 1 }])
    await expect(
      db.as(person(ben), 'insert into company_follows (user_id, company_id) values ($1, $2)', [
        ana,
        company?.id,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['name', ''],
    ['size', '7'],
    ['industry', 'magic'],
    ['website', 'ftp://acme.example'],
    ['domain', 'not a domain'],
  ])('%s may not be %s', async (column, value) => {
    const name = column === 'name' ? '' : ', name'
    const filler = column === 'name' ? '' : ", 'Acme'"
    await expect(
      db.as(person(ana), `insert into companies (${column}${name}) values ($1${filler})`, [value]),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('launches', () => {
  const launch = (sub: string, days: number, tagline = 'New', who = sub) =>
    db.as(
      person(sub),
      `insert into product_launches (user_id, tagline, launch_date)
       values ($1, $2, (now() at time zone 'utc')::date + $3::int) returning id, status, upvotes_count`,
      [who, tagline, days],
    )

  test('spec 2 §4: today is live, later is scheduled, and it ends by itself', async () => {
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
    const counts = await db.as(
      anonymous,
      `select of_status, count_launches(of_status) as launches
       from unnest(array['live', 'scheduled', 'ended', 'no status']) as of_status`,
    )
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

  test('spec 2 §5: not before today, tagline 1 to 80, not for another, not signed out', async () => {
    await expect(launch(ana, -1)).rejects.toThrow('Launch date cannot be in the past')
    await expect(launch(ana, 1, 'a'.repeat(81))).rejects.toMatchObject({ code: '23514' })
    await expect(launch(ana, 1, ' ')).rejects.toMatchObject({ code: '23514' })
    await expect(launch(ana, 1, 'x', ben)).rejects.toMatchObject({ code: '42501' })
    await expect(
      db.as(
        anonymous,
        "insert into product_launches (tagline, launch_date) values ('x', now()::date)",
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      db.as(person(ana), 'update product_launches set upvotes_count = 99'),
    ).rejects.toThrow('permission denied')
  })

  test('one upvote a person, counted, taken back, also by many at once', async () => {
    const [made] = await launch(ana, 0)
    const upvote = (sub: string) =>
      db.as(person(sub), 'insert into launch_upvotes (launch_id, user_id) values ($1, $2)', [
        made?.id,
        sub,
      ])
    const people = await Promise.all(Array.from({ length: 12 }, () => db.createUser()))
    await Promise.all(people.map(upvote))
    const count = async () =>
      (
        await db.as(anonymous, 'select upvotes_count from product_launches where id = $1', [
          made?.id,
        ])
      )[0]?.upvotes_count
    expect(await count()).toBe(12)
    await expect(upvote(people[0] ?? '')).rejects.toThrow('duplicate')
    expect(
      await db.as(person(ana), 'delete from launch_upvotes where launch_id = $1 returning 1', [
        made?.id,
      ]),
    ).toEqual([])
    await db.as(person(people[0] ?? ''), 'delete from launch_upvotes where launch_id = $1', [
      made?.id,
    ])
    expect(await count()).toBe(11)
  })
})

describe('avatars', () => {
  const insert = (who: Parameters<TestDatabase['as']>[0], folder: string) =>
    db.as(who, "insert into storage.objects (bucket_id, name) values ('avatars', $1)", [
      `${folder}/${crypto.randomUUID()}.png`,
    ])

  test('lie in their owner’s folder alone', async () => {
    await insert(person(ana), ana)
    await expect(insert(person(ben), ana)).rejects.toMatchObject({ code: '42501' })
    await expect(insert(anonymous, ana)).rejects.toMatchObject({ code: '42501' })
    expect(await db.as(person(ben), 'delete from storage.objects returning 1')).toEqual([])
    expect(await db.as(anonymous, 'select 1 from storage.objects')).toHaveLength(1)
    expect(await db.as(person(ana), 'delete from storage.objects returning 1')).toHaveLength(1)
  })
})

test('the service role writes by policy, also where it cannot bypass row security', async () => {
  const missing =
    await db.asOwner(`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'r'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'service_all')`)
  expect(missing).toEqual([])
})
