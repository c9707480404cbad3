// The process of a site ends by SIGKILL during removals and while it sends queued emails.
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { MAILS_AT_ONCE } from '@toolmark/backend/mail/mailer.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import {
  findFreePort,
  listenLocally,
} from '@toolmark/backend/tests/support/services/local-server.ts'
import { answerSmtp } from '@toolmark/backend/tests/support/services/smtp.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { createEmail, PASSWORD } from '../support/backends/backend.ts'
import {
  addMember,
  createMemberClient,
  createServiceClient,
  createTemporaryFolder,
  type Site,
  startSite,
} from '../support/sites/site.ts'

type Client = SupabaseClient<Database>
type Connection = Awaited<ReturnType<typeof openPostgres>>

/** `npm run soak` runs a hundred on either engine. Without it PGlite, whose start takes longer, is left out. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (inject('engine') === 'postgres' ? 1 : 0))
const TOOLS = 4
const REVIEWS = 8

const { folder, remove } = createTemporaryFolder()
let environment: { DATA_DIR: string; DATABASE_URL?: string }
let drop = async () => {}
let running: Site | undefined
beforeAll(async () => {
  environment = { DATA_DIR: join(folder, 'data') }
  if (inject('engine') === 'pglite') return
  const copy = await createPostgresCopy()
  drop = copy.drop
  environment.DATABASE_URL = copy.url
})
afterAll(async () => {
  await running?.stop()
  await drop()
  remove()
})

/** Adds tools with reviews, votes and a launch. @returns the ids of the tools */
async function addTools(service: Client): Promise<string[]> {
  const [voter = '', ...people] = await Promise.all(
    Array.from({ length: REVIEWS + 1 }, async () => {
      const email = createEmail()
      const { data } = await service.auth.admin.createUser({ email, email_confirm: true })
      return data.user?.id ?? ''
    }),
  )
  const row = (name: string) => ({ name, slug: '', description: 'd', category: 'HR' })
  const { data: tools } = await service
    .from('tools')
    .insert(Array.from({ length: TOOLS }, (_, index) => row(`Tool ${index}`)))
    .select('id')
    .throwOnError()
  const text = { rating: 4, title: 'It boils', content: 'Not once did it drip.' }
  const { data: reviews } = await service
    .from('reviews')
    .insert(tools.flatMap(({ id }) => people.map((user_id) => ({ ...text, tool_id: id, user_id }))))
    .select('id')
    .throwOnError()
  await service
    .from('review_helpful_votes')
    .insert(reviews.map(({ id }) => ({ review_id: id, user_id: voter })))
    .throwOnError()
  await service
    .from('product_launches')
    .insert(
      tools.map(({ id }) => ({
        tool_id: id,
        user_id: voter,
        tagline: 'Boils today',
        launch_date: '2026-01-01',
      })),
    )
    .throwOnError()
  return tools.map(({ id }) => id)
}

async function readContent(service: Client) {
  const [tools, reviews, votes, launches] = await Promise.all([
    service.from('tools').select('*').order('id').throwOnError(),
    service.from('reviews').select('*').order('id').throwOnError(),
    service.from('review_helpful_votes').select('*').order('id').throwOnError(),
    service.from('product_launches').select('*').order('id').throwOnError(),
  ])
  return { tools: tools.data, reviews: reviews.data, votes: votes.data, launches: launches.data }
}

const moderate = (client: Client, tool: string, action: 'remove' | 'restore') =>
  client.rpc('moderate', {
    subject_type: 'tool',
    subject_id: tool,
    action,
    ...(action === 'remove'
      ? { reason: 'spam', explanation: 'It advertises another product and says nothing itself.' }
      : {}),
  })

/** Removes and restores a tool until the server is killed: then a request gets no answer. */
async function moderateUntilKilled(client: Client, tool: string, onDecided: () => void) {
  for (let count = 0; ; count += 1) {
    const { error, status } = await moderate(client, tool, count % 2 === 0 ? 'remove' : 'restore')
    if (status === 0 || status >= 500) return
    if (error) throw error
    onDecided()
  }
}

test.runIf(ROUNDS > 0)(
  'after each kill during removals every tool is complete in one place, and comes back unchanged',
  async () => {
    let before: Awaited<ReturnType<typeof readContent>> | undefined
    let tools: string[] = []
    let email = ''
    let decided = 0
    for (let round = 0; round <= ROUNDS; round += 1) {
      const site = await startSite(environment)
      running = site
      const service = await createServiceClient(site)
      if (!before) {
        tools = await addTools(service)
        email = await addMember(site, { username: 'mona' })
        await service.rpc('set_staff_role', { username: 'mona', role: 'admin' }).throwOnError()
        before = await readContent(service)
      }
      const { client } = await createMemberClient(site, email)
      const found = await readContent(service)
      for (const tool of tools) {
        const isListed = found.tools.some(({ id }) => id === tool)
        const reviews = found.reviews.filter(({ tool_id }) => tool_id === tool)
        const launches = found.launches.filter(({ tool_id }) => tool_id === tool)
        expect([reviews.length, launches.length]).toEqual(isListed ? [REVIEWS, 1] : [0, 0])
        if (!isListed) await moderate(client, tool, 'restore').throwOnError()
      }
      expect(await readContent(service)).toEqual(before)
      if (round === ROUNDS) {
        await site.stop()
        break
      }
      const decidedBefore = decided
      const working = tools.map((tool) =>
        moderateUntilKilled(client, tool, () => {
          decided += 1
        }),
      )
      await expect.poll(() => decided, { timeout: 30_000 }).toBeGreaterThan(decidedBefore + 3)
      await pause((37 * round) % 200)
      await site.stop('SIGKILL')
      await Promise.all(working)
    }
    console.info(`${ROUNDS} kills during ${decided} removals and restores of ${TOOLS} tools`)
  },
  3_600_000,
)

