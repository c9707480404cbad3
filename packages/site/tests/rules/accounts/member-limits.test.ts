// Limits of a member per request and per day, and reserved usernames.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  shareTestDatabase,
  type TestCaller,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { USERNAME } from '../../../app/people/profile.ts'
import routes from '../../../app/routes.ts'
import { expectRefusal, parseRefusal, reachedLimit } from '../../support/databases/refusals.ts'

let ana: string
const db = await shareTestDatabase()
const rows = await db.asOwner(
  "insert into tools (name, description, category) select 'Tool ' || n, 'd', 'HR' from generate_series(1, 150) n returning id",
)
const tools = rows.map(({ id }) => String(id))

const member = (sub: string) => ({ role: 'authenticated' as const, sub })
const service = { role: 'service_role' as const }
const REVIEW = "'Good at it', 'Used for a year, and we would choose it again.'"

/** Adds reviews of the tools in one statement. */
const review = (caller: TestCaller, sub: string, ids: readonly string[]) =>
  db.as(
    caller,
    `insert into reviews (tool_id, user_id, rating, title, content)
     select id::uuid, $1, 4, ${REVIEW} from jsonb_array_elements_text($2::jsonb) id`,
    [sub, JSON.stringify(ids)],
  )
const countReviews = async (sub: string) =>
  (await db.asOwner('select from reviews where user_id = $1', [sub])).length

describe('rows in one request', () => {
  const tooMany = '23514: A request can add at most 25 rows.'

  test('inserting 25 reviews works, and 26 insert none', async () => {
    const sub = await db.createUser()
    await expectRefusal(review(member(sub), sub, tools.slice(0, 26)), tooMany)
    expect(await countReviews(sub)).toBe(0)
    await review(member(sub), sub, tools.slice(0, 25))
    expect(await countReviews(sub)).toBe(25)
  })

  test('rows of several statements in one transaction count together', async () => {
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
    await expectRefusal(add(tools.slice(0, 26)), tooMany)
    await add(tools.slice(0, 25))
    await add(tools.slice(25, 50))
    expect(await countReviews(sub)).toBe(50)
  })

  test('updating and deleting 100 reviews works, and 101 change none', async () => {
    const sub = await db.createUser()
    await review(service, sub, tools.slice(0, 101))
    const tooManyChanged = '23514: A request can change at most 100 rows.'
    const all = 'where user_id = $1'
    const hundred = 'where id in (select id from reviews where user_id = $1 limit 100)'
    const change = (rows: string) => db.as(sub, `update reviews set rating = 2 ${rows}`, [sub])
    const remove = (rows: string) => db.as(sub, `delete from reviews ${rows}`, [sub])
    await expectRefusal(change(all), tooManyChanged)
    await expectRefusal(remove(all), tooManyChanged)
    expect(await countReviews(sub)).toBe(101)
    await change(hundred)
    const changed = await db.asOwner('select from reviews where user_id = $1 and rating = 2', [sub])
    expect(changed).toHaveLength(100)
    await remove(hundred)
    expect(await countReviews(sub)).toBe(1)
  })

  test('the service key and the deletion of an account have no limit', async () => {
    const sub = await db.createUser()
    await review(service, sub, tools)
    await db.as(service, 'update reviews set rating = 1 where user_id = $1', [sub])
    expect(await countReviews(sub)).toBe(150)
    await db.as(sub, 'select delete_account(false)')
    expect(await countReviews(sub)).toBe(0)
  })

  test('an update that matches more than 100 profiles is refused, and one of the own profile works', async () => {
    const sub = await db.createUser()
    await db.asOwner(
      "insert into auth.users (email, email_confirmed_at) select n || '@many.example', now() from generate_series(1, 100) n",
    )
    await expectRefusal(
      db.as(sub, "update profiles set bio = 'All'"),
      '23514: A request can change at most 100 rows.',
    )
    const own = "update profiles set bio = 'Own' where user_id = $1 returning bio"
    expect(await db.as(sub, own, [sub])).toEqual([{ bio: 'Own' }])
    const changed = await db.asOwner("select from private.profiles where bio in ('All', 'Own')")
    expect(changed).toHaveLength(1)
    await db.as(service, "update profiles set bio = 'Service'")
    const all = await db.asOwner`select from private.profiles where bio is distinct from 'Service'`
    expect(all).toEqual([])
  })

  /** Finds tables and views that members write and whose first row trigger is not the limit. */
  const findUnlimited = () =>
    db.asOwner(`
      with written as (
        select c.oid, c.relkind, c.reloptions, n.nspname || '.' || c.relname as name, verb, bit
        from pg_class c join pg_namespace n on n.oid = c.relnamespace,
          (values ('insert', 4), ('update', 16), ('delete', 8)) verbs (verb, bit)
        where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'f')
          and case when verb = 'delete' then has_table_privilege('authenticated', c.oid, verb)
            else has_any_column_privilege('authenticated', c.oid, verb) end
      )
      select name, verb from written w
      -- Writes through such a view fire the triggers of its table.
      where not (relkind = 'v' and coalesce(reloptions, '{}') && '{security_invoker=true,security_invoker=on}')
        and (
          -- For each row (1), before it (2) or instead of it (64).
          select substring(concat_ws(' ', '(' || p.proname, p.prosrc) from '(?:\\(|perform private\\.)(check_row_limit)\\M|perform private\\.') from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = w.oid and not t.tgisinternal and t.tgenabled <> 'D'
            and t.tgtype & 1 > 0 and t.tgtype & (2 | 64) > 0 and t.tgtype & bit > 0
          order by t.tgname collate "C" limit 1
        ) is distinct from 'check_row_limit' order by 1, 2`)

  test('each table and view that members write counts rows before its other triggers', async () => {
    expect(await findUnlimited()).toEqual([])
  })

  test('findUnlimited finds a new table without the trigger', async () => {
    await db.asOwner('create table forgotten (id int)')
    await db.asOwner('grant insert, delete on forgotten to authenticated')
    const found = await findUnlimited()
    await db.asOwner('drop table forgotten')
    expect(found).toEqual([
      { name: 'public.forgotten', verb: 'delete' },
      { name: 'public.forgotten', verb: 'insert' },
    ])
  })
})

