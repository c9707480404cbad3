// What docs/contract.md calls not there is refused with a clear answer, through the official client.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
let service: Person['client']
let person: Person
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.storage.buckets.papers = { public: true }
  })
  service = createClient(backend.url, backend.serviceKey, { auth: { persistSession: false } })
  person = await backend.person()
})
afterAll(() => backend.close())

const auth = () => person.client.auth
const papers = () => service.storage.from('papers')
const NO_ROUTE = [404, 'no Route matched with those values']

interface Answer {
  error: { status?: number | undefined; message: string } | null
}

test.each<[string, () => Promise<Answer>, unknown[]]>([
  ['reauthenticate', () => auth().reauthenticate(), NO_ROUTE],
  ['linkIdentity', () => auth().linkIdentity({ provider: 'github' }), NO_ROUTE],
  ['signInWithSSO', () => auth().signInWithSSO({ domain: 'x.example' }), NO_ROUTE],
  [
    'signInWithIdToken',
    () => backend.client().auth.signInWithIdToken({ provider: 'google', token: 'x' }),
    [400, 'unsupported_grant_type'],
  ],
  [
    'signInAnonymously',
    () => backend.client().auth.signInAnonymously(),
    [400, 'You must provide either an email or phone number and a password'],
  ],
  [
    'verifyOtp of an invitation',
    () => backend.client().auth.verifyOtp({ token_hash: 'x', type: 'invite' }),
    [403, 'Email link is invalid or has expired'],
  ],
  [
    'generateLink',
    () => service.auth.admin.generateLink({ type: 'magiclink', email: person.email }),
    NO_ROUTE,
  ],
  ['inviteUserByEmail', () => service.auth.admin.inviteUserByEmail('ana@people.example'), NO_ROUTE],
  ['createSignedUploadUrl', () => papers().createSignedUploadUrl('a.txt'), NO_ROUTE],
  ['uploadToSignedUrl', () => papers().uploadToSignedUrl('a.txt', 'token', 'text'), NO_ROUTE],
  ['listV2', () => papers().listV2(), NO_ROUTE],
  [
    'a picture in another size',
    () => papers().download('a.png', { transform: { width: 10 } }),
    NO_ROUTE,
  ],
])('%s', async (_name, call, answer) => {
  const { error } = await call()
  expect([error?.status, error?.message]).toEqual(answer)
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
