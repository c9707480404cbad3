// Spec 1: what the account area rests on: own pictures, views, account events, one's own data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SeenField, seenFields } from '../../app/profile/visibility.ts'
import * as profileWords from '../../app/profile/words.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
let ana: string
let ben: string
beforeAll(async () => {
  db = await openTestDatabase()
  ana = await db.createUser({
    email: 'ana@people.example',
    metadata: {
      username: 'ana',
      first_name: 'Ana',
      last_name: 'Ruiz',
      job_title: 'CTO',
      company_name: 'Acme',
    },
  })
  ben = await db.createUser({ metadata: { username: 'ben' } })
  await db.as(person(ana), "update profiles set bio = 'Hi', avatar_url = $1 where user_id = $2", [
    `https://site.example/storage/v1/object/public/avatars/${ana}/1.webp`,
    ana,
  ])
})
afterAll(() => db.close())

const person = (sub: string) => ({ role: 'authenticated' as const, sub })
const anonymous = { role: 'anon' as const }

describe('pictures', () => {
  test.each([
    'https://elsewhere.example/me.png',
    'https://site.example/storage/v1/object/public/avatars/someone-else/1.webp',
    'https://site.example/storage/v1/object/public/avatars/$me/../other/1.webp',
    'https://site.example/storage/v1/object/public/avatars/$me/1.webp?spy',
    'https://elsewhere.example/x/storage/v1/object/public/avatars/$me/1.webp',
    'https://elsewhere.example/?/storage/v1/object/public/avatars/$me/1.webp',
    'https://elsewhere.example#/storage/v1/object/public/avatars/$me/1.webp',
    'https://site.example@elsewhere.example/storage/v1/object/public/avatars/$me/1.webp',
  ])('spec 1 §8: Invalid avatar URL: %s', async (address) => {
    const attempt = db.as(person(ana), 'update profiles set avatar_url = $1 where user_id = $2', [
      address.replace('$me', ana),
      ana,
    ])
    await expect(attempt).rejects.toMatchObject({ code: '23514' })
  })

  test('an address of another host than the token’s is no own one, for people and companies', async () => {
    const me = await db.createUser()
    const iss = 'https://Site.example/auth/v1'
    const caller = { role: 'authenticated' as const, claims: { sub: me, iss } }
    const [company] = await db.as(
      person(me),
      "insert into companies (name) values ('Hosted') returning id",
    )
    const change = (host: string, table: 'profiles' | 'companies') => {
      const [column, bucket, key, id] =
        table === 'profiles'
          ? ['avatar_url', 'avatars', 'user_id', me]
          : ['logo_url', 'logos', 'id', company?.id]
      const address = `https://${host}/storage/v1/object/public/${bucket}/${id}/1.webp`
      return db.database.as(
        caller,
        `update ${table} set ${column} = $1 where ${key} = $2 returning 1`,
        [address, id],
      )
    }
    await db.asOwner(
      "insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, 'admin', true) on conflict do nothing",
      [company?.id, me],
    )
    for (const table of ['profiles', 'companies'] as const) {
      expect(await change('site.example', table)).toHaveLength(1)
      for (const host of [
        'elsewhere.example',
        'site.example.elsewhere.example',
        'site.example:81',
      ]) {
        await expect(change(host, table)).rejects.toMatchObject({ code: '23514' })
      }
    }
  })

  test('a company’s logo is its admin’s to change, in the company’s own folder', async () => {
    const [company] = await db.as(
      person(ana),
      "insert into companies (name) values ('Acme') returning id",
    )
    const join = (sub: string, isAdmin: boolean) =>
      db.as(
        person(sub),
        'insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, $3, $4)',
        [company?.id, sub, isAdmin ? 'admin' : 'member', isAdmin],
      )
    await join(ana, true)
    await join(ben, false)
    const put = (who: Parameters<TestDatabase['as']>[0], folder: unknown) =>
      db.as(who, "insert into storage.objects (bucket_id, name) values ('logos', $1)", [
        `${folder}/${crypto.randomUUID()}.webp`,
      ])
    await put(person(ana), company?.id)
    for (const who of [person(ben), anonymous]) {
      await expect(put(who, company?.id)).rejects.toMatchObject({ code: '42501' })
    }
    await expect(put(person(ana), 'not-a-company')).rejects.toMatchObject({ code: '42501' })
    expect(await db.as(person(ben), 'delete from storage.objects returning 1')).toEqual([])
    await expect(
      db.as(person(ana), "update companies set logo_url = 'https://elsewhere.example/x.png'"),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('spec 1 §6: what the privacy settings promise is what the database does', () => {
  test.each(profileWords.VISIBILITIES.map(({ value }) => value))('%s', async (visibility) => {
    await db.as(person(ana), 'update profiles set profile_visibility = $1 where user_id = $2', [
      visibility,
      ana,
    ])
    for (const [viewer, who] of [
      ['visitor', anonymous],
      ['signed-in', person(ben)],
    ] as const) {
      const [row = {}] = await db.as(
        who,
        'select username, avatar_url, first_name, last_name, bio, job_title, company_name from profiles where user_id = $1',
        [ana],
      )
      const seen = Object.keys(row).filter((field) => row[field] !== null) as SeenField[]
      expect(seen).toEqual([...seenFields(visibility, viewer)])
    }
  })
})

test('who made a company is nobody’s to read, and its maker’s to use once', async () => {
  const founder = await db.createUser()
  const [company] = await db.as(
    person(founder),
    "insert into companies (name) values ('Quiet Works') returning id",
  )
  for (const who of [anonymous, person(ben), person(founder)]) {
    expect(
      await db.as(who, 'select created_by from companies where id = $1', [company?.id]),
    ).toEqual([{ created_by: null }])
    await expect(db.as(who, 'select * from private.company_founders')).rejects.toThrow(
      'permission denied',
    )
  }
  const appoint = (sub: string) =>
    db.as(
      person(sub),
      "insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, 'admin', true)",
      [company?.id, sub],
    )
  await expect(appoint(ben)).rejects.toMatchObject({ code: '42501' })
  await appoint(founder)
  await expect(appoint(ben)).rejects.toMatchObject({ code: '42501' })
})

describe('profile views', () => {
  const viewsOf = async () =>
    (await db.asOwner('select profile_views from user_stats where user_id = $1', [ana]))[0]
      ?.profile_views
  const look = (sub: string) => db.as(person(sub), 'select count_profile_view($1)', [ana])

  test('count each signed-in viewer once a day, never oneself, and not where it is private', async () => {
    await db.as(
      person(ana),
      "update profiles set profile_visibility = 'public' where user_id = $1",
      [ana],
    )
    await Promise.all([look(ben), look(ben), look(ana)])
    await look(ben)
    expect(await viewsOf()).toBe(1)
    await db.asOwner('update private.profile_views set day = day - 1')
    await look(ben)
    expect(await viewsOf()).toBe(2)
    await expect(db.as(anonymous, 'select count_profile_view($1)', [ana])).rejects.toMatchObject({
      code: '42501',
    })
    await look(crypto.randomUUID())
    await db.as(
      person(ana),
      "update profiles set profile_visibility = 'private' where user_id = $1",
      [ana],
    )
    await look(await db.createUser())
    expect(await viewsOf()).toBe(2)
    await expect(db.as(person(ana), 'select * from private.profile_views')).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('account events', () => {
  test('password, e-mail, privacy, username and deleted reviews note themselves', async () => {
    const who = await db.createUser({ email: 'zoe@people.example' })
    await db.asOwner("update auth.users set encrypted_password = 'x' where id = $1", [who])
    await db.asOwner("update auth.users set email = 'zoe2@people.example' where id = $1", [who])
    await db.as(
      person(who),
      "update profiles set profile_visibility = 'public', username = 'zoe-new' where user_id = $1",
      [who],
    )
    await db.asOwner("insert into tools (name, description, category) values ('T', 'd', 'HR')")
    await db.as(
      person(who),
      "insert into reviews (tool_id, user_id, rating, title, content) select id, $1, 3, 'So so', 'Neither good nor bad.' from tools",
      [who],
    )
    await db.as(person(who), 'delete from reviews where user_id = $1', [who])
    const events = 'select action, metadata from audit_logs order by created_at, action'
    const noted = await db.as(person(who), events)
    expect(noted.map(({ action }) => action).sort()).toEqual([
      'email_changed',
      'password_changed',
      'privacy_changed',
      'review_deleted',
      'username_changed',
    ])
    expect(noted.find(({ action }) => action === 'email_changed')?.metadata).toMatchObject({
      from: 'zoe@people.example',
      to: 'zoe2@people.example',
    })
    // Whoever looks without being the owner finds none of it.
    expect((await db.as(person(ben), events)).filter(({ action }) => action !== 'x')).toEqual([])
    await expect(db.as(anonymous, events)).rejects.toThrow('permission denied')
    await expect(
      db.as(person(who), "select private.record_account_event($1, 'forged', 'account')", [who]),
    ).rejects.toThrow('permission denied')
  })
})

describe('the data that the site holds about someone', () => {
  test('is given to its owner alone, and is all of it', async () => {
    const [row] = await db.as(person(ana), 'select download_my_data() as data')
    const data = row?.data as Record<string, unknown>
    expect(data.account).toMatchObject({ id: ana, email: 'ana@people.example' })
    expect(data.profile).toMatchObject({ username: 'ana', job_title: 'CTO' })
    expect(data.companies).toMatchObject([{ name: 'Acme', role: 'admin' }])
    expect(data.companies_made).toEqual(['Acme'])
    expect(JSON.stringify(data)).not.toContain('encrypted_password')
    expect(data.sessions).toMatchObject([{ level: 'aal1' }])
    await expect(db.as(anonymous, 'select download_my_data()')).rejects.toThrow('permission denied')
    // Every table that names a person has its place in the file.
    const tables = await db.asOwner(
      `select distinct c.conrelid::regclass::text as name from pg_constraint c
       where c.contype = 'f' and c.confrelid in ('private.profiles'::regclass, 'auth.users'::regclass)
         and c.connamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
    )
    expect(tables.map(({ name }) => String(name).replace('public.', ''))).toEqual([
      'audit_logs',
      'companies',
      'company_follows',
      'company_members',
      'launch_upvotes',
      'private.company_founders',
      'private.daily_usage',
      'private.launches',
      'private.profile_views',
      'private.profiles',
      'review_helpful_votes',
      'reviews',
      'tools',
      'user_activities',
      'user_follows',
      'user_stats',
    ])
  })
  test('is also what is known of signing in, but no secret of it', async () => {
    const me = await db.createUser()
    await db.asOwner("update auth.sessions set ip = '192.0.2.7', aal = 'aal2' where user_id = $1", [
      me,
    ])
    await db.asOwner("update auth.users set email_change = 'new@people.example' where id = $1", [
      me,
    ])
    await db.asOwner(
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       values ($1, 'github', '7', '{"sub": "7"}')`,
      [me],
    )
    await db.asOwner(
      "insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret) values ($1, 'Phone', 'totp', 'verified', 'sealed')",
      [me],
    )
    const [row] = await db.as(person(me), 'select download_my_data() as data')
    expect(row?.data).toMatchObject({
      account: { id: me, new_email_to_confirm: 'new@people.example' },
      sessions: [{ network_address: '192.0.2.7', level: 'aal2' }],
      accounts_elsewhere: [{ provider: 'github', what_it_said: { sub: '7' } }],
      second_factors: [{ name: 'Phone', type: 'totp', status: 'verified' }],
    })
    expect(JSON.stringify(row)).not.toContain('sealed')
  })
})
