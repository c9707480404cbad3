// The second factor with supabase-js, over HTTP: TOTP, recovery codes, admin calls.
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { PASSWORD, shareTestBackend, type TestMember } from '../support/backends/backend.ts'
import { createCode } from '../support/services/authenticator.ts'

const STEP_MS = 30_000
const STEP_END_MS = 5000

const backend = await shareTestBackend()

const createWrongCode = (secret: string) => {
  const valid = [-2, -1, 0, 1, 2].map((drift) => createCode(secret, drift))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !valid.includes(code),
  ) as string
}

type Client = TestMember['client']

/** Creates a client with the experimental recovery codes. */
const createFullClient = () =>
  createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  })

async function signIn(email: string): Promise<Client> {
  const client = createFullClient()
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}

async function enroll(client: Client, friendlyName?: string) {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    ...(friendlyName ? { friendlyName } : {}),
  })
  if (error) throw error
  expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  return { factorId: data.id, secret: data.totp.secret, uri: data.totp.uri }
}

/** Waits for the next step if this one ends soon, because the code of the previous step expires with it. */
async function skipEndOfStep(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < STEP_END_MS) await sleep(left)
}

/** Creates a member with a verified factor at aal2. The code of the previous step is used up. */
async function createProtectedMember() {
  const { email, id } = await backend.createMember()
  const client = await signIn(email)
  const { factorId, secret } = await enroll(client)
  await skipEndOfStep()
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId,
    code: createCode(secret, -1),
  })
  if (error) throw error
  return { client, email, id, factorId, secret }
}

const readLevels = async (client: Client) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}

describe('enrollment', () => {
  test('enroll returns the secret once; the first code verifies the factor and upgrades the session to aal2', async () => {
    const { client, email } = await backend.createMember()
    const { factorId, secret, uri } = await enroll(client, 'Phone')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(
      new RegExp(`^otpauth://totp/127\\.0\\.0\\.1%3A\\d+:${encodeURIComponent(email)}\\?`),
    )
    const before = await client.auth.mfa.listFactors()
    expect(before.data?.totp).toEqual([])
    expect(before.data?.all).toMatchObject([
      { id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'unverified' },
    ])
    expect(JSON.stringify(before.data)).not.toContain(secret)
    expect(await readLevels(client)).toEqual(['aal1', 'aal1'])

    const previous = (await client.auth.getSession()).data.session
    const { data, error } = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: createCode(secret),
    })
    expect(error).toBeNull()
    expect(data?.refresh_token).not.toBe(previous?.refresh_token)
    expect(await readLevels(client)).toEqual(['aal2', 'aal2'])
    const { data: claims } = await client.auth.getClaims()
    expect(claims?.claims).toMatchObject({
      aal: 'aal2',
      session_id: expect.any(String),
      amr: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }])
    // The level survives a refresh; the earlier refresh token is invalid.
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await readLevels(client)).toEqual(['aal2', 'aal2'])
    const stale = await backend
      .createClient()
      .auth.refreshSession({ refresh_token: previous?.refresh_token ?? '' })
    expect(stale.error?.code).toBe('refresh_token_not_found')
  })

  test('verifying the first factor ends the sessions at aal1', async () => {
    const { email } = await backend.createMember()
    const [client, other] = [await signIn(email), await signIn(email)]
    const { factorId, secret } = await enroll(client)
    expect((await other.auth.getUser()).error).toBeNull()
    await client.auth.mfa.challengeAndVerify({ factorId, code: createCode(secret) })
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  test('the secret is stored encrypted, and API roles cannot read the tables', async () => {
    const { client, id } = await backend.createMember()
    const { factorId, secret } = await enroll(client)
    const [row] = await backend.db
      .asOwner`select secret from auth.mfa_factors where id = ${factorId}`
    expect(row?.secret).toEqual(expect.any(String))
    expect(row?.secret).not.toContain(secret)
    for (const table of ['mfa_factors', 'mfa_challenges', 'mfa_recovery_codes']) {
      for (const role of ['anon', 'authenticated', 'service_role'] as const) {
        const read = backend.db.as({ role, sub: id }, `select * from auth.${table}`)
        await expect(read).rejects.toMatchObject({ code: '42501' })
      }
    }
  })

  test('a duplicate name, an eleventh factor and a visitor are refused', async () => {
    const { client } = await backend.createMember()
    await enroll(client, 'Phone')
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(again.error?.code).toBe('mfa_factor_name_conflict')
    for (let count = 0; count < 9; count += 1) await enroll(client)
    const eleventh = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(eleventh.error?.code).toBe('too_many_enrolled_mfa_factors')
    expect(
      (await backend.createClient().auth.mfa.enroll({ factorType: 'totp' })).error,
    ).not.toBeNull()
  })
})

