// `npm run backup FILE` and `npm run restore FILE`: a consistent backup of a running site.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { openPostgres } from '../../backend/database/engines/postgres.ts'
import { migrate } from '../../backend/database/migrate.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import type { CopyLine } from '../../server/backup/write-copy.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { PASSWORD } from '../support/backend.ts'
import { seedSite } from '../support/page-cache-fixture.ts'
import { type Cluster, startCluster } from '../support/postgres-cluster.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import {
  addMember,
  createMemberClient,
  type Site,
  startSite,
  temporaryFolder,
} from '../support/site.ts'

const { folder, remove } = temporaryFolder()
let site: Site
let cluster: Cluster
let emails: string[]
/** Removed by the third member. */
const removed = { subject_type: 'tool', subject_id: '' }
beforeAll(async () => {
  // With another HOST than the default, the backup finds the site too.
  site = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'first')), HOST: '127.0.0.2' })
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const service = createClient<Database>(site.url, serviceKey, { auth: { persistSession: false } })
  emails = await Promise.all(Array.from({ length: 5 }, () => addMember(site, PASSWORD)))
  const members = await Promise.all(emails.map((email) => createMemberClient(site, email)))
  const { launches, tools, members: seeded } = await seedSite(service, members)
  removed.subject_id = tools.at(-1)?.id ?? ''
  const [ana, ben, mona] = members
  await ana?.client
    .from('user_follows')
    .insert({ follower_id: ana.id, following_id: ben?.id ?? '' })
    .throwOnError()
  await ana?.client
    .from('launch_upvotes')
    .insert({ launch_id: launches[0] ?? '', user_id: ana.id })
    .throwOnError()
  // A report, a decision and removed content.
  const username = seeded.at(2)?.username ?? ''
  await service.rpc('set_staff_role', { username, role: 'admin' }).throwOnError()
  await ben?.client.rpc('submit_report', { ...removed, reason: 'spam' }).throwOnError()
  const explanation = 'It advertises another product and says nothing about this one.'
  await mona?.client
    .rpc('moderate', { ...removed, action: 'remove', reason: 'spam', explanation })
    .throwOnError()
  cluster = await startCluster()
})
afterAll(async () => {
  await site.stop()
  await cluster.stop()
  remove()
})

function run(command: 'backup' | 'restore', file: string, environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`server/backup/${command}-command.ts`, file],
    {
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    },
  )
  return { status, output: `${stdout}${stderr}`.trim() }
}

/** The rows of a table in a backup. */
function readRows(file: string, table: string): Record<string, unknown>[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  return lines
    .map((line) => JSON.parse(line) as CopyLine)
    .filter((line) => line.table === table)
    .flatMap(({ rows = [] }) => rows as Record<string, unknown>[])
}

/** Counts and figures of a site, to compare two sites. */
async function readState(at: Site, keysFrom = at.dataDir) {
  const { serviceKey } = await openKeys(join(keysFrom, 'keys.json'))
  const service = createClient<Database>(at.url, serviceKey, { auth: { persistSession: false } })
  const { data: figures } = await service.rpc('trust_figures')
  const { count: follows } = await service
    .from('user_follows')
    .select('*', { count: 'exact', head: true })
  const { count: upvotes } = await service
    .from('launch_upvotes')
    .select('*', { count: 'exact', head: true })
  const { data: staff } = await service.rpc('staff_members')
  const { data: decisions } = await service.from('moderation_decisions').select('*')
  const { data: tool } = await service
    .from('tools')
    .select('rating_average, review_count')
    .eq('slug', 'tool-00')
    .single()
  // Figures that count back from today change at midnight.
  const lasting = Object.entries(figures ?? {}).filter(([name]) => !/days|lately|before/.test(name))
  return { tool, figures: lasting, follows, upvotes, staff, decisions }
}

