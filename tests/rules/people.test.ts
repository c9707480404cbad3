// Spec 1 §3, §5, §6: profiles, and who sees what of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
let ana: string
let ben: string
beforeAll(async () => {
  db = await openTestDatabase()
  ana = await db.createUser({
    metadata: { username: 'ana', first_name: 'Ana', job_title: 'CTO', company_name: 'Acme' },
  })
  ben = await db.createUser({ metadata: { username: 'ben' } })
})
afterAll(() => db.close())

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
  const seenBy = async (who: Parameters<TestDatabase['as']>[0]) => {
    const [row] = await db.as(
      who,
      'select username, first_name, job_title, company_name from profiles where user_id = $1',
      [ana],
    )
    const [safe] = await db.as(
      who,
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
    '%s: visitors see %j, the signed-in %j, owner and service everything',
    async (visibility, visitor, signedIn) => {
      await update(ana, 'profile_visibility', visibility)
      expect(await seenBy(as.anonymous)).toEqual(visitor)
      expect(await seenBy(as.other())).toEqual(signedIn)
      expect(await seenBy(as.owner())).toEqual(all)
      expect(await seenBy(as.service)).toEqual(all)
    },
  )

  test('a private person’s stats, activities and follows are hidden too', async () => {
    await db.as(
      as.owner(),
      'insert into user_follows (follower_id, following_id) values ($1, $2)',
      [ana, await db.createUser()],
    )
    await update(ana, 'profile_visibility', 'private')
    for (const [who, rows] of [
      [as.anonymous, 0],
      [as.other(), 0],
      [as.owner(), 1],
    ] as const) {
      expect(await db.as(who, 'select 1 from user_stats where user_id = $1', [ana])).toHaveLength(
        rows,
      )
      expect(
        await db.as(who, 'select 1 from user_follows where follower_id = $1', [ana]),
      ).toHaveLength(rows)
    }
    await update(ana, 'profile_visibility', 'public')
    expect(
      await db.as(as.anonymous, 'select 1 from user_stats where user_id = $1', [ana]),
    ).toHaveLength(1)
  })

  test('public_profile and profile_visibility say the same', async () => {
    expect(await update(ana, 'public_profile', false)).toMatchObject([
      { public_profile: false, profile_visibility: 'professional' },
    ])
    expect(await update(ana, 'public_profile', true)).toMatchObject([
      { public_profile: true, profile_visibility: 'public' },
    ])
  })

  test('the table behind the view is closed', async () => {
    for (const who of [as.anonymous, as.owner()]) {
      await expect(db.as(who, 'select * from private.profiles')).rejects.toThrow(
        'permission denied',
      )
    }
  })
})

