// The jobs of a running site: emails arrive, and pictures of removed content are no longer public.
// tests/engine/killed-jobs.test.ts kills the process meanwhile. The commands `staff` and
// `keys rotate` beside it.
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import type { SentMail } from '@toolmark/backend/mail/mailer.ts'
import { openSocket } from '@toolmark/backend/tests/support/backends/realtime.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { PASSWORD } from '../support/backends/backend.ts'
import { addCompany, addReview, addTool } from '../support/backends/content.ts'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import {
  addMember,
  createMember,
  createServiceClient,
  createTemporaryFolder,
  runCommand,
  type Site,
  startSite,
} from '../support/sites/site.ts'

type Member = Awaited<ReturnType<typeof createMember>>

const { folder, remove } = createTemporaryFolder()
const DATABASE_URL = await sharePostgresCopy()
let site: Site
let moderator: Member
let author: Member
let tool: string
beforeAll(async () => {
  site = await startSite({ DATA_DIR: join(folder, 'data'), DATABASE_URL })
  moderator = await createMember(site, { username: 'mona' })
  author = await createMember(site, { username: 'ana' })
  tool = await addTool({ client: await createServiceClient(site) }, { name: 'Kettle' })
})
afterAll(async () => {
  await site.stop()
  remove()
})

/** @returns the exit code and the output of the command, of both streams */
async function run(command: string, args: string[] = [], environment = {}) {
  const env = { DATA_DIR: site.dataDir, PORT: new URL(site.url).port, ...environment }
  const { code, output, errors } = await runCommand([...command.split(' '), ...args], env)
  return { code, output: output + errors }
}

const staff = (...args: string[]) => run('staff', args)

test('toolmark staff appoints, lists and removes members of the running site, and refuses with one line', async () => {
  expect((await staff('list')).output).toMatch(/^The site has no staff/)
  expect(await staff('add', 'mona', 'admin')).toEqual({
    code: 0,
    output: 'mona is an administrator now.',
  })
  const refusals = [
    [
      ['remove', 'mona'],
      'The site needs at least one administrator. Make someone else an administrator first.',
    ],
    [['remove', 'ana'], 'ana is not a member of staff.'],
    [['add', 'mona'], expect.stringMatching(/^usage: toolmark staff .*$/)],
  ] as const
  const answers = await Promise.all(refusals.map(([args]) => staff(...args)))
  expect(answers).toEqual(refusals.map(([, output]) => ({ code: 1, output })))
  expect((await staff('list')).output).toMatch(/^mona {2}admin {6}since \d{4}-\d\d-\d\d$/)
  expect((await staff('add', 'ana', 'moderator')).code).toBe(0)
  expect((await staff('remove', 'Ana')).output).toBe('ana is not a member of staff anymore.')
})

const readOutbox = async (to: string): Promise<SentMail[]> =>
  (await (await fetch(`${site.url}/_/outbox.json?to=${to}`)).json()) as SentMail[]

test('reporter and author get their emails, with the links of the report and the decision', async () => {
  const review = await addReview(author, tool)
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const visitor = createClient<Database>(site.url, anonKey, { auth: { persistSession: false } })
  const { data: report } = await visitor
    .rpc('submit_report', {
      subject_type: 'review',
      subject_id: review,
      reason: 'spam',
      reporter_name: 'Rita',
      reporter_email: 'rita@people.example',
    })
    .throwOnError()
  const { number, key } = report as { number: number; key: string }
  await expect.poll(() => readOutbox('rita@people.example')).toHaveLength(1)
  const [receipt] = await readOutbox('rita@people.example')
  expect(receipt?.subject).toBe(`We received your report ${number}`)
  expect(receipt?.text).toContain(`${site.url}/report/${number}?key=${key}\n`)

  const explanation = 'It advertises another product and says nothing about this one.'
  const { data: decision } = await moderator.client
    .rpc('moderate', {
      subject_type: 'review',
      subject_id: review,
      action: 'remove',
      reason: 'spam',
      explanation,
    })
    .throwOnError()
  await expect.poll(() => readOutbox(author.email)).toHaveLength(1)
  const [mail] = await readOutbox(author.email)
  expect(mail?.subject).toBe(`Moderation decision ${decision} about your review`)
  for (const part of [explanation, 'Reason: Spam', 'What led to it: a report', 'you can appeal'])
    expect(mail?.text).toContain(part)
  expect(mail?.text).toContain(`${site.url}/moderation-log/${decision}\n`)
  await expect.poll(() => readOutbox('rita@people.example')).toHaveLength(2)
  const [outcome] = await readOutbox('rita@people.example')
  expect(outcome?.subject).toBe(`Our decision on your report ${number}`)
  expect(outcome?.text).toContain('We removed the review “It boils” of Kettle.')
  const metrics = await (await fetch(`${site.url}/_/metrics`)).text()
  expect(metrics).toContain('toolmark_queued_emails_total{outcome="sent"} 3')
})

