// How an anonymous user becomes a permanent one.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAnonymous, setInviteOnly } from '../../support/backends/anonymous.ts'
import {
  findLink,
  openLink,
  PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../../support/backends/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.auth.enable_anonymous_sign_ins = true
    settings.auth.email.double_confirm_changes = true
  })
})
afterAll(() => backend.close())

const createEmail = () => `${crypto.randomUUID()}@people.example`

const createServiceClient = ({ url, serviceKey }: TestBackend) =>
  createClient(url, serviceKey, { auth: { persistSession: false } })

test('an address that its owner confirms makes the user permanent, with password and metadata', async () => {
  const { client, user } = await createAnonymous(backend)
  const email = createEmail()
  const alone = await client.auth.updateUser({ password: PASSWORD })
  expect([alone.error?.status, alone.error?.code]).toEqual([422, 'validation_failed'])
  expect((await client.auth.updateUser({ email, password: PASSWORD })).error).toBeNull()
  expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(true)
  expect((await openLink(findLink(backend.readOutbox(email)[0]))).fragment.get('error')).toBeNull()
  const { data } = await backend
    .createClient()
    .auth.signInWithPassword({ email, password: PASSWORD })
  expect(data.user).toMatchObject({
    id: user.id,
    email,
    is_anonymous: false,
    app_metadata: { provider: 'email' },
    user_metadata: { color: 'red' },
  })
})

test('a taken address is refused', async () => {
  const { email } = await backend.createMember()
  const { client } = await createAnonymous(backend)
  expect((await client.auth.updateUser({ email })).error?.code).toBe('email_exists')
})

test('without confirmations the address counts immediately', async () => {
  const open = await startTestBackend(
    (settings) => {
      settings.auth.enable_anonymous_sign_ins = true
      settings.auth.email.enable_confirmations = false
    },
    { db: backend.db },
  )
  try {
    const { client, user } = await createAnonymous(open)
    const email = createEmail()
    const { data } = await client.auth.updateUser({ email, password: PASSWORD })
    expect(data.user).toMatchObject({ id: user.id, email, is_anonymous: false })
    const signedIn = await open
      .createClient()
      .auth.signInWithPassword({ email, password: PASSWORD })
    expect(signedIn.data.user?.id).toBe(user.id)
  } finally {
    await open.close()
  }
})

test('without confirmations only one user gets an address, and the rules for sign-ups hold', async () => {
  const open = await startTestBackend(
    (settings) => {
      settings.auth.enable_anonymous_sign_ins = true
      settings.auth.email.enable_confirmations = false
    },
    { db: backend.db },
  )
  try {
    const [one, two, three] = [
      await createAnonymous(open),
      await createAnonymous(open),
      await createAnonymous(open),
    ]
    const email = createEmail()
    const answers = await Promise.all(
      [one, two].map(({ client }) => client.auth.updateUser({ email, password: PASSWORD })),
    )
    const codes = answers.map(({ error }) => error && [error.status, error.code])
    expect(codes).toContainEqual(null)
    expect(codes).toContainEqual([422, 'email_exists'])
    await setInviteOnly(backend, true)
    const refused = await three.client.auth.updateUser({ email: createEmail() })
    expect([refused.error?.status, refused.error?.code]).toEqual([422, 'invitation_required'])
    expect((await three.client.auth.getUser()).data.user?.is_anonymous).toBe(true)
  } finally {
    await setInviteOnly(backend, false)
    await open.close()
  }
  expect(open.loggedErrors).toEqual([])
})

test('mails to anonymous users count as sign-ups, and one address has one in the interval', async () => {
  // 12 for sign-ups, 2 of them for one network; 18 for members.
  const limited = await startTestBackend(
    (settings) => {
      settings.auth.enable_anonymous_sign_ins = true
      settings.auth.rate_limit.email_sent = 30
      settings.auth.email.max_frequency = 60
    },
    { db: backend.db },
  )
  try {
    const convert = async (email: string) => {
      const client = limited.createClient(crypto.randomUUID())
      await client.auth.signInAnonymously()
      return (await client.auth.updateUser({ email })).error
    }
    const victim = createEmail()
    expect(await convert(victim)).toBeNull()
    expect((await convert(victim))?.code).toBe('over_email_send_rate_limit')
    expect(limited.readOutbox(victim)).toHaveLength(1)
    for (let count = 1; count < 12; count += 1) expect(await convert(createEmail())).toBeNull()
    expect((await convert(createEmail()))?.code).toBe('over_email_send_rate_limit')
    const { client } = await limited.createMember()
    const newEmail = createEmail()
    expect((await client.auth.updateUser({ email: newEmail })).error).toBeNull()
    expect(limited.readOutbox(newEmail)).toHaveLength(1)
  } finally {
    await limited.close()
  }
})

test('a conversion that sends no mail does not count towards the mail limit', async () => {
  const open = await startTestBackend(
    (settings) => {
      settings.auth.enable_anonymous_sign_ins = true
      settings.auth.email.enable_confirmations = false
      settings.auth.rate_limit.email_sent = 1
    },
    { db: backend.db },
  )
  try {
    for (const email of [createEmail(), createEmail()]) {
      const { client } = await createAnonymous(open)
      expect((await client.auth.updateUser({ email })).error).toBeNull()
    }
  } finally {
    await open.close()
  }
})

test('an address of the operator makes a user permanent once it is confirmed', async () => {
  const { admin } = createServiceClient(backend).auth
  const byOperator = await createAnonymous(backend)
  const email = createEmail()
  const set = await admin.updateUserById(byOperator.user.id, { email })
  expect(set.data.user).toMatchObject({ email, is_anonymous: true, app_metadata: {} })
  const permanent = { is_anonymous: false, app_metadata: { provider: 'email' } }
  const confirmed = await admin.updateUserById(byOperator.user.id, { email_confirm: true })
  expect(confirmed.data.user).toMatchObject(permanent)
  const { user } = await createAnonymous(backend)
  const together = { email: createEmail(), email_confirm: true }
  expect((await admin.updateUserById(user.id, together)).data.user).toMatchObject(permanent)

  const byMail = await createAnonymous(backend)
  const ownEmail = createEmail()
  await admin.updateUserById(byMail.user.id, { email: ownEmail, password: PASSWORD })
  await backend.createClient().auth.signInWithOtp({ email: ownEmail })
  await openLink(findLink(backend.readOutbox(ownEmail)[0]))
  expect((await admin.getUserById(byMail.user.id)).data.user).toMatchObject(permanent)
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