describe('codes', () => {
  test('a code works once, also in concurrent requests', async () => {
    const { email, factorId, secret } = await createProtectedMember()
    const code = createCode(secret)
    const clients = [await signIn(email), await signIn(email)]
    const outcomes = await Promise.all(
      clients.map(({ auth }) => auth.mfa.challengeAndVerify({ factorId, code })),
    )
    expect(outcomes.filter(({ error }) => !error)).toHaveLength(1)
    const later = await (await signIn(email)).auth.mfa.challengeAndVerify({ factorId, code })
    expect(later.error?.code).toBe('mfa_verification_failed')
  })

  test('after five wrong codes the factor returns 429 for every session, another factor does not', async () => {
    const other = await createProtectedMember()
    const { email, factorId, secret } = await createProtectedMember()
    const client = await signIn(email)
    const code = createWrongCode(secret)
    for (let count = 0; count < 5; count += 1) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
      expect(error?.code).toBe('mfa_verification_failed')
    }
    const right = await (await signIn(email)).auth.mfa.challengeAndVerify({
      factorId,
      code: createCode(secret),
    })
    expect(right.error?.status).toBe(429)
    const attempt = await other.client.auth.mfa.challengeAndVerify({
      factorId: other.factorId,
      code: createCode(other.secret),
    })
    expect(attempt.error).toBeNull()
  })

  test('challenges are limited, and the next challenge deletes expired ones of all members', async () => {
    const { client, factorId } = await createProtectedMember()
    const other = await createProtectedMember()
    await other.client.auth.mfa.challenge({ factorId: other.factorId })
    await backend.db.asOwner`update auth.mfa_challenges set created_at = now() - interval '1 hour'`
    const codes: (string | undefined)[] = []
    for (let count = 0; count < 30; count += 1) {
      codes.push((await client.auth.mfa.challenge({ factorId })).error?.code)
    }
    // createProtectedMember requested one challenge.
    expect(codes.slice(0, 29).filter(Boolean)).toEqual([])
    expect(codes[29]).toBe('over_request_rate_limit')
    expect(await backend.db.asOwner('select from auth.mfa_challenges')).toHaveLength(29)
  })

  test('a challenge belongs to one factor, expires after five minutes and works once', async () => {
    const { client, factorId, secret } = await createProtectedMember()
    const verify = async (challengeId: string) =>
      (await client.auth.mfa.verify({ factorId, challengeId, code: createCode(secret, 1) })).error
        ?.code
    expect(await verify(crypto.randomUUID())).toBe('mfa_factor_not_found')
    const { data } = await client.auth.mfa.challenge({ factorId })
    const id = data?.id ?? ''
    const setAge = (age: string) =>
      backend.db.asOwner(
        `update auth.mfa_challenges set created_at = now() - interval '${age}' where id = $1`,
        [id],
      )
    await setAge('6 minutes')
    expect(await verify(id)).toBe('mfa_challenge_expired')
    await setAge('4 minutes')
    expect(await verify(id)).toBeUndefined()
    expect(await verify(id)).toBe('mfa_ip_address_mismatch')
  })

  test('another member’s factor returns mfa_factor_not_found', async () => {
    const { factorId } = await createProtectedMember()
    const { client } = await backend.createMember()
    expect((await client.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
    const unknown = await client.auth.mfa.unenroll({ factorId: 'recovery' })
    expect(unknown.error?.code).toBe('mfa_factor_not_found')
  })
})

describe('a session at aal1 of an account with a verified factor', () => {
  test('updateUser, enroll and unenroll return insufficient_aal at aal1 and succeed at aal2', async () => {
    const { email, factorId, secret } = await createProtectedMember()
    const { auth } = await signIn(email)
    expect(await readLevels(await signIn(email))).toEqual(['aal1', 'aal2'])
    const refused = [
      await auth.updateUser({ password: 'Another-Kettle-84' }),
      await auth.updateUser({ email: 'elsewhere@people.example' }),
      await auth.updateUser({ data: { nickname: 'Vi' } }),
      await auth.mfa.enroll({ factorType: 'totp' }),
      await auth.mfa.unenroll({ factorId }),
    ]
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(5).fill('insufficient_aal'))

    await auth.mfa.challengeAndVerify({ factorId, code: createCode(secret) })
    expect((await auth.updateUser({ data: { nickname: 'Vi' } })).error).toBeNull()
    expect((await auth.updateUser({ password: 'Another-Kettle-84' })).error).toBeNull()
    expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect((await auth.refreshSession()).data.user?.factors).toBeUndefined()
    const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })
})

