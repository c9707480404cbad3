import { startProvider } from '@toolmark/backend/tests/support/services/provider.ts'
import {
  CLIENT,
  createAccount,
  readUser,
  signInWithProvider,
} from '@toolmark/backend/tests/support/services/provider-sign-in.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createEmail, PASSWORD, shareTestBackend } from '../support/backends/backend.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const backend = await shareTestBackend((settings) => {
  settings.auth.external.github = { ...CLIENT, url: provider.url }
})
const moderator = await backend.createMember({ username: 'mona' })
await backend.db
  .asOwner`insert into private.staff (user_id, role) values (${moderator.id}, 'admin')`
afterEach(() => backend.db.asOwner('delete from private.site_settings'))

const set = (changes: object) =>
  moderator.client.rpc('update_site_settings', { changes: changes as never }).throwOnError()
const signUp = async (email: string, password = PASSWORD) => {
  const response = await backend.send('POST', 'auth/v1/signup', { email, password })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const countAccounts = async (email: string) =>
  (await backend.db.asOwner('select id from auth.users where email = $1', [email])).length

test('with invite_only a sign-up answers the same for an unknown address and for one with an account', async () => {
  const member = await backend.createMember()
  const email = createEmail()
  const visitor = backend.createClient()
  expect((await visitor.rpc('is_by_invitation')).data).toBe(false)
  await set({ invite_only: true })
  expect((await visitor.rpc('is_by_invitation')).data).toBe(true)
  const refusal = {
    status: 422,
    body: { code: 422, error_code: 'invitation_required', msg: 'Sign-up is by invitation only.' },
  }
  expect(await signUp(email)).toEqual(refusal)
  expect(await signUp(member.email)).toEqual(refusal)
  expect(await countAccounts(email)).toBe(0)
  expect(backend.readOutbox(email)).toEqual([])
})

test('an invited address signs up in any case of its letters, twice until it is confirmed, and signs in', async () => {
  const email = createEmail()
  await set({ invite_only: true })
  await moderator.client.rpc('invite', { email }).throwOnError()
  expect((await signUp(email.toUpperCase())).status).toBe(200)
  expect((await signUp(email)).status).toBe(200)
  await backend.openMail(email)
  const { data } = await backend.signIn(email)
  expect(data.user?.email).toBe(email)
  expect((await signUp(email)).status).toBe(422)
})

test('with invite_only a mailed code makes no account, and a member gets one', async () => {
  const member = await backend.createMember()
  const email = createEmail()
  await set({ invite_only: true })
  const { auth } = backend.createClient()
  expect(await auth.signInWithOtp({ email })).toMatchObject({ error: null })
  expect(await auth.signInWithOtp({ email: member.email })).toMatchObject({ error: null })
  expect(await countAccounts(email)).toBe(0)
  expect(backend.readOutbox(email)).toEqual([])
  expect(backend.readOutbox(member.email)).toHaveLength(1)
  await moderator.client.rpc('invite', { email }).throwOnError()
  await auth.signInWithOtp({ email })
  expect(backend.readOutbox(email)).toHaveLength(1)
})

test('a blocked domain is refused', async () => {
  const email = `${crypto.randomUUID()}@throwaway.example`
  await set({ blocked_email_domains: ['throwaway.example'] })
  expect(await signUp(email)).toMatchObject({
    status: 422,
    body: { error_code: 'email_address_invalid', msg: 'Please provide a valid email address.' },
  })
  await set({ blocked_email_domains: [] })
  expect((await signUp(email)).status).toBe(200)
})

test('an unconfirmed account gets no mail and opens no link once invite_only is on', async () => {
  const email = createEmail()
  await signUp(email)
  const link = backend.findMailedLink(email)
  await set({ invite_only: true })
  const { auth } = backend.createClient()
  for (const sent of [
    await auth.resetPasswordForEmail(email),
    await auth.signInWithOtp({ email }),
    await auth.resend({ type: 'signup', email }),
  ]) {
    expect(sent.error).toBeNull()
  }
  expect(backend.readOutbox(email)).toHaveLength(1)
  const refused = await fetch(link, { redirect: 'manual' })
  expect(refused.headers.get('location')).toContain('error_code=invitation_required')
  await set({ invite_only: false })
  const opened = await fetch(link, { redirect: 'manual' })
  expect(opened.headers.get('location')).toContain('access_token=')
})

test('a member cannot change to an address of a blocked domain', async () => {
  const member = await backend.createMember()
  await set({ blocked_email_domains: ['throwaway.example'], invite_only: true })
  const blocked = `${crypto.randomUUID()}@throwaway.example`
  expect((await member.client.auth.updateUser({ email: blocked })).error).toMatchObject({
    status: 422,
    code: 'email_address_invalid',
  })
  expect((await member.client.auth.updateUser({ email: createEmail() })).error).toBeNull()
})

test('with invite_only the service key makes accounts without an invitation', async () => {
  await set({ invite_only: true })
  const { email } = await backend.createMember()
  expect(await countAccounts(email)).toBe(1)
})

test('with invite_only an account of a provider needs an invitation, and a member signs in', async () => {
  const member = await backend.createMember()
  await set({ invite_only: true })
  const account = createAccount()
  const signIn = (as = account) => signInWithProvider(backend, provider, as)
  const { fragment } = await signIn()
  expect(Object.fromEntries(fragment)).toMatchObject({
    error: 'access_denied',
    error_code: 'invitation_required',
    error_description: 'Sign-up is by invitation only.',
  })
  const asMember = await signIn(createAccount(member.email))
  expect((await readUser(backend, asMember))?.id).toBe(member.id)
  await moderator.client.rpc('invite', { email: account.email }).throwOnError()
  expect((await readUser(backend, await signIn()))?.email).toBe(account.email)
})