describe('spec 1 §5: profile', () => {
  test('nobody changes another’s, or whose it is', async () => {
    expect(await update(ben, 'bio', 'mine now', ana)).toEqual([])
    await expect(update(ana, 'user_id', ben)).rejects.toThrow('permission denied')
    await expect(update(ana, 'created_at', '2001-01-01')).rejects.toThrow('permission denied')
    await expect(update(ana, 'user_role', 'admin')).rejects.toThrow('permission denied')
  })

  test.each([
    ['username', 'ana_2-x', true],
    ['username', 'ana b', false],
    ['username', 'a'.repeat(51), false],
    ['username', '', false],
    ['first_name', "Anne-Marie O'Neil", true],
    ['first_name', 'Ana3', false],
    ['first_name', 'E\u0323\u0300bu\u0300n', true],
    ['last_name', 'a'.repeat(51), false],
    ['bio', 'a'.repeat(500), true],
    ['bio', 'a'.repeat(501), false],
    ['job_title', 'a'.repeat(101), false],
    ['company_name', 'a'.repeat(101), false],
    ['avatar_url', 'javascript:alert(1)', false],
    ['avatar_url', `https://x.example/${'a'.repeat(255)}`, false],
    ['profile_visibility', 'secret', false],
    ['account_type', 'robot', false],
  ])('%s takes %s: %s', async (column, value, isFine) => {
    const attempt = update(ana, column, value)
    if (isFine) expect(await attempt).toMatchObject([{ [column]: value }])
    else await expect(attempt).rejects.toMatchObject({ code: '23514' })
  })

  test('tags and scripts are stripped', async () => {
    expect(await update(ana, 'bio', 'Hi <b>there</b> <script>alert(1)</script>')).toMatchObject([
      { bio: 'Hi there' },
    ])
  })

  test('a username is unique whatever its case', async () => {
    await update(ana, 'username', 'ana')
    await expect(update(ben, 'username', 'ANA')).rejects.toMatchObject({ code: '23505' })
    const free = (who: Parameters<TestDatabase['as']>[0], name: string) =>
      db.as(who, 'select username_available($1) as free', [name])
    expect(await free(as.other(), 'ANA')).toEqual([{ free: false }])
    expect(await free(as.owner(), 'ANA')).toEqual([{ free: true }])
    expect(await free(as.other(), 'not a name')).toEqual([{ free: false }])
  })

  test('a person is found by the name in any case, with what the viewer may see', async () => {
    await db.asOwner(
      "update private.profiles set username = 'ana_b', profile_visibility = 'private', bio = 'Hidden' where user_id = $1",
      [ana],
    )
    const found = (name: string) =>
      db.as({ role: 'anon' }, 'select user_id, username, bio from person_named($1)', [name])
    expect(await found('ANA_B')).toEqual([{ user_id: ana, username: 'ana_b', bio: null }])
    // An underscore stands for itself.
    expect([...(await found('anaxb')), ...(await found('ana'))]).toEqual([])
  })
})

test('people are found by the beginnings of their names, unless they are private', async () => {
  const named = async (username: string, first: string, last: string, visibility: string) => {
    const id = await db.createUser({ metadata: { username } })
    await db.asOwner(
      'update private.profiles set first_name = $2, last_name = $3, profile_visibility = $4 where user_id = $1',
      [id, first, last, visibility],
    )
  }
  await named('gracelin', 'Grace', 'Lin', 'professional')
  await named('grace_x', 'Graciela', 'Xu', 'public')
  await named('grace-hidden', 'Grace', 'Lin', 'private')
  const found = async (words: string, size = 6) => {
    const people = await db.as({ role: 'anon' }, 'select username from search_people($1, $2)', [
      words,
      size,
    ])
    return people.map(({ username }) => username)
  }
  expect(await found('GRAC')).toEqual(['grace_x', 'gracelin'])
  expect(await found('lin gra')).toEqual(['gracelin'])
  expect(await found('graciela xu')).toEqual(['grace_x'])
  expect(await found('grace_x')).toEqual(['grace_x'])
  expect(await found('gracexx')).toEqual([])
  // No letter stands for others, and an empty search finds nobody.
  expect([...(await found('%')), ...(await found(' ')), ...(await found('gra', -1))]).toEqual([])
})