test('the picture of a removed profile is gone in all sizes within 10 s, and is back with it', async () => {
  const { default: sharp } = await import('sharp')
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const path = `${author.id}/1.png`
  const avatars = author.client.storage.from('avatars')
  await avatars.upload(path, new Blob([new Uint8Array(png)], { type: 'image/png' }))
  const { publicUrl } = avatars.getPublicUrl(path).data
  await author.client
    .from('profiles')
    .update({ avatar_url: publicUrl })
    .eq('user_id', author.id)
    .throwOnError()
  const resized = `${site.url}/pictures/stored/avatars/${path}?width=64`
  const statuses = () =>
    Promise.all([publicUrl, resized].map(async (url) => (await fetch(url)).status))
  expect(await statuses()).toEqual([200, 200])
  const decide = (action: string, reason?: string) =>
    moderator.client
      .rpc('moderate', {
        subject_type: 'profile',
        subject_id: author.id,
        action,
        ...(reason
          ? { reason, explanation: 'The picture shows somebody else without consent.' }
          : {}),
      })
      .throwOnError()
  await decide('remove', 'personal_data')
  await expect.poll(statuses).toEqual([404, 404])
  await decide('restore')
  await expect.poll(statuses).toEqual([200, 200])
})

test('a reply sends one email, whose link stops these emails by a POST without cookies, and not by opening it', async () => {
  const service = await createServiceClient(site)
  const reviewer = await createMember(site)
  const { client: maker } = moderator
  const company_id = await addCompany(moderator, 'Pots')
  const makeTool = async (name: string) => {
    const claimed = await addTool({ client: service }, { name })
    const claim = { tool: claimed, company: company_id }
    const { data } = await maker.rpc('start_tool_claim', claim).throwOnError()
    await service
      .rpc('record_claim_check', { claim: data.claim, found: true, detail: '', method: 'dns' })
      .throwOnError()
    return claimed
  }
  const reply = async (name: string) => {
    const tool_id = await makeTool(name)
    const review_id = await addReview(reviewer, tool_id)
    await maker
      .from('review_replies')
      .insert({ review_id, tool_id, company_id, content: 'Thank you very much.' })
      .throwOnError()
  }
  await reply('Teapot')
  await expect.poll(() => readOutbox(reviewer.email)).toHaveLength(1)
  const [mail] = await readOutbox(reviewer.email)
  expect(mail?.subject).toBe('Pots replied to your review of Teapot')
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const link = /^<(http.*)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''

  const read = async (init?: RequestInit, address = link) => {
    const response = await fetch(address, init)
    return {
      status: response.status,
      store: response.headers.get('cache-control'),
      text: await response.text(),
    }
  }
  for (const init of [{ method: 'HEAD' }, {}, {}]) {
    expect(await read(init)).toMatchObject({ status: 200, store: 'no-store' })
  }
  const asked = await read()
  expect(asked.text).toContain('Stop emails about replies to your reviews?')
  expect(asked.text).toMatch(/<form method="post"[^>]*><button/)
  const choices = () => service.from('notification_preferences').select('kind, email')
  expect((await choices().eq('user_id', reviewer.id)).data).toEqual([])
  const foreign = { Origin: 'https://other.example' }
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await read({ method: 'POST', body, headers: foreign })).status).toBe(403)
  const stopped = await read({ method: 'POST', body })
  expect(stopped.status).toBe(200)
  expect(stopped.text).toContain('You get no more emails about replies to your reviews')
  expect((await choices().eq('user_id', reviewer.id)).data).toEqual([
    { kind: 'reply', email: 'never' },
  ])
  await reply('Samovar')
  // The email of the review, which comes before, arrives; that of the reply would come after it.
  await expect
    .poll(async () => (await readOutbox(moderator.email)).map(({ subject }) => subject))
    .toContain('New review of Samovar: 4 of 5')
  expect(await readOutbox(reviewer.email)).toHaveLength(1)

  const undo = new URLSearchParams({ previous: JSON.stringify({ reply: null }) })
  const undone = await read({ method: 'POST', body: undo, headers: { Origin: site.url } })
  expect(undone.text).toContain('You get emails about replies to your reviews again')
  expect((await choices().eq('user_id', reviewer.id)).data).toEqual([])
  for (const init of [{}, { method: 'POST', body }]) {
    const wrong = await read(init, `${site.url}/unsubscribe?token=reply-1`)
    expect(wrong).toMatchObject({ status: 404, store: 'no-store' })
    expect(wrong.text).toContain('This link does not work')
  }
})

