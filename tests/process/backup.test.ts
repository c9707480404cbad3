// `npm run backup FILE` and `npm run restore FILE`: a consistent copy while it runs, and back.
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
import { migrate } from '../../backend/database/migrate.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { type Cluster, startCluster } from '../support/postgres-cluster.ts'
import { addMember, type Site, startSite, temporaryFolder } from '../support/site.ts'
import { startedFolder } from '../support/started-folder.ts'

const PASSWORD = 'Violet-Kettle-84'
const { folder, remove } = temporaryFolder()
let site: Site
let cluster: Cluster
beforeAll(async () => {
  site = await startSite({ DATA_DIR: startedFolder(join(folder, 'first'), 'on') })
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
  return { status, said: `${stdout}${stderr}`.trim() }
}

/** What a site shows of itself to its operator. */
async function stateOf(at: Site, keysFrom = at.dataDir) {
  const { serviceKey } = await openKeys(join(keysFrom, 'keys.json'))
  const service = createClient<Database>(at.url, serviceKey, { auth: { persistSession: false } })
  const { data: figures } = await service.rpc('trust_figures')
  const { count: follows } = await service
    .from('user_follows')
    .select('*', { count: 'exact', head: true })
  const { count: upvotes } = await service
    .from('launch_upvotes')
    .select('*', { count: 'exact', head: true })
  const { data: figma } = await service
    .from('tools')
    .select('rating_average, review_count')
    .eq('slug', 'figma')
    .single()
  // What is counted back from today is another figure after midnight.
  const lasting = Object.entries(figures ?? {}).filter(([name]) => !/days|lately|before/.test(name))
  return { figma, figures: lasting, follows, upvotes }
}

test('a copy of the running site comes back whole: rows, files, keys, passwords', async () => {
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

  const before = await stateOf(site)
  const file = join(folder, 'copy')
  const { status, said } = run('backup', file, { DATA_DIR: site.dataDir })
  expect([status, said]).toEqual([0, expect.stringMatching(/holds \d+ rows$/)])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // What comes after the copy is not in it.
  await addMember(site, PASSWORD)

  const databases: Record<string, string>[] = [{}, { DATABASE_URL: cluster.url('postgres') }]
  for (const [index, database] of databases.entries()) {
    const environment = { DATA_DIR: join(folder, `restored-${index}`), ...database }
    expect(run('restore', file, environment)).toMatchObject({ status: 0 })
    const restored = await startSite(environment)
    try {
      expect(await stateOf(restored)).toEqual(before)
      const again = createClient<Database>(restored.url, anonKey, {
        auth: { persistSession: false },
      })
      expect((await again.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
      const seen = await fetch(again.storage.from('avatars').getPublicUrl(path).data.publicUrl)
      expect(Buffer.from(await seen.arrayBuffer()).equals(picture)).toBe(true)
    } finally {
      await restored.stop()
    }
    expect(run('restore', file, environment)).toEqual({
      status: 1,
      said: 'there are tools or people already: restore into an empty place',
    })
    // And back from there, with no site running.
    expect(run('backup', `${file}-${index}`, environment)).toMatchObject({ status: 0 })
  }
  // What PostgreSQL gave comes back into PGlite.
  const home = { DATA_DIR: startedFolder(join(folder, 'home-again')) }
  expect(run('restore', `${file}-1`, home)).toMatchObject({ status: 0 })
  const again = await startSite(home)
  try {
    expect(await stateOf(again)).toEqual(before)
  } finally {
    await again.stop()
  }
})

test('a copy made while people write holds each change whole', async () => {
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const service = createClient<Database>(site.url, serviceKey, { auth: { persistSession: false } })
  const { data: made } = await service.auth.admin.createUser({
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
        user_id: made.user?.id ?? '',
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

  const environment = { DATA_DIR: startedFolder(join(folder, 'restored-busy')) }
  expect(run('restore', file, environment)).toMatchObject({ status: 0 })
  const restored = await startSite(environment)
  const there = createClient<Database>(restored.url, serviceKey, {
    auth: { persistSession: false },
  })
  const { data: tools } = await there
    .from('tools')
    .select('name, review_count')
    .like('name', 'Busy *')
    .limit(1000)
  const { count } = await there
    .from('reviews')
    .select('id', { count: 'exact', head: true })
    .eq('title', 'busy')
  await restored.stop()
  expect(tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(before))
  expect(tools?.reduce((sum, each) => sum + each.review_count, 0)).toBe(count)
})

test('a damaged or cut copy is refused and leaves nothing', async () => {
  const file = join(folder, 'whole')
  run('backup', file, { DATA_DIR: site.dataDir })
  const whole = readFileSync(file)
  writeFileSync(join(folder, 'cut'), whole.subarray(0, whole.length / 2))
  const environment = { DATA_DIR: join(folder, 'refused') }
  const { status, said } = run('restore', join(folder, 'cut'), environment)
  expect([status, said]).toEqual([1, 'the copy is damaged or not whole'])
  expect(run('restore', file, environment)).toMatchObject({ status: 0 })
})

test('a running site is not restored over, and strangers get no copy', async () => {
  expect(run('restore', join(folder, 'whole'), { DATA_DIR: site.dataDir })).toMatchObject({
    status: 1,
    said: expect.stringContaining('is in use by another process'),
  })
  // Where the site listens for copies, not even the service key opens anything.
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const { url } = JSON.parse(readFileSync(join(site.dataDir, 'address'), 'utf8')) as { url: string }
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serviceKey}` },
    body: JSON.stringify({ file: join(folder, 'stolen') }),
  })
  expect(response.status).toBe(401)
})

test('a site at another address is copied while it runs, and nobody is asked once it was killed', async () => {
  const environment = { DATA_DIR: startedFolder(join(folder, 'elsewhere')) }
  const elsewhere = await startSite({ ...environment, HOST: '127.0.0.2' })
  const file = join(folder, 'of-elsewhere')
  expect(run('backup', file, environment)).toMatchObject({ status: 0 })
  await elsewhere.stop('SIGKILL')
  // Whoever has the port now hears nothing of it.
  const place = JSON.parse(readFileSync(join(environment.DATA_DIR, 'address'), 'utf8')) as object
  let heard = 0
  const stranger = createServer((_request, response) => {
    heard += 1
    response.end('{"rows": 7}')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const { port } = stranger.address() as AddressInfo
  writeFileSync(
    join(environment.DATA_DIR, 'address'),
    JSON.stringify({ ...place, url: `http://127.0.0.1:${port}` }),
  )
  const said = await promisify(execFile)(
    process.execPath,
    ['server/backup/backup-command.ts', `${file}-again`],
    { env: { PATH: process.env.PATH, ...environment } },
  )
  stranger.close()
  expect([said.stdout, heard]).toEqual([expect.stringMatching(/holds \d+ rows$/m), 0])
})

test('a site of another version is copied as it is, and an empty place stays empty', async () => {
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
  expect(run('backup', file, { DATA_DIR, DATABASE_URL: cluster.url('other') }).said).toMatch(
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
      said: expect.stringMatching(/^\S+( database)? holds no site$/),
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
