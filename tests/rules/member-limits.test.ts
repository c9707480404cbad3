// What one member may do in one request and on one day, and which names are the site's own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
let ana: string
let tools: string[]
beforeAll(async () => {
  db = await openTestDatabase()
  const rows = await db.asOwner(
    "insert into tools (name, description, category) select 'Tool ' || n, 'd', 'HR' from generate_series(1, 150) n returning id",
  )
  tools = rows.map(({ id }) => String(id))
})
afterAll(() => db.close())

const member = (sub: string) => ({ role: 'authenticated' as const, sub })
const service = { role: 'service_role' as const }
const REVIEW = "'Good at it', 'Used for a year, and we would choose it again.'"

/** Adds reviews of the tools in one statement. */
const review = (who: Parameters<TestDatabase['as']>[0], sub: string, ids: readonly string[]) =>
  db.as(
    who,
    `insert into reviews (tool_id, user_id, rating, title, content)
     select id::uuid, $1, 4, ${REVIEW} from jsonb_array_elements_text($2::jsonb) id`,
    [sub, JSON.stringify(ids)],
  )
const countReviews = async (sub: string) =>
  (await db.asOwner('select from reviews where user_id = $1', [sub])).length

describe('rows in one request', () => {
  const tooMany = { code: '23514', message: 'A request can add at most 25 rows.' }

  test('a member adds 25 reviews, and 26 are refused whole', async () => {
    const sub = await db.createUser()
    await expect(review(member(sub), sub, tools.slice(0, 26))).rejects.toMatchObject(tooMany)
    expect(await countReviews(sub)).toBe(0)
    await review(member(sub), sub, tools.slice(0, 25))
    expect(await countReviews(sub)).toBe(25)
  })

  test('rows of two statements in one transaction count together', async () => {
    const sub = await db.createUser()
    const caller = { role: 'authenticated' as const, claims: { sub, session_id: sub } }
    const add = (ids: readonly string[]) =>
      db.database.transactionAs(caller, async ({ query }) => {
        for (const id of ids) {
          await query(
            `insert into reviews (tool_id, user_id, rating, title, content) values ($1, $2, 4, ${REVIEW})`,
            [id, sub],
          )
        }
      })
    await expect(add(tools.slice(0, 26))).rejects.toMatchObject(tooMany)
    await add(tools.slice(0, 25))
    await add(tools.slice(25, 50))
    expect(await countReviews(sub)).toBe(50)
  })

  test('a member changes and deletes 100 reviews, and 101 are refused whole', async () => {
    const sub = await db.createUser()
    await review(service, sub, tools.slice(0, 101))
    const tooManyChanged = { code: '23514', message: 'A request can change at most 100 rows.' }
    const all = 'where user_id = $1'
    const hundred = 'where id in (select id from reviews where user_id = $1 limit 100)'
    const change = (rows: string) =>
      db.as(member(sub), `update reviews set rating = 2 ${rows}`, [sub])
    const remove = (rows: string) => db.as(member(sub), `delete from reviews ${rows}`, [sub])
    await expect(change(all)).rejects.toMatchObject(tooManyChanged)
    await expect(remove(all)).rejects.toMatchObject(tooManyChanged)
    expect(await countReviews(sub)).toBe(101)
    await change(hundred)
    const changed = await db.asOwner('select from reviews where user_id = $1 and rating = 2', [sub])
    expect(changed).toHaveLength(100)
    await remove(hundred)
    expect(await countReviews(sub)).toBe(1)
  })

  test('the service key and the end of an account have no such limit', async () => {
    const sub = await db.createUser()
    await review(service, sub, tools)
    await db.as(service, 'update reviews set rating = 1 where user_id = $1', [sub])
    expect(await countReviews(sub)).toBe(150)
    await db.as(member(sub), 'select delete_account(false)')
    expect(await countReviews(sub)).toBe(0)
  })

  test('every table that members write has the trigger, but for profiles', async () => {
    const missing = await db.asOwner(`
      select c.oid::regclass::text as name from pg_class c
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
        and (has_any_column_privilege('authenticated', c.oid, 'insert, update')
          or has_table_privilege('authenticated', c.oid, 'delete'))
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'a_limit_rows')`)
    expect(missing).toEqual([])
    const views = await db.asOwner(`
      select c.relname as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'v'
        and (has_any_column_privilege('authenticated', c.oid, 'insert, update')
          or has_table_privilege('authenticated', c.oid, 'delete')) order by 1`)
    // The view of launches writes to private.launches; a profile's trigger changes one's own row alone.
    expect(views).toEqual([{ name: 'product_launches' }, { name: 'profiles' }])
  })
})