// After the other tests, because it restarts the site.
test('keys:rotate: old tokens, new tokens and the permanent keys are valid, also after a restart', async () => {
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const client = () =>
    createClient(site.url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = await addMember(site)
  const { auth } = client()
  const before = (await auth.signInWithPassword({ email, password: PASSWORD })).data.session
  const kidOf = (token = '') =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string

  const { output } = await run('keys rotate')
  const kid = /signed with the key (\S+) from now on/.exec(output)?.[1] ?? ''
  const jwks = await (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json()
  const kids = (jwks as { keys: { kid: string }[] }).keys.map((key) => key.kid)
  expect(kids).toEqual([kid, kidOf(before?.access_token)])

  expect((await client().auth.getUser(before?.access_token)).error).toBeNull()
  const { data } = await auth.refreshSession()
  expect(kidOf(data.session?.access_token)).toBe(kid)
  expect((await auth.getClaims()).error).toBeNull()

  await site.stop()
  site = await startSite({ DATA_DIR: site.dataDir, DATABASE_URL })
  for (const token of [before?.access_token, data.session?.access_token]) {
    expect((await client().auth.getUser(token)).error).toBeNull()
  }
  const { admin } = (await createServiceClient(site)).auth
  expect((await admin.listUsers()).error).toBeNull()
})

test('keys:rotate with --service: the previous service key is invalid immediately, also in open sockets', async () => {
  const admin = async () => (await createServiceClient(site)).auth.admin
  const before = await admin()
  expect((await before.listUsers()).error).toBeNull()
  const { anonKey, serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const joinAsService = async (apikey: string) => {
    const socket = await openSocket({ url: site.url, anonKey: apikey })
    const config = {
      private: true,
      postgres_changes: [{ event: '*', schema: 'public', table: 'notifications' }],
    }
    socket.send('1', '1', 'realtime:all', 'phx_join', { config, access_token: serviceKey })
    expect((await socket.next())?.[4]).toMatchObject({ status: 'ok' })
    return socket
  }
  const [own, ofVisitor] = [await joinAsService(serviceKey), await joinAsService(anonKey)]
  const findEnd = async ({ next }: typeof own) => {
    for (let message = await next(); message; message = await next()) {
      if (message[3] === 'phx_close') return
    }
  }
  const ends = [own.closed, findEnd(ofVisitor)]
  expect(await run('keys rotate', ['--service'])).toMatchObject({ code: 0 })
  expect((await before.listUsers()).error?.code).toBe('bad_jwt')
  expect((await (await admin()).listUsers()).error).toBeNull()
  await Promise.all(ends)
  ofVisitor.socket.terminate()
})

test.each([
  [{ JWT_SECRET: 'a shared secret of more than 32 characters' }, /^JWT_SECRET is set/],
  [{ DATA_DIR: join(folder, 'nowhere') }, /^there is no .*keys\.json yet/],
])('keys:rotate with %o ends with one line', async (environment, line) => {
  const { code, output } = await run('keys rotate', [], environment)
  expect([code, output]).toEqual([1, expect.stringMatching(line)])
  expect(output.split('\n')).toHaveLength(1)
})
