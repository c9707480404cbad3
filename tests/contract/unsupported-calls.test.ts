// Calls of supabase-js that docs/contract.md lists as not supported return a clear error.
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend((settings) => {
  settings.storage.buckets.papers = { public: true }
})
const service = createClient(backend.url, backend.serviceKey, { auth: { persistSession: false } })
const member = await backend.createMember()

const getAuth = () => member.client.auth
const getBucket = () => service.storage.from('papers')
const NO_ROUTE = [404, 'no Route matched with those values']

interface Result {
  error: { status?: number | undefined; message: string } | null
}

test.each<[string, () => Promise<Result>, unknown[]]>([
  [
    'linkIdentity',
    () => getAuth().linkIdentity({ provider: 'github' }),
    [404, 'Manual linking is disabled'],
  ],
  [
    'signInWithSSO',
    () => getAuth().signInWithSSO({ domain: 'x.example' }),
    [404, 'SAML 2.0 is disabled'],
  ],
  [
    'signInWithIdToken',
    () => backend.createClient().auth.signInWithIdToken({ provider: 'google', token: 'x' }),
    [400, 'Provider "google" is not enabled'],
  ],
  [
    'signInAnonymously',
    () => backend.createClient().auth.signInAnonymously(),
    [422, 'Anonymous sign-ins are disabled'],
  ],
  [
    'download with a transform',
    () => getBucket().download('a.png', { transform: { width: 10 } }),
    NO_ROUTE,
  ],
])('%s is refused', async (_label, call, expected) => {
  const { error } = await call()
  expect([error?.status, error?.message]).toEqual(expected)
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
