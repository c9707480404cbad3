// The site's rules of accounts, over HTTP.
import { afterEach, expect, test } from 'vitest'
import { createEmail, PASSWORD, shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()
const { admin } = backend.service.auth
afterEach(() => backend.db.asOwner('delete from private.site_settings'))

const setSiteSettings = (value: object) =>
  backend.db.asOwner(
    'insert into private.site_settings (key, value) select key, value from jsonb_each($1) on conflict (key) do update set value = excluded.value',
    [JSON.stringify(value)],
  )

const signUp = (email: string, data: object = {}) =>
  backend.createClient().auth.signUp({ email, password: PASSWORD, options: { data } })

/** The user of an access token in a redirect. */
const readUser = async (fragment: URLSearchParams) =>
  (await backend.createClient().auth.getUser(fragment.get('access_token') ?? '')).data.user

test.each([
  ['Short-84', 'length', 'Password must be at least 12 characters long'],
  ['violet-kettle-84', 'characters', 'Password must contain at least one uppercase letter'],
  ['Violet-Kettle-123', 'pwned', 'Password contains common patterns and is not secure.'],
])('spec 1 §5: the server refuses the password %s', async (password, reason, message) => {
  const { error } = await backend.createClient().auth.signUp({ email: createEmail(), password })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: [reason], message })
})

test('a name with a digit returns 422 with a message, also for a taken email', async () => {
  const email = createEmail()
  expect((await signUp(email, { first_name: 'J. R.', last_name: 'King Jr.' })).error).toBeNull()
  for (const each of [email, createEmail()]) {
    const { error } = await signUp(each, { first_name: 'J. R. 2' })
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'First name may only contain letters, spaces, periods, hyphens and apostrophes',
    })
  }
  expect(backend.readOutbox(email)).toHaveLength(1)
})

test('an unconfirmed sign-up has no profile and reserves no username', async () => {
  const readProfile = (email: string) =>
    backend.db.rowAsOwner(
      'select username from private.profiles p join auth.users u on u.id = p.user_id where u.email = $1',
      [email],
    )
  const [email, other] = [createEmail(), createEmail()]
  const username = `early${Date.now()}`
  await signUp(email, { username })
  expect(await readProfile(email)).toBeUndefined()
  await signUp(other, { username })
  await backend.openMail(other)
  await backend.openMail(email)
  expect(await readProfile(other)).toMatchObject({ username })
  expect(await readProfile(email)).toMatchObject({ username: `${username}2` })
})

test('the operator may invite an address that the rules for sign-ups refuse', async () => {
  await setSiteSettings({ invite_only: true })
  const email = createEmail()
  await admin.inviteUserByEmail(email)
  const { fragment } = await backend.openMail(email)
  expect((await readUser(fragment))?.email).toBe(email)
  const visitor = createEmail()
  const signUp = await backend.createClient().auth.signUp({ email: visitor, password: PASSWORD })
  expect(signUp.error?.code).toBe('invitation_required')
})

test('a visitor cannot get a mail for an address that the operator has invited', async () => {
  await setSiteSettings({ invite_only: true })
  const email = createEmail()
  await admin.inviteUserByEmail(email)
  const visitor = backend.createClient().auth
  await visitor.signInWithOtp({ email })
  await visitor.resend({ type: 'signup', email })
  await visitor.resetPasswordForEmail(email)
  expect(backend.readOutbox(email)).toHaveLength(1)
  const [user] = await backend.db
    .asOwner`select email_confirmed_at from auth.users where email = ${email}`
  expect(user).toEqual({ email_confirmed_at: null })
  const { fragment } = await backend.openMail(email)
  expect((await readUser(fragment))?.email).toBe(email)
})

test('the operator’s link to a blocked domain does not let the member take it', async () => {
  const { client, id, email } = await backend.createMember()
  const newEmail = `${crypto.randomUUID()}@blocked.example`
  await setSiteSettings({ blocked_email_domains: ['blocked.example'] })
  const link = await admin.generateLink({ type: 'email_change_new', email, newEmail })
  expect(link.error).toBeNull()
  const { error } = await client.auth.updateUser({ email: newEmail })
  expect(error?.code).toBe('email_address_invalid')
  await client.auth.resend({ type: 'email_change', email })
  expect((await admin.getUserById(id)).data.user?.email).toBe(email)
})