describe('daily limit of companies', () => {
  const refusal = reachedLimit(20, 'companies')
  const foundCompany = (sub: string, name: string) =>
    db.as(sub, 'insert into companies (name) values ($1) returning id', [name])
  const join = (sub: string, company: unknown) =>
    db.insert(sub, 'company_members', { company_id: company, user_id: sub })

  test('founding and joining work 20 times a day together, and a 21st is refused', async () => {
    const founder = await db.createUser()
    const sub = await db.createUser()
    const companies: unknown[] = []
    for (let count = 0; count < 11; count += 1) {
      companies.push((await foundCompany(founder, `Company ${count}`))[0]?.id)
    }
    for (const company of companies) await join(sub, company)
    for (let count = 0; count < 9; count += 1) await foundCompany(sub, `Own ${count}`)
    await expectRefusal(foundCompany(sub, 'Own 10'), refusal)
    await expectRefusal(join(sub, (await foundCompany(founder, 'Late'))[0]?.id), refusal)
    const owned = await db.asOwner("select from companies where name like 'Own %'")
    expect(owned).toHaveLength(9)
  })

  test('of 24 companies that a member founds at the same time, 20 are founded', async () => {
    const sub = await db.createUser()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, count) => foundCompany(sub, `At once ${count}`)),
    )
    const failed = outcomes.filter(({ status }) => status === 'rejected')
    expect(failed).toHaveLength(4)
    for (const outcome of failed) expect(outcome).toMatchObject({ reason: parseRefusal(refusal) })
    expect(await db.asOwner("select from companies where name like 'At once %'")).toHaveLength(20)
  })

  test('leaving a company does not lower the count, and the next day starts at zero', async () => {
    const founder = await db.createUser()
    const sub = await db.createUser()
    const company = (await foundCompany(founder, 'Door'))[0]?.id
    for (let count = 0; count < 20; count += 1) {
      await join(sub, company)
      await db.as(sub, 'delete from company_members where user_id = $1', [sub])
    }
    await expectRefusal(join(sub, company), refusal)
    await db.asOwner('update private.daily_usage set day = day - 1 where user_id = $1', [sub])
    await join(sub, company)
    const usage =
      await db.asOwner`select kind, count from private.daily_usage where user_id = ${sub}`
    expect(usage).toEqual([{ kind: 'companies', count: 1 }])
  })

  test('the admin row that the site inserts after founding is not counted again', async () => {
    const sub = await db.createUser()
    for (let count = 0; count < 20; count += 1) {
      const company = (await foundCompany(sub, `Pair ${count}`))[0]?.id
      await db.insert(sub, 'company_members', {
        company_id: company,
        user_id: sub,
        role: 'admin',
        is_admin: true,
      })
    }
    await expectRefusal(foundCompany(sub, 'Pair 20'), refusal)
  })

  test('download_my_data returns the counts, and delete_account deletes them', async () => {
    const sub = await db.createUser()
    await foundCompany(sub, 'Counted')
    const [row] = await db.as(sub, 'select download_my_data() as data')
    expect(row?.data).toMatchObject({ daily_usage: [{ kind: 'companies', count: 1 }] })
    const readCounts = () => db.asOwner('select from private.daily_usage where user_id = $1', [sub])
    expect(await readCounts()).toHaveLength(1)
    await db.as(sub, 'select delete_account(true)')
    expect(await readCounts()).toEqual([])
  })
})