describe('a session at aal1, while another session verifies a factor', () => {
  const VERIFIED =
    "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', '')"

  test('enroll returns insufficient_aal', async () => {
    const { client, id } = await backend.createMember()
    let enrolling: ReturnType<typeof client.auth.mfa.enroll> | undefined
    await backend.db.database.transactionAsOwner(async ({ query }) => {
      await query('select from auth.users where id = $1 for update', [id])
      enrolling = client.auth.mfa.enroll({ factorType: 'totp' })
      // On PGlite it queues; on PostgreSQL it has read the account without a factor.
      await backend.db.waitUntilBlocked()
      await query(VERIFIED, [id])
    })
    expect((await enrolling)?.error?.code).toBe('insufficient_aal')
  })

  test('challengeAndVerify of an earlier enrolled factor returns insufficient_aal', async () => {
    const { client, id } = await backend.createMember()
    const { factorId, secret } = await enroll(client)
    await backend.db.asOwner(VERIFIED, [id])
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: createCode(secret),
    })
    expect(error?.code).toBe('insufficient_aal')
  })

  test('verify returns AuthSessionMissingError after the session has ended', async () => {
    const { client, id } = await backend.createMember()
    const { factorId, secret } = await enroll(client)
    const { data } = await client.auth.mfa.challenge({ factorId })
    let verifying: ReturnType<typeof client.auth.mfa.verify> | undefined
    await backend.db.database.transactionAsOwner(async ({ query }) => {
      await query('select from auth.mfa_challenges where id = $1 for update', [data?.id])
      verifying = client.auth.mfa.verify({
        factorId,
        challengeId: data?.id ?? '',
        code: createCode(secret),
      })
      await backend.db.waitUntilBlocked()
      await query('delete from auth.sessions where user_id = $1', [id])
    })
    expect((await verifying)?.error?.name).toBe('AuthSessionMissingError')
  })
})

