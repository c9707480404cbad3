// Spec 1: the database rules of the account area: pictures, profile views, account events and the
// data download.

import {
  OWNER,
  shareTestDatabase,
  type TestCaller,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { listVisibleFields, type VisibleField } from '../../../app/profile/profile-form.tsx'
import { VISIBILITIES } from '../../../app/profile/words.ts'
import { expectRefusal } from '../../support/databases/refusals.ts'

const member = (sub: string) => ({ role: 'authenticated' as const, sub })

const db = await shareTestDatabase()
const ana = await db.createUser({
  email: 'ana@people.example',
  metadata: {
    username: 'ana',
    first_name: 'Ana',
    last_name: 'Ruiz',
    job_title: 'CTO',
    company_name: 'Acme',
  },
})
const ben = await db.createUser({ metadata: { username: 'ben' } })
await db.as(ana, "update profiles set bio = 'Hi', avatar_url = $1 where user_id = $2", [
  `https://site.example/storage/v1/object/public/avatars/${ana}/1.webp`,
  ana,
])

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
  ])(
    'spec 1 §8: an update of avatar_url to %s is refused (Invalid avatar URL)',
    async (address) => {
      const attempt = db.as(ana, 'update profiles set avatar_url = $1 where user_id = $2', [
        address.replace('$me', ana),
        ana,
      ])
      await expectRefusal(attempt, '23514')
    },
  )

  test('a picture address on another host than the token’s issuer is refused for profiles and companies', async () => {
    const me = await db.createUser()
    const iss = 'https://Site.example/auth/v1'
    const caller = { role: 'authenticated' as const, claims: { sub: me, iss } }
    const company = await db.create(me, 'companies', { name: 'Hosted' })
    const change = (host: string, table: 'profiles' | 'companies') => {
      const [column, bucket, key, id] =
        table === 'profiles'
          ? ['avatar_url', 'avatars', 'user_id', me]
          : ['logo_url', 'logos', 'id', company]
      const address = `https://${host}/storage/v1/object/public/${bucket}/${id}/1.webp`
      return db.database.as(
        caller,
        `update ${table} set ${column} = $1 where ${key} = $2 returning 1`,
        [address, id],
      )
    }
    await db.asOwner(
      "insert into company_members (company_id, user_id, role, is_admin) values ($1, $2, 'admin', true) on conflict do nothing",
      [company, me],
    )
    for (const table of ['profiles', 'companies'] as const) {
      expect(await change('site.example', table)).toHaveLength(1)
      for (const host of [
        'elsewhere.example',
        'site.example.elsewhere.example',
        'site.example:81',
      ]) {
        await expectRefusal(change(host, table), '23514')
      }
    }
  })

  test('only a company’s admin uploads its logo, and only into the folder of the company', async () => {
    const company = await db.create(ana, 'companies', { name: 'Acme' })
    const join = (sub: string, isAdmin: boolean) =>
      db.insert(sub, 'company_members', {
        company_id: company,
        user_id: sub,
        role: isAdmin ? 'admin' : 'member',
        is_admin: isAdmin,
      })
    await join(ana, true)
    await join(ben, false)
    const upload = (caller: TestCaller, folder: unknown) =>
      db.insert(caller, 'storage.objects', {
        bucket_id: 'logos',
        name: `${folder}/${crypto.randomUUID()}.webp`,
      })
    await upload(member(ana), company)
    for (const caller of [member(ben), anonymous]) {
      await expectRefusal(upload(caller, company), '42501')
    }
    await expectRefusal(upload(member(ana), 'not-a-company'), '42501')
    expect(await db.as(ben, 'delete from storage.objects returning 1')).toEqual([])
    await expectRefusal(
      db.as(ana, "update companies set logo_url = 'https://elsewhere.example/x.png'"),
      '23514',
    )
  })
})

describe('spec 1 §6: a profile shows the fields that the privacy settings list', () => {
  test.each(VISIBILITIES.map(({ value }) => value))(
    'with the visibility %s',
    async (visibility) => {
      await db.as(ana, 'update profiles set profile_visibility = $1 where user_id = $2', [
        visibility,
        ana,
      ])
      for (const [viewer, caller] of [
        ['visitor', anonymous],
        ['signed-in', member(ben)],
      ] as const) {
        const [row = {}] = await db.as(
          caller,
          'select username, avatar_url, first_name, last_name, bio, job_title, company_name from profiles where user_id = $1',
          [ana],
        )
        const visible = Object.keys(row).filter((field) => row[field] !== null) as VisibleField[]
        expect(visible).toEqual([...listVisibleFields(visibility, viewer)])
      }
    },
  )
})

test('no role reads the founder of a company, and only the founder can become its first admin', async () => {
  const founder = await db.createUser()
  const company = await db.create(founder, 'companies', { name: 'Quiet Works' })
  for (const caller of [anonymous, member(ben), member(founder)]) {
    expect(
      await db.as(caller, 'select created_by from companies where id = $1', [company]),
    ).toEqual([{ created_by: null }])
  }
  const appoint = (sub: string) =>
    db.insert(sub, 'company_members', {
      company_id: company,
      user_id: sub,
      role: 'admin',
      is_admin: true,
    })
  await expectRefusal(appoint(ben), '42501')
  await appoint(founder)
  await expectRefusal(appoint(ben), '42501')
})