test('a restored backup has the rows, files, keys and passwords of the site at another HOST', async () => {
  const email = await addMember(site, PASSWORD)
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const client = createClient<Database>(site.url, anonKey, { auth: { persistSession: false } })
  const { data: session } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const path = `${session.user?.id}/1.png`
  await client.storage
    .from('avatars')
    .upload(path, new Blob([new Uint8Array(picture)]), { contentType: 'image/png' })

  const before = await readState(site)
  expect(before).toMatchObject({
    ...{ tool: { review_count: 4 }, follows: 1, upvotes: 1 },
    ...{ staff: [{ role: 'admin' }], decisions: [{ action: 'remove', report_count: 1 }] },
  })
  const file = join(folder, 'copy')
  const { status, output } = run('backup', file, { DATA_DIR: site.dataDir })
  expect([status, output]).toEqual([0, expect.stringMatching(/holds \d+ rows$/)])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // A row after the backup, which it must not contain.
  await addMember(site, PASSWORD)

  const expectRestored = async (
    from: string,
    environment: { DATA_DIR: string },
    checkMore: (restored: Site) => Promise<void> = async () => {},
  ) => {
    expect(run('restore', from, environment)).toMatchObject({ status: 0 })
    const restored = await startSite(environment)
    try {
      expect(await readState(restored)).toEqual(before)
      const again = createClient<Database>(restored.url, anonKey, {
        auth: { persistSession: false },
      })
      expect((await again.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
      const seen = await fetch(again.storage.from('avatars').getPublicUrl(path).data.publicUrl)
      expect(Buffer.from(await seen.arrayBuffer()).equals(picture)).toBe(true)
      await checkMore(restored)
    } finally {
      await restored.stop()
    }
    expect(run('restore', from, environment)).toEqual({
      status: 1,
      output: 'there are tools or people already: restore into an empty place',
    })
    // A backup of the restored data, without a running site.
    expect(run('backup', `${from}-again`, environment)).toMatchObject({ status: 0 })
  }
  const onPostgres = {
    DATA_DIR: join(folder, 'restored'),
    DATABASE_URL: cluster.url('postgres'),
  }
  await expectRestored(file, onPostgres)
  // The backup of PostgreSQL is restored into PGlite.
  const home = { DATA_DIR: copyPreparedData(join(folder, 'home-again')) }
  await expectRestored(`${file}-again`, home, async (restored) => {
    const { client: mona } = await createMemberClient(restored, emails[2] ?? '')
    await mona.rpc('moderate', { ...removed, action: 'restore' }).throwOnError()
    const { data: tools } = await mona.from('tools').select('id').eq('id', removed.subject_id)
    expect(tools).toHaveLength(1)
  })
})

test('a backup during writes contains complete changes only', async () => {
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const service = createClient<Database>(site.url, serviceKey, { auth: { persistSession: false } })
  const { data: created } = await service.auth.admin.createUser({
    email: `${crypto.randomUUID()}@people.example`,
    email_confirm: true,
  })
  const acknowledged: string[] = []
  let isDone = false
  const write = async () => {
    while (!isDone) {
      const name = `Busy ${crypto.randomUUID()}`
      const row = { name, slug: '', description: 'd', category: 'HR' }
      const tool = await service.from('tools').insert(row).select('id').single()
      const review = await service.from('reviews').insert({
        tool_id: tool.data?.id ?? '',
        user_id: created.user?.id ?? '',
        rating: 4,
        title: 'busy',
        content: 'Long enough.',
      })
      expect([tool.error, review.error]).toEqual([null, null])
      acknowledged.push(name)
    }
  }
  const writing = Promise.all([write(), write(), write()])
  await expect.poll(() => acknowledged.length).toBeGreaterThan(3)
  const before = [...acknowledged]
  const file = join(folder, 'busy')
  await promisify(execFile)(process.execPath, ['server/backup/backup-command.ts', file], {
    env: { PATH: process.env.PATH, DATA_DIR: site.dataDir },
  })
  isDone = true
  await writing

  const environment = { DATA_DIR: copyPreparedData(join(folder, 'restored-busy')) }
  expect(run('restore', file, environment)).toMatchObject({ status: 0 })
  const tools = readRows(file, 'tools').filter(({ name }) => String(name).startsWith('Busy '))
  const reviews = readRows(file, 'reviews').filter(({ title }) => title === 'busy')
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(before))
  expect(tools.reduce((sum, tool) => sum + Number(tool.review_count), 0)).toBe(reviews.length)
})

test('restore refuses a truncated backup and leaves no data', async () => {
  const file = join(folder, 'whole')
  run('backup', file, { DATA_DIR: site.dataDir })
  const whole = readFileSync(file)
  writeFileSync(join(folder, 'cut'), whole.subarray(0, whole.length / 2))
  const environment = { DATA_DIR: join(folder, 'refused') }
  const { status, output } = run('restore', join(folder, 'cut'), environment)
  expect([status, output]).toEqual([1, 'the copy is damaged or not whole'])
  expect(run('restore', file, environment)).toMatchObject({ status: 0 })
})

test('restore refuses a running site, and the control server refuses the service key', async () => {
  expect(run('restore', join(folder, 'whole'), { DATA_DIR: site.dataDir })).toMatchObject({
    status: 1,
    output: expect.stringContaining('is in use by another process'),
  })
  // The control server accepts its own token only, not the service key.
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const { url } = JSON.parse(readFileSync(join(site.dataDir, 'address'), 'utf8')) as { url: string }
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serviceKey}` },
    body: JSON.stringify({ file: join(folder, 'stolen') }),
  })
  expect(response.status).toBe(401)
})

test('backup does not migrate a database, and creates nothing in an empty one', async () => {
  const admin = await openPostgres(cluster.url('postgres'))
  for (const name of ['other', 'empty']) await admin.asOwner(`create database ${name}`)
  await admin.close()
  const later = join(folder, 'later')
  cpSync(MIGRATIONS, later, { recursive: true })
  writeFileSync(
    join(later, '29990101000000_licenses.sql'),
    'create table public.licenses (name text)',
  )
  const other = await openPostgres(cluster.url('other'))
  await migrate(other, later)
  const state = () =>
    other.asOwner(
      `select (select array_agg(version order by 1) from supabase_migrations.schema_migrations) as versions,
         (select count(*) from pg_class) as relations, (select count(*) from pg_proc) as functions`,
    )
  const before = await state()
  const file = join(folder, 'of-other')
  const DATA_DIR = join(folder, 'no-folder')
  expect(run('backup', file, { DATA_DIR, DATABASE_URL: cluster.url('other') }).output).toMatch(
    /holds \d+ rows$/,
  )
  expect(await state()).toEqual(before)
  await other.close()
  const [first = ''] = gunzipSync(readFileSync(file)).toString().split('\n')
  expect(JSON.parse(first)).toEqual({ toolmark: 1, migrations: before[0]?.versions })

  const DATABASE_URL = cluster.url('empty')
  const databases: Record<string, string>[] = [{}, { DATABASE_URL }]
  for (const database of databases) {
    expect(run('backup', `${file}-not`, { DATA_DIR, ...database })).toEqual({
      status: 1,
      output: expect.stringMatching(/^\S+( database)? holds no site$/),
    })
  }
  expect([existsSync(DATA_DIR), existsSync(`${file}-not`)]).toEqual([false, false])
  const empty = await openPostgres(DATABASE_URL)
  const schemas = await empty.asOwner(
    "select nspname from pg_namespace where nspname in ('auth', 'storage', 'supabase_migrations')",
  )
  await empty.close()
  expect(schemas).toEqual([])
})

// The last test, because it kills the site.
test('after a crash backup does not trust the old address', async () => {
  await site.stop('SIGKILL')
  const environment = { DATA_DIR: site.dataDir }
  // Another process has the port now; backup must not send it a request.
  const place = JSON.parse(readFileSync(join(environment.DATA_DIR, 'address'), 'utf8')) as object
  let requestCount = 0
  const stranger = createServer((_request, response) => {
    requestCount += 1
    response.end('{"rows": 7}')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const { port } = stranger.address() as AddressInfo
  writeFileSync(
    join(environment.DATA_DIR, 'address'),
    JSON.stringify({ ...place, url: `http://127.0.0.1:${port}` }),
  )
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/backup/backup-command.ts', join(folder, 'of-crashed')],
    { env: { PATH: process.env.PATH, ...environment } },
  )
  stranger.close()
  expect([stdout, requestCount]).toEqual([expect.stringMatching(/holds \d+ rows$/m), 0])
})