describe('recovery codes', () => {
  test('generate returns ten codes once, and each replaces one code of the authenticator', async () => {
    const { client, email, factorId } = await createProtectedMember()
    const { data, error } = await client.auth.mfa.recoveryCodes.generate()
    expect(error).toBeNull()
    expect(data?.codes).toHaveLength(10)
    const [first = '', second = ''] = data?.codes ?? []
    const twice = await client.auth.mfa.recoveryCodes.generate()
    expect(twice.error?.code).toBe('mfa_verified_factor_exists')

    const withoutPhone = await signIn(email)
    const typed = (first.toUpperCase().match(/.{4}/g) ?? []).join('-')
    expect((await withoutPhone.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull()
    expect(await readLevels(withoutPhone)).toEqual(['aal2', 'aal2'])
    const { data: claims } = await withoutPhone.auth.getClaims()
    expect(claims?.claims.amr?.[0]).toMatchObject({ method: 'mfa/recovery_code' })
    const again = await (await signIn(email)).auth.mfa.recoveryCodes.verify({ code: first })
    expect(again.error?.code).toBe('mfa_verification_failed')
    const status = await withoutPhone.auth.mfa.recoveryCodes.getStatus()
    expect(status.data).toMatchObject({ type: 'recovery_code', total: 10, remaining: 9 })

    const rows = await backend.db.asOwner('select code_hash from auth.mfa_recovery_codes')
    expect(JSON.stringify(rows)).not.toContain(second)
    // The last other factor cannot be removed before the recovery codes.
    const early = await withoutPhone.auth.mfa.unenroll({ factorId })
    expect(early.error?.code).toBe('mfa_recovery_codes_sole_factor')
    const fresh = await withoutPhone.auth.mfa.recoveryCodes.regenerate()
    expect(fresh.data?.codes).not.toContain(second)
    const stale = await (await signIn(email)).auth.mfa.recoveryCodes.verify({ code: second })
    expect(stale.error?.code).toBe('mfa_verification_failed')
    expect((await withoutPhone.auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await withoutPhone.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  test('recovery codes need a verified factor and aal2, and five wrong codes lock them', async () => {
    const { client } = await backend.createMember()
    const withoutFactor = createFullClient()
    await withoutFactor.auth.setSession((await client.auth.getSession()).data.session as never)
    expect((await withoutFactor.auth.mfa.recoveryCodes.generate()).error?.code).toBe(
      'mfa_recovery_codes_sole_factor',
    )
    const member = await createProtectedMember()
    const clientAtAal1 = await signIn(member.email)
    expect((await clientAtAal1.auth.mfa.recoveryCodes.generate()).error?.code).toBe(
      'insufficient_aal',
    )
    const { data } = await member.client.auth.mfa.recoveryCodes.generate()
    for (let count = 0; count < 5; count += 1) {
      await clientAtAal1.auth.mfa.recoveryCodes.verify({ code: 'aaaaaaaaaaaaaaaa' })
    }
    const locked = await clientAtAal1.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })
    expect(locked.error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' })
  })
})

describe('a session at aal1 of an account with a factor', () => {
  const countSessions = async (userId: string) =>
    (await backend.db.asOwner('select from auth.sessions where user_id = $1', [userId])).length

  test('signOut ends the own session at aal1, and others only at aal2', async () => {
    const { client, id, email } = await createProtectedMember()
    const clientAtAal1 = await signIn(email)
    expect(await countSessions(id)).toBe(2)
    const others = await clientAtAal1.auth.signOut({ scope: 'others' })
    expect(others.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    expect(await countSessions(id)).toBe(2)
    // supabase-js signs out locally after any response.
    await clientAtAal1.auth.signOut({ scope: 'global' })
    expect(await countSessions(id)).toBe(1)
    expect((await client.auth.getUser()).error).toBeNull()
    const again = await signIn(email)
    expect((await again.auth.signOut({ scope: 'local' })).error).toBeNull()
    await signIn(email)
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect(await countSessions(id)).toBe(0)
  })
})

describe('admin', () => {
  test('mfa.listFactors and deleteFactor need the service key; deleting the last factor deletes the recovery codes', async () => {
    const { client, id, factorId } = await createProtectedMember()
    await client.auth.mfa.recoveryCodes.generate()
    const { mfa } = backend.service.auth.admin
    const listed = await mfa.listFactors({ userId: id })
    expect(listed.data?.factors.map(({ factor_type }) => factor_type)).toEqual([
      'totp',
      'recovery_code',
    ])
    expect(JSON.stringify(listed.data)).not.toContain('secret')
    expect((await client.auth.admin.mfa.deleteFactor({ userId: id, id: factorId })).error).toEqual(
      expect.objectContaining({ code: 'not_admin' }),
    )
    expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
    expect((await mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    await client.auth.refreshSession()
    expect(await readLevels(client)).toEqual(['aal1', 'aal1'])
  })
})
