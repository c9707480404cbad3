// `npm run backup FILE` and `npm run restore FILE`: a consistent backup of a running site, from either
// engine into the other. tests/engine/copies.test.ts makes copies during writes and damages them.
// One process has a DATA_DIR, also on PostgreSQL; commands that only read it work beside the site.

import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { serveLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { verifyLedger } from '../../app/ledger/verify-ledger.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { PASSWORD } from '../support/backends/backend.ts'
import { seedSite } from '../support/backends/page-cache-fixture.ts'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import {
  addMember,
  createMember,
  createMemberClient,
  createServiceClient,
  createTemporaryFolder,
  runCommand,
  type Site,
  startAndFail,
  startSite,
} from '../support/sites/site.ts'

const { folder, remove } = createTemporaryFolder()
const copy = join(folder, 'copy')
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
let site: Site
let before: Awaited<ReturnType<typeof readState>>
let anonKey: string
let picturePath: string
/** Of the moderator, and of a member with a picture. */
const emails = { mona: '', ana: '' }
/** Removed by the moderator. */
const removed = { subject_type: 'tool', subject_id: '' }
beforeAll(async () => {
  // With another HOST than the default, the backup finds the site too.
  site = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'first')), HOST: '127.0.0.2' })
  anonKey = (await openKeys(join(site.dataDir, 'keys.json'))).anonKey
  const service = await createServiceClient(site)
  const members = await Promise.all(Array.from({ length: 5 }, () => createMember(site)))
  const { launches, tools, members: seeded } = await seedSite(service, members)
  removed.subject_id = tools.at(-1)?.id ?? ''
  const [ana, ben, mona] = members
  if (!ana || !ben || !mona) throw new Error('members are missing')
  Object.assign(emails, { ana: ana.email, mona: mona.email })
  await ana.client
    .from('user_follows')
    .insert({ follower_id: ana.id, following_id: ben.id })
    .throwOnError()
  await ana.client
    .from('launch_upvotes')
    .insert({ launch_id: launches[0] ?? '', user_id: ana.id })
    .throwOnError()
  picturePath = `${ana.id}/1.png`
  const { error } = await ana.client.storage
    .from('avatars')
    .upload(picturePath, new Blob([PICTURE]), { contentType: 'image/png' })
  if (error) throw error
  // A report, a decision and removed content.
  const username = seeded.at(2)?.username ?? ''
  await service.rpc('set_staff_role', { username, role: 'admin' }).throwOnError()
  await ben.client.rpc('submit_report', { ...removed, reason: 'spam' }).throwOnError()
  const explanation = 'It advertises another product and says nothing about this one.'
  await mona.client
    .rpc('moderate', { ...removed, action: 'remove', reason: 'spam', explanation })
    .throwOnError()
  const as_of = new Date(Date.now() + 60_000).toISOString()
  await service.rpc('checkpoint_ledger', { as_of }).throwOnError()
  before = await readState(site)
  expect(await run('backup', { DATA_DIR: site.dataDir }, copy)).toEqual({
    status: 0,
    output: expect.stringMatching(/holds \d+ rows$/),
  })
  // A row after the backup, which it must not contain.
  await addMember(site)
})
afterAll(async () => {
  await site.stop()
  remove()
})

async function run(
  command: 'backup' | 'restore' | 'demo remove' | 'keys' | 'keys rotate',
  environment: Record<string, string>,
  ...values: string[]
) {
  const words = [...command.split(' '), ...values]
  const { code, output, errors } = await runCommand(words, environment)
  return { status: code, output: output + errors }
}

/** Counts and figures of a site, to compare two sites. */
async function readState(at: Site) {
  const service = await createServiceClient(at)
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
  const { data: events } = await service
    .from('ledger_events')
    .select('*, ledger_salts(salt)')
    .order('number')
  return { tool, figures: lasting, follows, upvotes, staff, decisions, events }
}

/** Expects the rows, passwords, keys and files of the first site. */
async function expectRestored(restored: Site) {
  expect(await readState(restored)).toEqual(before)
  expect(await verifyLedger({ supabase: await createServiceClient(restored) })).toMatchObject({
    events: before.events?.length,
    mismatch: null,
  })
  const client = createClient<Database>(restored.url, anonKey, { auth: { persistSession: false } })
  const { auth, storage } = client
  expect(
    (await auth.signInWithPassword({ email: emails.ana, password: PASSWORD })).error,
  ).toBeNull()
  const seen = await fetch(storage.from('avatars').getPublicUrl(picturePath).data.publicUrl)
  expect(Buffer.from(await seen.arrayBuffer()).equals(PICTURE)).toBe(true)
}

test('a backup has one owner and the content of the site', () => {
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(before).toMatchObject({
    ...{ tool: { review_count: 4 }, follows: 1, upvotes: 1 },
    events: expect.arrayContaining([
      expect.objectContaining({ kind: 'removal', checkpoint: expect.any(Number) }),
    ]),
    ...{ staff: [{ role: 'admin' }], decisions: [{ action: 'remove', report_count: 1 }] },
  })
})

