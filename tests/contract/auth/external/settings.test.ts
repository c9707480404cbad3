// Sign-in with GitHub and Google under other settings: closed sign-up, no confirmations, https.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createEmail,
  openTestBackend,
  PASSWORD,
  startTestBackend,
} from '../../../support/backends/backend.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/databases/database.ts'
import { type FakeProvider, startProvider } from '../../../support/services/provider.ts'
import {
  CLIENT,
  createAccount,
  signInWithProvider,
} from '../../../support/services/provider-sign-in.ts'

let provider: FakeProvider
let db: TestDatabase
beforeAll(async () => {
  provider = await startProvider()
  db = await openTestDatabase()
})
afterAll(() => Promise.all([provider.close(), db.close()]))

test('without confirmations a provider’s account is not linked to an existing email', async () => {
  const open = await openTestBackend(
    (settings) => {
      settings.auth.external.github = { ...CLIENT, url: provider.url }
      settings.auth.email.enable_confirmations = false
    },
    { db },
  )
  const [taken, fresh] = [createEmail(), createEmail()]
  await open.createClient().auth.signUp({ email: taken, password: PASSWORD })
  const signInWith = async (email: string) =>
    (await signInWithProvider(open, provider, 'github', createAccount(email))).fragment
  expect((await signInWith(taken)).get('error_code')).toBe('email_exists')
  expect((await signInWith(fresh)).get('access_token')).toBeTruthy()
})

test('with enable_signup = false a provider signs in only existing members', async () => {
  const closed = await startTestBackend(
    (settings) => {
      settings.auth.enable_signup = false
      settings.auth.external.github = { ...CLIENT, url: provider.url }
    },
    { db },
  )
  const member = await closed.createMember()
  const signInWith = async (email: string) =>
    (await signInWithProvider(closed, provider, 'github', createAccount(email))).fragment
  expect((await signInWith(createEmail())).get('error_code')).toBe('signup_disabled')
  expect((await signInWith(member.email)).get('access_token')).toBeTruthy()
  await closed.close()
})

test('on https the cookie has the prefix __Host- and is Secure', async () => {
  const secure = await startTestBackend(
    (settings) => {
      settings.auth.external.github = { ...CLIENT, url: provider.url }
    },
    { siteUrl: 'https://tools.example', db },
  )
  const { headers } = await fetch(`${secure.url}/auth/v1/authorize?provider=github`, {
    redirect: 'manual',
  })
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-toolmark-oauth=[^;]+;/)
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax'])
    expect(cookie).toContain(part)
  await secure.close()
})