describe('founding and joining companies', () => {
  const refusal = {
    code: 'PT429',
    message: "You have reached today's limit of 20 companies. Please try again tomorrow.",
  }
  const found = (sub: string, name: string) =>
    db.as(member(sub), 'insert into companies (name) values ($1) returning id', [name])
  const join = (sub: string, company: unknown) =>
    db.as(member(sub), 'insert into company_members (company_id, user_id) values ($1, $2)', [
      company,
      sub,
    ])

  test('a member founds and joins 20 companies a day together, and no 21st', async () => {
    const founder = await db.createUser()
    const sub = await db.createUser()
    const companies: unknown[] = []
    for (let count = 0; count < 11; count += 1) {
      companies.push((await found(founder, `Company ${count}`))[0]?.id)
    }
    for (const company of companies) await join(sub, company)
    for (let count = 0; count < 9; count += 1) await found(sub, `Own ${count}`)
    await expect(found(sub, 'Own 10')).rejects.toMatchObject(refusal)
    await expect(join(sub, (await found(founder, 'Late'))[0]?.id)).rejects.toMatchObject(refusal)
    const owned = await db.asOwner("select from companies where name like 'Own %'")
    expect(owned).toHaveLength(9)
  })

  test('leaving a company does not lower the count, and the next day begins at none', async () => {
    const founder = await db.createUser()
    const sub = await db.createUser()
    const company = (await found(founder, 'Door'))[0]?.id
    for (let count = 0; count < 20; count += 1) {
      await join(sub, company)
      await db.as(member(sub), 'delete from company_members where user_id = $1', [sub])
    }
    await expect(join(sub, company)).rejects.toMatchObject(refusal)
    await db.asOwner('update private.daily_usage set day = day - 1 where user_id = $1', [sub])
    await join(sub, company)
    const usage = await db.asOwner(
      'select kind, count from private.daily_usage where user_id = $1',
      [sub],
    )
    expect(usage).toEqual([{ kind: 'companies', count: 1 }])
  })

  test('the admin’s own row that the site adds after founding is not counted again', async () => {
    const sub = await db.createUser()
    for (let count = 0; count < 20; count += 1) {
      const company = (await found(sub, `Pair ${count}`))[0]?.id
      await db.as(
        member(sub),
        "insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, 'admin', true)",
        [company, sub],
      )
    }
    await expect(found(sub, 'Pair 20')).rejects.toMatchObject(refusal)
  })

  test('the counts are in the member’s data and go with the account', async () => {
    const sub = await db.createUser()
    await found(sub, 'Counted')
    const [row] = await db.as(member(sub), 'select download_my_data() as data')
    expect(row?.data).toMatchObject({ daily_usage: [{ kind: 'companies', count: 1 }] })
    const counts = () => db.asOwner('select from private.daily_usage where user_id = $1', [sub])
    expect(await counts()).toHaveLength(1)
    await db.as(member(sub), 'select delete_account(true)')
    expect(await counts()).toEqual([])
  })

  test('members and visitors cannot read or change the counts', async () => {
    for (const who of [member(await db.createUser()), { role: 'anon' as const }]) {
      for (const statement of [
        'select * from private.daily_usage',
        'delete from private.daily_usage',
        "select private.count_daily_use('companies', 1000)",
      ]) {
        await expect(db.as(who, statement)).rejects.toMatchObject({ code: '42501' })
      }
    }
  })
})

describe('usernames', () => {
  const rename = (sub: string, username: string) =>
    db.as(member(sub), 'update profiles set username = $1 where user_id = $2', [username, sub])
  beforeAll(async () => {
    ana = await db.createUser()
  })

  test('null, undefined and settings are reserved', async () => {
    for (const name of ['null', 'undefined', 'Settings']) {
      await expect(rename(ana, name)).rejects.toMatchObject({ code: '23505' })
    }
    await rename(ana, 'nullable')
    const [profile] = await db.as(member(ana), 'select username from profiles where user_id = $1', [
      ana,
    ])
    expect(profile).toEqual({ username: 'nullable' })
  })

  test('the first part of each route is reserved', async () => {
    const paths = routes.flatMap(({ path, children = [] }) => [
      path,
      ...children.map((child) => child.path),
    ])
    const names = new Set(paths.map((path) => path?.split('/')[0] ?? ''))
    const usable = [...names].filter((name) => /^[A-Za-z0-9-]+$/.test(name))
    expect(usable.length).toBeGreaterThan(25)
    const free = await db.asOwner(
      'select name from jsonb_array_elements_text($1::jsonb) name where not private.is_reserved_username(name)',
      [JSON.stringify(usable)],
    )
    expect(free).toEqual([])
  })

  test('a profile that already has such a name keeps it', async () => {
    await db.asOwner('alter table private.profiles disable trigger user')
    await db.asOwner("update private.profiles set username = 'compare' where user_id = $1", [ana])
    await db.asOwner('alter table private.profiles enable trigger user')
    await db.as(member(ana), "update profiles set bio = 'Still here' where user_id = $1", [ana])
    const [profile] = await db.as(
      member(ana),
      'select username, bio from profiles where user_id = $1',
      [ana],
    )
    expect(profile).toEqual({ username: 'compare', bio: 'Still here' })
  })
})