describe('a backup of PGlite that is restored into PostgreSQL', () => {
  const DATA_DIR = join(folder, 'restored')
  const inUse = `${DATA_DIR} is in use by another process: stop it, or set another DATA_DIR`
  let onPostgres: { DATA_DIR: string; DATABASE_URL: string }
  let restored: Site | undefined
  let drop = async () => {}
  beforeAll(async () => {
    const empty = await createPostgresCopy('template0')
    drop = empty.drop
    onPostgres = { DATA_DIR, DATABASE_URL: empty.url }
    expect(await run('restore', onPostgres, copy)).toMatchObject({ status: 0 })
    restored = await startSite(onPostgres)
  })
  afterAll(async () => {
    await restored?.stop()
    await drop()
  })

  test('has the rows, files, keys and passwords of the site', () =>
    expectRestored(restored as Site))

  test('a second start on a DATA_DIR in use is refused with and without DATABASE_URL', async () => {
    expect(await startAndFail(onPostgres)).toEqual({
      exitCode: 1,
      output: `Toolmark cannot start: ${inUse}`,
    })
    await expect(openDatabase({ dataDir: DATA_DIR })).rejects.toThrow(inUse)
  })

  test('backup, keys and keys:rotate work beside the site; restore and demo:remove are refused', async () => {
    expect(await run('backup', onPostgres, `${copy}-again`)).toMatchObject({ status: 0 })
    expect(await run('keys', onPostgres)).toMatchObject({ status: 0 })
    expect(await run('keys rotate', onPostgres)).toMatchObject({ status: 0 })
    expect(await run('restore', onPostgres, copy)).toEqual({ status: 1, output: inUse })
    expect(await run('demo remove', onPostgres)).toEqual({ status: 1, output: inUse })
  })

  test('its backup has the rows, files, keys and passwords on PGlite', async () => {
    const home = { DATA_DIR: copyPreparedData(join(folder, 'home-again')) }
    expect(await run('restore', home, `${copy}-again`)).toMatchObject({ status: 0 })
    const again = await startSite(home)
    try {
      await expectRestored(again)
      const { client: mona } = await createMemberClient(again, emails.mona)
      await mona.rpc('moderate', { ...removed, action: 'restore' }).throwOnError()
      const { data: tools } = await mona.from('tools').select('id').eq('id', removed.subject_id)
      expect(tools).toHaveLength(1)
    } finally {
      await again.stop()
    }
  })
})

test('the control server refuses the service key', async () => {
  // It accepts its own token only.
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
  const [other, empty] = [await createPostgresCopy(), await createPostgresCopy('template0')]
  const later = join(folder, 'later')
  cpSync(MIGRATIONS, later, { recursive: true })
  writeFileSync(
    join(later, '29990101000000_licenses.sql'),
    'create table public.licenses (name text)',
  )
  const migrated = await openPostgres(other.url)
  expect(await migrate(migrated, later)).toHaveLength(1)
  const state = () =>
    migrated.asOwner(
      `select (select array_agg(version order by 1) from supabase_migrations.schema_migrations) as versions,
         (select count(*) from pg_class) as relations, (select count(*) from pg_proc) as functions`,
    )
  const earlier = await state()
  const file = join(folder, 'of-other')
  const DATA_DIR = join(folder, 'no-folder')
  expect(await run('backup', { DATA_DIR, DATABASE_URL: other.url }, file)).toEqual({
    status: 0,
    output: expect.stringMatching(/holds \d+ rows$/),
  })
  expect(await state()).toEqual(earlier)
  await migrated.close()
  const [first = ''] = gunzipSync(readFileSync(file)).toString().split('\n')
  expect(JSON.parse(first)).toEqual({ toolmark: 1, migrations: earlier[0]?.versions })

  const databases: Record<string, string>[] = [{}, { DATABASE_URL: empty.url }]
  for (const database of databases) {
    expect(await run('backup', { DATA_DIR, ...database }, `${file}-not`)).toEqual({
      status: 1,
      output: expect.stringMatching(/^\S+( database)? holds no site$/),
    })
  }
  expect([existsSync(DATA_DIR), existsSync(`${file}-not`)]).toEqual([false, false])
  const untouched = await openPostgres(empty.url)
  const schemas = await untouched.asOwner(
    "select nspname from pg_namespace where nspname in ('auth', 'storage', 'supabase_migrations')",
  )
  await untouched.close()
  expect(schemas).toEqual([])
  for (const { drop } of [other, empty]) await drop()
})

// The last test, because it kills the site.
test('after a crash backup does not trust the old address', async () => {
  await site.stop('SIGKILL')
  const environment = { DATA_DIR: site.dataDir }
  // Another process has the port now; backup must not send it a request.
  const place = JSON.parse(readFileSync(join(environment.DATA_DIR, 'address'), 'utf8')) as object
  let requestCount = 0
  const stranger = await serveLocally((_request, response) => {
    requestCount += 1
    response.end('{"rows": 7}')
  })
  writeFileSync(
    join(environment.DATA_DIR, 'address'),
    JSON.stringify({ ...place, url: stranger.url }),
  )
  const { output } = await run('backup', environment, join(folder, 'of-crashed'))
  stranger.close()
  expect([output, requestCount]).toEqual([expect.stringMatching(/holds \d+ rows$/m), 0])
})
