// Spec 1 §3, §5, §6: profiles, their visibility and the audit log.

import {
  shareTestDatabase,
  type TestCaller,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

const db = await shareTestDatabase()
const ana = await db.createUser({
  metadata: { username: 'ana', first_name: 'Ana', job_title: 'CTO', company_name: 'Acme' },
})
const ben = await db.createUser({ metadata: { username: 'ben' } })

const as = {
  anonymous: { role: 'anon' as const },
  other: () => ({ role: 'authenticated' as const, sub: ben }),
  owner: () => ({ role: 'authenticated' as const, sub: ana }),
  service: { role: 'service_role' as const },
}
const update = (sub: string, column: string, value: unknown, target = sub) =>
  db.as(
    { role: 'authenticated', sub },
    `update profiles set ${column} = $1 where user_id = $2 returning *`,
    [value, target],
  )

describe('spec 1 §6: visibility', () => {
  const readFields = async (caller: TestCaller) => {
    const [row] = await db.as(
      caller,
      'select username, first_name, job_title, company_name from profiles where user_id = $1',
      [ana],
    )
    const [safe] = await db.as(
      caller,
      'select username, first_name, job_title, company_name from get_safe_profile_info($1)',
      [ana],
    )
    expect(safe).toEqual(row)
    return Object.entries(row ?? {}).flatMap(([name, value]) => (value === null ? [] : name))
  }
  const all = ['username', 'first_name', 'job_title', 'company_name']

  test.each([
    ['private', ['username'], ['username']],
    ['professional', ['username', 'first_name'], all],
    ['public', all, all],
  ])(
    '%s: visitors see %j, members %j, the owner and the service role all fields',
    async (visibility, visitor, signedIn) => {
      await update(ana, 'profile_visibility', visibility)
      expect(await readFields(as.anonymous)).toEqual(visitor)
      expect(await readFields(as.other())).toEqual(signedIn)
      expect(await readFields(as.owner())).toEqual(all)
      expect(await readFields(as.service)).toEqual(all)
    },
  )

  test('only a public profile shows the size of the company, to everyone and for any row', async () => {
    const company = await db.create(as.owner(), 'companies', { name: 'Acme', size: '11-50' })
    const readSize = async (caller: TestCaller) =>
      (
        await db.as(
          caller,
          'select company_size(p) as size from profiles p where user_id = $1 union all select company_size(jsonb_populate_record(null::profiles, $2))',
          [ana, { user_id: ana, profile_visibility: 'public' }],
        )
      ).map(({ size }) => size)
    const visibilities = { public: '11-50', professional: null, private: null }
    for (const [visibility, size] of Object.entries(visibilities)) {
      await update(ana, 'profile_visibility', visibility)
      for (const caller of [as.anonymous, as.other(), as.service])
        expect([visibility, caller.role, await readSize(caller)]).toEqual([
          visibility,
          caller.role,
          [size, size],
        ])
    }
    await db.asOwner('delete from companies where id = $1', [company])
    await update(ana, 'profile_visibility', 'professional')
  })

  test('setting public_profile sets profile_visibility', async () => {
    expect(await update(ana, 'public_profile', false)).toMatchObject([
      { public_profile: false, profile_visibility: 'professional' },
    ])
    expect(await update(ana, 'public_profile', true)).toMatchObject([
      { public_profile: true, profile_visibility: 'public' },
    ])
  })
})

describe('spec 1 §5: profile', () => {
  test('a member cannot change another’s profile', async () => {
    expect(await update(ben, 'bio', 'mine now', ana)).toEqual([])
  })

  test.each([
    ['username', 'ana_2-x', true],
    ['username', 'ana b', false],
    ['username', 'a'.repeat(51), false],
    ['username', '', false],
    ['first_name', "Anne-Marie O'Neil", true],
    ['first_name', 'Ana3', false],
    ['first_name', 'E\u0323\u0300bu\u0300n', true],
    ['first_name', 'J. R.', true],
    ['first_name', 'Jean\u2011Luc', true],
    ['first_name', 'Gal·la', true],
    ['first_name', 'क्षितिज', true],
    ['first_name', 'ကျော်', true],
    ['first_name', 'Ana@home', false],
    ['last_name', 'a'.repeat(51), false],
    ['bio', 'a'.repeat(500), true],
    ['bio', 'a'.repeat(501), false],
    ['job_title', 'a'.repeat(101), false],
    ['company_name', 'a'.repeat(101), false],
    ['avatar_url', 'javascript:alert(1)', false],
    ['avatar_url', `https://x.example/${'a'.repeat(255)}`, false],
    ['profile_visibility', 'secret', false],
    ['account_type', 'robot', false],
  ])('an update of %s to %j is accepted: %s', async (column, value, isAccepted) => {
    const attempt = update(ana, column, value)
    if (isAccepted) expect(await attempt).toMatchObject([{ [column]: value }])
    else await expectRefusal(attempt, '23514')
  })

  test('an update of bio removes tags and scripts', async () => {
    expect(await update(ana, 'bio', 'Hi <b>there</b> <script>alert(1)</script>')).toMatchObject([
      { bio: 'Hi there' },
    ])
  })

  test('a username that differs from another only in case is refused', async () => {
    await update(ana, 'username', 'ana')
    await expectRefusal(update(ben, 'username', 'ANA'), '23505')
    const readAvailability = (caller: TestCaller, name: string) =>
      db.as(caller, 'select username_available($1) as free', [name])
    expect(await readAvailability(as.other(), 'ANA')).toEqual([{ free: false }])
    expect(await readAvailability(as.owner(), 'ANA')).toEqual([{ free: true }])
    expect(await readAvailability(as.other(), 'not a name')).toEqual([{ free: false }])
  })

  test('person_named finds a username in any case and returns the fields that the viewer may see', async () => {
    await db.asOwner(
      "update private.profiles set username = 'ana_b', profile_visibility = 'private', bio = 'Hidden' where user_id = $1",
      [ana],
    )
    const findPerson = (name: string) =>
      db.as({ role: 'anon' }, 'select user_id, username, bio from person_named($1)', [name])
    expect(await findPerson('ANA_B')).toEqual([{ user_id: ana, username: 'ana_b', bio: null }])
    // An underscore is no wildcard.
    expect([...(await findPerson('anaxb')), ...(await findPerson('ana'))]).toEqual([])
  })
})

test('search_people finds members by prefixes of their names, except private ones', async () => {
  const addMember = async (username: string, first: string, last: string, visibility: string) => {
    const id = await db.createUser({ metadata: { username } })
    await db.asOwner(
      'update private.profiles set first_name = $2, last_name = $3, profile_visibility = $4 where user_id = $1',
      [id, first, last, visibility],
    )
  }
  await addMember('gracelin', 'Grace', 'Lin', 'professional')
  await addMember('grace_x', 'Graciela', 'Xu', 'public')
  await addMember('grace-hidden', 'Grace', 'Lin', 'private')
  const searchPeople = async (words: string, size = 6) => {
    const people = await db.as({ role: 'anon' }, 'select username from search_people($1, $2)', [
      words,
      size,
    ])
    return people.map(({ username }) => username)
  }
  expect(await searchPeople('GRAC')).toEqual(['grace_x', 'gracelin'])
  expect(await searchPeople('lin gra')).toEqual(['gracelin'])
  expect(await searchPeople('graciela xu')).toEqual(['grace_x'])
  expect(await searchPeople('grace_x')).toEqual(['grace_x'])
  expect(await searchPeople('gracexx')).toEqual([])
  // `%` is no wildcard, and an empty search finds no member.
  expect([
    ...(await searchPeople('%')),
    ...(await searchPeople(' ')),
    ...(await searchPeople('gra', -1)),
  ]).toEqual([])
})

describe('a new account', () => {
  const createProfile = async (email: string, metadata: object) => {
    const id = await db.createUser({ email, metadata })
    const [profile] = await db.asOwner('select * from private.profiles where user_id = $1', [id])
    expect(await db.asOwner('select * from user_stats where user_id = $1', [id])).toHaveLength(1)
    return profile
  }

  test('a new account gets a profile with a unique username, and stats', async () => {
    expect(await createProfile('zoe@x.example', { username: 'zoe.b' })).toMatchObject({
      username: 'zoeb',
      profile_visibility: 'professional',
      account_type: 'personal',
    })
    expect(await createProfile('zoe@y.example', { username: 'ZoeB' })).toMatchObject({
      username: 'ZoeB2',
    })
  })

  test('an account without a valid username gets a random one that does not contain its email', async () => {
    for (const metadata of [{}, { username: '!!' }]) {
      const profile = await createProfile(`${crypto.randomUUID()}@x.example`, metadata)
      expect(profile?.username).toMatch(/^user-[0-9a-f]{8}$/)
    }
  })

  test('an account gets one profile when its email is confirmed, and none before', async () => {
    const [row] = await db.asOwner`insert into auth.users (email, raw_user_meta_data)
       values ('early@x.example', '{"username": "early"}') returning id`
    const profiles = () =>
      db.as(as.anonymous, 'select username from profiles where user_id = $1', [row?.id])
    const confirm = (when: string) =>
      db.asOwner(`update auth.users set email_confirmed_at = ${when} where id = $1`, [row?.id])
    expect(await profiles()).toEqual([])
    for (const when of ['now()', 'null', 'now()']) await confirm(when)
    expect(await profiles()).toEqual([{ username: 'early' }])
  })

  test('the metadata of a new account is sanitized and truncated', async () => {
    const metadata = {
      username: ' <i>Max</i> Mustermann ',
      first_name: `Max<3${'x'.repeat(80)}`,
      job_title: 'j'.repeat(150),
      user_role: 'root',
      account_type: 'business',
    }
    const profile = await createProfile('max@x.example', metadata)
    expect(profile).toMatchObject({
      username: 'MaxMustermann',
      user_role: 'member',
      account_type: 'business',
    })
    expect(String(profile?.first_name)).toMatch(/^Max[x]{47}$/)
    expect(String(profile?.job_title)).toHaveLength(100)
  })

  test('names of a sign-up keep periods and hyphens of every kind', async () => {
    const names = { first_name: 'J. R.', last_name: 'King‑Reuel Jr.' }
    expect(await createProfile('jr@x.example', names)).toMatchObject(names)
  })

  test.each([
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
  ])(
    'a sign-up with a password and a digit in its %s is refused with a message',
    async (field, label) => {
      const signUp = (name: string) =>
        db.asOwner`insert into auth.users (email, encrypted_password, raw_user_meta_data)
         values (${`${crypto.randomUUID()}@x.example`}, 'x', ${JSON.stringify({ [field]: name })}::jsonb) returning raw_user_meta_data`
      await expect(signUp('Ana 3')).rejects.toThrow(
        `${label} may only contain letters, spaces, periods, hyphens and apostrophes`,
      )
      expect(await signUp('<b>Ana</b> J.')).toHaveLength(1)
    },
  )

  test('an account with metadata of wrong types gets a profile', async () => {
    await createProfile('odd@x.example', {
      username: { a: 1 },
      first_name: [1, 2],
      job_title: null,
    })
  })
})

describe('audit log', () => {
  test('a member inserts and reads only their own entries', async () => {
    const insert =
      "insert into audit_logs (action, resource_type, metadata) values ('sign_in', 'session', '{}')"
    await db.as(as.owner(), insert)
    expect(await db.as(as.owner(), 'select distinct user_id from audit_logs')).toEqual([
      { user_id: ana },
    ])
    expect(await db.as(as.other(), 'select 1 from audit_logs where user_id = $1', [ana])).toEqual(
      [],
    )
  })
  test('a member inserts only sign_in and sign_out entries, at most 30 per hour', async () => {
    const caller = { role: 'authenticated' as const, sub: await db.createUser() }
    const insertEntry = (action: string, resource: string, metadata: object = {}) =>
      db.as(
        caller,
        'insert into audit_logs (action, resource_type, metadata) values ($1, $2, $3::jsonb)',
        [action, resource, JSON.stringify(metadata)],
      )
    for (const [action, resource] of [
      ['password_changed', 'account'],
      ['sign_in', 'account'],
      ['Call us: 0900 123', 'session'],
    ] as const) {
      await expectRefusal(insertEntry(action, resource), '42501')
    }
    const metadata = { user_agent: 'x'.repeat(1000), timestamp: 'never', note: 'Call us' }
    for (let count = 0; count < 30; count += 1) await insertEntry('sign_in', 'session', metadata)
    await expectRefusal(insertEntry('sign_out', 'session'), '23514')
    const [row] = await db.as(caller, 'select metadata from audit_logs limit 1')
    expect(row?.metadata).toEqual({ user_agent: 'x'.repeat(500), timestamp: expect.any(String) })
    expect(row?.metadata).not.toMatchObject({ timestamp: 'never' })
    // The limit does not stop the database's own entries.
    await update(caller.sub, 'profile_visibility', 'private')
    expect(
      await db.as(caller, "select 1 from audit_logs where action = 'privacy_changed'"),
    ).toEqual([expect.anything()])
  })
})