describe('usernames', () => {
  const rename = (sub: string, username: string) =>
    db.as(sub, 'update profiles set username = $1 where user_id = $2', [username, sub])
  beforeAll(async () => {
    ana = await db.createUser()
  })

  test('renaming to null, undefined, admin or settings is refused', async () => {
    for (const name of ['null', 'undefined', 'Admin', 'Settings']) {
      await expectRefusal(rename(ana, name), '23505')
    }
    await rename(ana, 'nullable')
    const [profile] = await db.as(ana, 'select username from profiles where user_id = $1', [ana])
    expect(profile).toEqual({ username: 'nullable' })
  })

  test('the first path segment of each route is reserved', async () => {
    const listPaths = (entries: readonly RouteConfigEntry[]): string[] =>
      entries.flatMap(({ path, children = [] }) => [...(path ? [path] : listPaths(children))])
    const names = new Set(listPaths(routes).map((path) => path.split('/')[0] ?? ''))
    const usable = [...names].filter((name) => USERNAME.test(name))
    expect(usable).toContain('_')
    expect(usable.length).toBeGreaterThan(25)
    const free = await db.asOwner(
      'select name from jsonb_array_elements_text($1::jsonb) name where not private.is_reserved_username(name)',
      [JSON.stringify(usable)],
    )
    expect(free).toEqual([])
  })

  test('a profile that already has a reserved username can keep it', async () => {
    await db.asOwner('alter table private.profiles disable trigger user')
    await db.asOwner("update private.profiles set username = 'compare' where user_id = $1", [ana])
    await db.asOwner('alter table private.profiles enable trigger user')
    await db.as(ana, "update profiles set bio = 'Still here' where user_id = $1", [ana])
    const [profile] = await db.as(ana)`select username, bio from profiles where user_id = ${ana}`
    expect(profile).toEqual({ username: 'compare', bio: 'Still here' })
    const isFree = (caller: TestCaller, wanted: string) =>
      db.value(caller, 'select username_available($1) as is_free', [wanted])
    expect(await isFree(member(ana), 'Compare')).toBe(true)
    expect(await isFree(member(ana), 'settings')).toBe(false)
    expect(await isFree(member(await db.createUser()), 'compare')).toBe(false)
    expect(await isFree({ role: 'anon' }, 'compare')).toBe(false)
    expect(await isFree({ role: 'anon' }, 'free-for-all')).toBe(true)
  })
})

describe('uploads on a hosted Supabase project', () => {
  const upload = (sub: string, name: string, size: number) =>
    db.as(
      sub,
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       values ('avatars', $1 || '/' || $2, $1, jsonb_build_object('size', $3::bigint))`,
      [sub, name, size],
    )
  const addFiles = (sub: string, count: number, size: number, created: string) =>
    db.asOwner`insert into storage.objects (bucket_id, name, owner_id, metadata, created_at)
       select 'avatars', ${sub} || '/' || gen_random_uuid(), ${sub}, jsonb_build_object('size', ${size}::bigint), now() - ${created}::interval
       from generate_series(1, ${count}::integer)`
  const refused = { code: '42501', message: expect.stringContaining('row-level security') }

  // check_upload_limit recognizes the embedded backend by this table.
  beforeAll(() => db.asOwner('alter table storage.removed_files rename to other_files'))
  afterAll(() => db.asOwner('alter table storage.other_files rename to removed_files'))

  test('100 files per day are stored, and the 101st is refused', async () => {
    const sub = await db.createUser()
    await addFiles(sub, 50, 1, '1 day')
    await addFiles(sub, 99, 1, '0 days')
    await upload(sub, '100.png', 1)
    await expectRefusal(upload(sub, '101.png', 1), refused)
    await upload(await db.createUser(), 'other.png', 1)
  })

  test('50 MB are stored, and one byte more is refused', async () => {
    const sub = await db.createUser()
    await addFiles(sub, 1, 50 * 1024 * 1024 - 1, '1 day')
    await upload(sub, 'fits.png', 1)
    await expectRefusal(upload(sub, 'more.png', 1), refused)
  })
})