describe('a new account', () => {
  const profileOf = async (email: string, metadata: object) => {
    const id = await db.createUser({ email, metadata })
    const [profile] = await db.asOwner('select * from private.profiles where user_id = $1', [id])
    expect(await db.asOwner('select * from user_stats where user_id = $1', [id])).toHaveLength(1)
    return profile
  }

  test('gets a profile with a username of its own, and stats', async () => {
    expect(await profileOf('zoe@x.example', { username: 'zoe.b' })).toMatchObject({
      username: 'zoeb',
      profile_visibility: 'professional',
      account_type: 'personal',
    })
    expect(await profileOf('zoe@y.example', { username: 'ZoeB' })).toMatchObject({
      username: 'ZoeB2',
    })
  })

  test('that says no username gets one that tells nothing of its address', async () => {
    for (const metadata of [{}, { username: '!!' }]) {
      const profile = await profileOf(`${crypto.randomUUID()}@x.example`, metadata)
      expect(profile?.username).toMatch(/^user-[0-9a-f]{8}$/)
    }
  })

  test('has none before its address is confirmed, and one alone after', async () => {
    const [row] = await db.asOwner(
      `insert into auth.users (email, raw_user_meta_data)
       values ('early@x.example', '{"username": "early"}') returning id`,
    )
    const profiles = () =>
      db.as(as.anonymous, 'select username from profiles where user_id = $1', [row?.id])
    const confirm = (when: string) =>
      db.asOwner(`update auth.users set email_confirmed_at = ${when} where id = $1`, [row?.id])
    expect(await profiles()).toEqual([])
    for (const when of ['now()', 'null', 'now()']) await confirm(when)
    expect(await profiles()).toEqual([{ username: 'early' }])
  })

  test('has its metadata sanitised and truncated', async () => {
    const metadata = {
      username: ' <i>Max</i> Mustermann ',
      first_name: `Max<3${'x'.repeat(80)}`,
      job_title: 'j'.repeat(150),
      user_role: 'root',
      account_type: 'business',
    }
    const profile = await profileOf('max@x.example', metadata)
    expect(profile).toMatchObject({
      username: 'MaxMustermann',
      user_role: 'member',
      account_type: 'business',
    })
    expect(String(profile?.first_name)).toMatch(/^Max[x]{47}$/)
    expect(String(profile?.job_title)).toHaveLength(100)
  })

  test('whatever its metadata holds, it is made whole', async () => {
    await profileOf('odd@x.example', { username: { a: 1 }, first_name: [1, 2], job_title: null })
  })
})

describe('audit log', () => {
  test('is written for oneself alone, read by its owner alone, never changed', async () => {
    const insert =
      "insert into audit_logs (action, resource_type, metadata) values ('sign_in', 'session', '{}')"
    await db.as(as.owner(), insert)
    await expect(db.as(as.anonymous, insert)).rejects.toThrow('permission denied')
    expect(await db.as(as.owner(), 'select distinct user_id from audit_logs')).toEqual([
      { user_id: ana },
    ])
    expect(await db.as(as.other(), 'select 1 from audit_logs where user_id = $1', [ana])).toEqual(
      [],
    )
    await expect(db.as(as.owner(), 'delete from audit_logs')).rejects.toThrow('permission denied')
    await expect(db.as(as.owner(), "update audit_logs set action = 'x'")).rejects.toThrow(
      'permission denied',
    )
  })
  test('takes signing in and out alone, of a person, so many in an hour', async () => {
    const who = { role: 'authenticated' as const, sub: await db.createUser() }
    const note = (action: string, resource: string, metadata: object = {}) =>
      db.as(
        who,
        'insert into audit_logs (action, resource_type, metadata) values ($1, $2, $3::jsonb)',
        [action, resource, JSON.stringify(metadata)],
      )
    for (const [action, resource] of [
      ['password_changed', 'account'],
      ['sign_in', 'account'],
      ['Call us: 0900 123', 'session'],
    ] as const) {
      await expect(note(action, resource)).rejects.toMatchObject({ code: '42501' })
    }
    const said = { user_agent: 'x'.repeat(1000), timestamp: 'never', note: 'Call us' }
    for (let count = 0; count < 30; count += 1) await note('sign_in', 'session', said)
    await expect(note('sign_out', 'session')).rejects.toMatchObject({ code: '23514' })
    const [row] = await db.as(who, 'select metadata from audit_logs limit 1')
    expect(row?.metadata).toEqual({ user_agent: 'x'.repeat(500), timestamp: expect.any(String) })
    expect(row?.metadata).not.toMatchObject({ timestamp: 'never' })
    // The database's own events are not kept out by them.
    await update(who.sub, 'profile_visibility', 'private')
    expect(await db.as(who, "select 1 from audit_logs where action = 'privacy_changed'")).toEqual([
      expect.anything(),
    ])
  })
})
