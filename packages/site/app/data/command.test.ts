import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  createClient,
} from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { requireUserId, sendCommand, toCommandError } from './command.ts'
import {
  CommandError,
  describeFailure,
  type FailureReason,
  ignoreConflict,
} from './command-error.ts'

/** Creates a supabase-js client whose `fetch` returns the same response to every request. */
const createStubbedClient = (fetch: typeof globalThis.fetch) =>
  createClient('http://site.example', 'key', {
    global: { fetch },
    auth: { persistSession: false, autoRefreshToken: false },
  })
const createAnsweredClient = (status: number, body: object) =>
  createStubbedClient(() => Promise.resolve(Response.json(body, { status })))
const offlineClient = createStubbedClient(() => Promise.reject(new TypeError('Failed to fetch')))

const catchFailure = (command: Promise<unknown>) =>
  command.then(
    () => undefined,
    (error: unknown) => error as CommandError,
  )

const insert = (client: typeof offlineClient) =>
  catchFailure(sendCommand(client.from('reviews').insert({ title: 'x' })))
const signIn = (client: typeof offlineClient) =>
  catchFailure(sendCommand(client.auth.signInWithPassword({ email: 'a@x.example', password: 'p' })))
const upload = (client: typeof offlineClient) =>
  catchFailure(sendCommand(client.storage.from('avatars').upload('a/b.webp', new Blob(['x']))))

describe('sendCommand with PostgREST', () => {
  it.each<[number, string, string, FailureReason, string?]>([
    [409, '23505', 'duplicate key value violates unique constraint "one_review"', 'conflict'],
    [401, 'PGRST303', 'JWT expired', 'signed-out'],
    [401, '42501', 'permission denied for table reviews', 'signed-out'],
    [404, 'PT404', 'We could not find it.', 'refused', 'We could not find it.'],
    [409, 'PT409', 'It has been decided.', 'refused', 'It has been decided.'],
    [429, 'PT429', "Today's limit is reached.", 'rate-limited', "Today's limit is reached."],
    [
      400,
      '23514',
      'Launch date cannot be in the past',
      'refused',
      'Launch date cannot be in the past',
    ],
    [400, 'P0001', 'No such word.', 'refused', 'No such word.'],
    [400, '22000', 'at secret.ts', 'refused'],
    [400, '23514', 'new row for relation "reviews" violates check constraint "title"', 'refused'],
    [403, '42501', 'new row violates row-level security policy for table "reviews"', 'refused'],
    [406, 'PGRST116', 'Cannot coerce the result to a single JSON object', 'refused'],
    [500, 'XX000', 'at secret.ts:12', 'unexpected'],
    [503, '53100', 'The disk is full.', 'unexpected', 'The disk is full.'],
  ])(
    'sendCommand with an answer %s %s "%s" fails with %s',
    async (status, code, message, reason, publicMessage) => {
      const failure = await insert(
        createAnsweredClient(status, { code, message, details: null, hint: null }),
      )
      expect(failure).toMatchObject({ reason, code, message, publicMessage })
    },
  )

  it('sendCommand with an answer 200 returns its data', async () => {
    const reviews = createAnsweredClient(200, [{ id: 1 }]).from('reviews')
    expect(await sendCommand(reviews.select('id'))).toEqual([{ id: 1 }])
  })
})

describe('sendCommand with auth', () => {
  it.each<[number, string, FailureReason, string?]>([
    [400, 'invalid_credentials', 'refused', 'No'],
    [400, 'email_address_invalid', 'refused', 'No'],
    [403, 'session_not_found', 'signed-out'],
    [403, 'bad_jwt', 'signed-out', 'No'],
    [403, 'user_not_found', 'signed-out', 'No'],
    [422, 'user_already_exists', 'conflict', 'No'],
    [422, 'email_exists', 'conflict', 'No'],
    [422, 'same_password', 'refused', 'No'],
    [429, 'over_request_rate_limit', 'rate-limited', 'No'],
    [500, 'unexpected_failure', 'unexpected'],
  ])(
    'sendCommand with an answer %s %s fails with %s',
    async (status, code, reason, publicMessage) => {
      const failure = await signIn(
        createAnsweredClient(status, { error_code: code, code, msg: 'No' }),
      )
      expect(failure?.reason).toBe(reason)
      if (publicMessage) expect(failure).toMatchObject({ code, publicMessage })
    },
  )

  it('toCommandError with a weak password returns the message of the server', () => {
    const failure = toCommandError(new AuthWeakPasswordError('weak', 422, ['length']))
    expect(failure).toMatchObject({ reason: 'refused', publicMessage: 'weak' })
  })

  it('toCommandError with a missing session or a refused refresh token returns signed-out', () => {
    expect(toCommandError(new AuthSessionMissingError()).reason).toBe('signed-out')
    const used = new AuthApiError('used', 400, 'refresh_token_already_used')
    expect(toCommandError(used).reason).toBe('signed-out')
  })

  it('toCommandError with an error of the server returns unexpected, and no public message', () => {
    const failure = toCommandError(new AuthRetryableFetchError('at secret.ts:12', 503))
    expect(failure).toMatchObject({ reason: 'unexpected', publicMessage: undefined })
  })
})

describe('sendCommand with storage', () => {
  it.each<[number, string, FailureReason, string?]>([
    [401, 'InvalidJWT', 'signed-out'],
    [413, 'EntityTooLarge', 'refused', 'Too much.'],
    [429, 'TooManyRequests', 'rate-limited', 'Too much.'],
    [503, 'insufficient_storage', 'unexpected', 'Too much.'],
    [403, 'AccessDenied', 'refused'],
    [500, 'InternalError', 'unexpected'],
  ])(
    'sendCommand with an answer %s %s fails with %s',
    async (status, code, reason, publicMessage) => {
      const failure = await upload(createAnsweredClient(status, { code, message: 'Too much.' }))
      expect(failure).toMatchObject({ reason, publicMessage })
    },
  )
})

it.each([
  ['PostgREST', insert],
  ['auth', signIn],
  ['storage', upload],
])('sendCommand with %s offline fails with offline, and no public message', async (_name, send) => {
  const failure = await send(offlineClient)
  expect(failure).toMatchObject({ reason: 'offline', publicMessage: undefined })
  expect(failure && describeFailure(failure)).toMatch(/^Couldn't reach the site\./)
})

it('requireUserId without a session fails with signed-out', async () => {
  expect(await catchFailure(requireUserId(offlineClient))).toMatchObject({ reason: 'signed-out' })
})

it('ignoreConflict ignores a conflict and throws every other error', () => {
  expect(() => ignoreConflict(new CommandError('conflict'))).not.toThrow()
  expect(() => ignoreConflict(new CommandError('refused'))).toThrow()
  expect(() => ignoreConflict(new Error('other'))).toThrow('other')
})
