// Calls of supabase-js that docs/contract.md lists as not supported return a clear error.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type TestBackend, type TestMember } from '../support/backends/backend.ts'

let backend: TestBackend
let service: TestMember['client']
let member: TestMember
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.storage.buckets.papers = { public: true }
  })
  service = createClient(backend.url, backend.serviceKey, { auth: { persistSession: false } })
  member = await backend.createMember()
})
afterAll(() => backend.close())

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