/** A mail server that accepts two mails. To later ones it answers nothing; `held` waits for all that a site sends at once. */
function createMailServer(mails: string[]): { server: Server; held: Promise<void> } {
  let holding = 0
  const { promise: held, resolve: setHeld } = Promise.withResolvers<void>()
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    const write = socket.write.bind(socket)
    socket.write = ((text: string) => {
      if (!text.startsWith('250 accepted') || mails.length <= 2) return write(text)
      holding += 1
      if (holding === MAILS_AT_ONCE) setHeld()
      return true
    }) as typeof socket.write
    answerSmtp(socket, mails)
  })
  return { server, held }
}

/** A mail gateway opens every link of a mail before its reader sees it. */
async function expectLinkToNeedItsButton(
  mail: string,
  siteUrl: string,
  signIn: () => Promise<string | undefined>,
): Promise<void> {
  // Quoted-printable breaks lines.
  const [link = ''] =
    /http\S+\/auth\/confirm\?\S+/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? []
  const { pathname, search } = new URL(link)
  // The site has another port after its start.
  for (const _gateway of [1, 2]) {
    const page = await fetch(siteUrl + pathname + search)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('<form method="get" action="/auth/v1/verify">')
  }
  expect(await signIn()).toBe('email_not_confirmed')
  await fetch(`${siteUrl}/auth/v1/verify${search}`, { redirect: 'manual' })
  expect(await signIn()).toBeUndefined()
}

test.runIf(inject('engine') === 'postgres')(
  'a site that is killed before the mail server takes an email, and after some were sent and before that is recorded, loses none and repeats those that it was sending',
  async () => {
    const mails: string[] = []
    const { server: holding, held } = createMailServer(mails)
    const taking = createServer((socket) => {
      socket.on('error', () => {})
      answerSmtp(socket, mails)
    })
    const port = await findFreePort()
    const withMail = {
      ...environment,
      DATA_DIR: join(folder, 'mail'),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    }
    const database = await openPostgres(environment.DATABASE_URL ?? '')
    const start = async () => {
      // The emails that an earlier site had taken are due in a minute.
      await database.asOwner('update private.email_queue set due_at = now() where sent_at is null')
      running = await startSite(withMail)
      return running
    }
    try {
      await database.asOwner('delete from private.email_queue')
      const first = await start()
      const { anonKey } = await openKeys(join(withMail.DATA_DIR, 'keys.json'))
      const createVisitor = ({ url }: Site) =>
        createClient(url, anonKey, { auth: { persistSession: false } })
      const email = 'ana@people.example'
      const signUp = await createVisitor(first).auth.signUp({ email, password: PASSWORD })
      expect(signUp.error).toBeNull()
      await first.stop('SIGKILL')
      const [queued] = await database.asOwner(
        "select data::text from private.email_queue where kind = 'account'",
      )
      expect(queued?.data).toMatch(/^\{"sealed": "[\w+/=]+"\}$/)

      await queueFiveEmails(database)
      await listenLocally(holding, port)
      const second = await start()
      await held
      await second.stop('SIGKILL')
      holding.close()

      await listenLocally(taking, port)
      const third = await start()
      const recipients = () => mails.map((mail) => /^To: (\w+)@/m.exec(mail)?.[1]).sort()
      await expect.poll(recipients, { timeout: 20_000 }).toHaveLength(6 + MAILS_AT_ONCE)
      const people = ['ana', 'rita1', 'rita2', 'rita3', 'rita4', 'rita5']
      expect([...new Set(recipients())]).toEqual(people)
      const toRita = mails.find((mail) => mail.includes('To: rita1@')) ?? ''
      expect(toRita).toMatch(/^List-Unsubscribe:\s+<http:\S+\/unsubscribe\?token=follower-\S+>\r$/m)
      expect(toRita).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
      const toAna = mails.find((mail) => mail.includes(`To: ${email}`)) ?? ''
      await expectLinkToNeedItsButton(toAna, third.url, async () => {
        const { auth } = createVisitor(third)
        return (await auth.signInWithPassword({ email, password: PASSWORD })).error?.code
      })
      const waiting = "select id from private.email_queue where sent_at is null or kind = 'account'"
      await expect.poll(() => database.asOwner(waiting)).toEqual([])
      await third.stop()
      expect(mails).toHaveLength(6 + MAILS_AT_ONCE)
    } finally {
      holding.close()
      taking.close()
      await database.close()
    }
  },
  120_000,
)

/** Pat follows five members, who want their emails at once. */
async function queueFiveEmails(database: Connection): Promise<void> {
  await database.asOwner(
    `insert into auth.users (email, email_confirmed_at)
     select name || '@people.example', now() from unnest('{pat,rita1,rita2,rita3,rita4,rita5}'::text[]) as name`,
  )
  const ritas = "auth.users u where u.email like 'rita%'"
  await database.asOwner(
    `insert into notification_preferences select u.id, 'follower', 'immediately' from ${ritas}`,
  )
  await database.asOwner(
    `insert into user_follows (follower_id, following_id)
     select p.id, u.id from auth.users p, ${ritas} and p.email like 'pat@%'`,
  )
  await database.asOwner(
    `insert into notifications (user_id, kind, subject_type, subject_id)
     select u.id, 'follower', 'profile', p.id from auth.users p, ${ritas} and p.email like 'pat@%'`,
  )
}