describe('count_profile_view', () => {
  const readViews = () =>
    db.valueAsOwner('select profile_views from user_stats where user_id = $1', [ana])
  const viewProfile = (sub: string) => db.as(sub, 'select count_profile_view($1)', [ana])

  test('count_profile_view counts each signed-in viewer once a day, but neither the owner nor views of a private profile', async () => {
    await db.as(ana, "update profiles set profile_visibility = 'public' where user_id = $1", [ana])
    await Promise.all([viewProfile(ben), viewProfile(ben), viewProfile(ana)])
    await viewProfile(ben)
    expect(await readViews()).toBe(1)
    await db.asOwner('update private.profile_views set day = day - 1')
    await viewProfile(ben)
    expect(await readViews()).toBe(2)
    await viewProfile(crypto.randomUUID())
    await db.as(ana, "update profiles set profile_visibility = 'private' where user_id = $1", [ana])
    await viewProfile(await db.createUser())
    expect(await readViews()).toBe(2)
  })
})

describe('account events', () => {
  test('changes of password, email, privacy and username and a deleted review write an audit log entry', async () => {
    const zoe = await db.createUser({ email: 'zoe@people.example' })
    await db.asOwner("update auth.users set encrypted_password = 'x' where id = $1", [zoe])
    await db.asOwner("update auth.users set email = 'zoe2@people.example' where id = $1", [zoe])
    await db.as(
      zoe,
      "update profiles set profile_visibility = 'public', username = 'zoe-new' where user_id = $1",
      [zoe],
    )
    await db.insert(OWNER, 'tools', { name: 'T', description: 'd', category: 'HR' })
    await db.as(
      zoe,
      "insert into reviews (tool_id, user_id, rating, title, content) select id, $1, 3, 'So so', 'Neither good nor bad.' from tools",
      [zoe],
    )
    await db.as(zoe, 'delete from reviews where user_id = $1', [zoe])
    const events = 'select action, metadata from audit_logs order by created_at, action'
    const logged = await db.as(zoe, events)
    expect(logged.map(({ action }) => action).sort()).toEqual([
      'email_changed',
      'password_changed',
      'privacy_changed',
      'review_deleted',
      'username_changed',
    ])
    expect(logged.find(({ action }) => action === 'email_changed')?.metadata).toMatchObject({
      from: 'zoe@people.example',
      to: 'zoe2@people.example',
    })

    expect((await db.as(ben, events)).filter(({ action }) => action !== 'x')).toEqual([])
  })
})

describe('download_my_data', () => {
  test('download_my_data returns account, profile and companies, and covers every table that references people', async () => {
    const [row] = await db.as(ana, 'select download_my_data() as data')
    const data = row?.data as Record<string, unknown>
    expect(data.account).toMatchObject({ id: ana, email: 'ana@people.example' })
    expect(data.profile).toMatchObject({ username: 'ana', job_title: 'CTO' })
    expect(data.companies).toMatchObject([{ name: 'Acme', role: 'admin' }])
    expect(data.companies_made).toEqual(['Acme'])
    expect(JSON.stringify(data)).not.toContain('encrypted_password')
    expect(data.sessions).toMatchObject([{ level: 'aal1' }])
    // A new table that references people has to be added to the function and here.
    const tables =
      await db.asOwner`select distinct c.conrelid::regclass::text as name from pg_constraint c
       where c.contype = 'f' and c.confrelid in ('private.profiles'::regclass, 'auth.users'::regclass)
         and c.connamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`
    expect(tables.map(({ name }) => String(name).replace('public.', ''))).toEqual([
      'audit_logs',
      'companies',
      'company_follows',
      'company_members',
      'launch_reminders',
      'launch_upvotes',
      'lists',
      'notification_preferences',
      'notifications',
      'private.appeals',
      'private.company_founders',
      'private.daily_events',
      'private.daily_usage',
      'private.decision_parties',
      'private.deleted_reviews',
      'private.digests',
      'private.email_queue',
      'private.former_members',
      'private.invitations',
      'private.launches',
      'private.list_copies',
      'private.moderator_notes',
      'private.premoderation_exemptions',
      'private.profile_views',
      'private.profiles',
      'private.removed_content',
      'private.reports',
      'private.staff',
      'private.stopped_mails',
      'private.suspensions',
      'private.tool_claims',
      'review_helpful_votes',
      'reviews',
      'tool_edits',
      'tool_follows',
      'tools',
      'user_activities',
      'user_follows',
      'user_stats',
    ])
  })
  test('download_my_data returns sessions, identities and factors without their secrets', async () => {
    const me = await db.createUser()
    await db.asOwner`update auth.sessions set ip = '192.0.2.7', aal = 'aal2' where user_id = ${me}`
    await db.asOwner`update auth.users set email_change = 'new@people.example' where id = ${me}`
    await db.asOwner`insert into auth.identities (user_id, provider, provider_id, issuer, identity_data)
       values (${me}, 'github', '7', 'https://github.com', '{"sub": "7"}')`
    await db.insert(OWNER, 'auth.mfa_factors', {
      user_id: me,
      friendly_name: 'Phone',
      factor_type: 'totp',
      status: 'verified',
      secret: 'sealed',
    })
    const [row] = await db.as(me, 'select download_my_data() as data')
    expect(row?.data).toMatchObject({
      account: { id: me, new_email_to_confirm: 'new@people.example' },
      sessions: [{ network_address: '192.0.2.7', level: 'aal2' }],
      accounts_elsewhere: [{ provider: 'github', what_it_said: { sub: '7' } }],
      second_factors: [{ name: 'Phone', type: 'totp', status: 'verified' }],
    })
    expect(JSON.stringify(row)).not.toContain('sealed')
  })
})
