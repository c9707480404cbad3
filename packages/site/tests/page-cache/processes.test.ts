// A change shows on its page at the next request, and in another process within a second.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { addTool } from '../support/backends/content.ts'
import { createTemporaryFolder, type Site, startSite } from '../support/sites/site.ts'

const { folder, remove } = createTemporaryFolder()
const isPostgres = inject('engine') === 'postgres'
const JWT_SECRET = 'one secret for all processes of one database'
let drop = async () => {}
let address = ''
const sites: Site[] = []
let service: ReturnType<typeof createClient<Database>>
let author: string

beforeAll(async () => {
  const database: Record<string, string> = {}
  if (isPostgres) {
    const copy = await createPostgresCopy()
    drop = copy.drop
    address = copy.url
    database.DATABASE_URL = copy.url
  }
  for (const name of isPostgres ? ['one', 'two'] : ['one']) {
    const CONFIG_FILE = join(folder, `${name}.toml`)
    // Their settings differ.
    writeFileSync(CONFIG_FILE, `[auth]\njwt_expiry = ${name === 'one' ? 3600 : 1800}\n`)
    sites.push(
      await startSite({ DATA_DIR: join(folder, name), JWT_SECRET, CONFIG_FILE, ...database }),
    )
  }
  const { serviceKey } = await openKeys(join(folder, 'one', 'keys.json'), JWT_SECRET)
  service = createClient<Database>(sites[0]?.url ?? '', serviceKey, {
    auth: { persistSession: false },
  })
  const { data } = await service.auth.admin.createUser({
    email: 'ana@people.example',
    email_confirm: true,
    user_metadata: { username: 'ana' },
  })
  author = data.user?.id ?? ''
})
afterAll(async () => {
  for (const site of sites) await site.stop()
  await drop()
  remove()
})

const readPage = async (path: string, site = sites[0]) =>
  (await fetch(`${site?.url}${path}`)).text()

const addNamedTool = (name: string) => addTool({ client: service }, { name })

test('a new tool and a new review show at the next request', async () => {
  expect(await readPage('/tools')).not.toContain('Kettle')
  const tool_id = await addNamedTool('Kettle')
  expect(await readPage('/tools')).toContain('Kettle')
  expect(await readPage('/tool/kettle')).not.toContain('It never drips')
  for (let round = 0; round < 3; round += 1) {
    const title = `It never drips, ${round}`
    const { data, error } = await service
      .from('reviews')
      .upsert(
        { tool_id, user_id: author, rating: 4, title, content: 'Not once in a year of tea.' },
        { onConflict: 'tool_id,user_id' },
      )
      .select('id')
    expect([error, data?.length]).toEqual([null, 1])
    expect(await readPage('/tool/kettle')).toContain(title)
    expect(await readPage('/trust?utm_source=x')).toContain(title)
  }
})

test('a cached 404 becomes 200 after the tool is added', async () => {
  expect((await fetch(`${sites[0]?.url}/tool/teapot`)).status).toBe(404)
  await addNamedTool('Teapot')
  expect((await fetch(`${sites[0]?.url}/tool/teapot`)).status).toBe(200)
})

test('a new account and a new name show at the next request', async () => {
  expect(await readPage('/user/ben')).toContain('User Not Found')
  const { data } = await service.auth.admin.createUser({
    email: 'ben@people.example',
    email_confirm: true,
    user_metadata: { username: 'ben' },
  })
  expect(await readPage('/user/ben')).not.toContain('User Not Found')
  await service
    .from('profiles')
    .update({ profile_visibility: 'public', first_name: 'Benno' })
    .eq('user_id', data.user?.id ?? '')
  expect(await readPage('/user/ben')).toContain('Benno')
})

test.runIf(isPostgres)('the log and the metrics say that processes differ', async () => {
  const warning = 'config.toml has 2 versions among the 2 processes on this database'
  await expect.poll(() => sites[1]?.readOutput()).toContain(warning)
  expect(sites[1]?.readOutput()).not.toContain('the folder site/')
  const metrics = await (await fetch(`${sites[1]?.url}/_/metrics`)).text()
  expect(metrics).toContain('toolmark_processes 2\n')
  expect(metrics).toContain('toolmark_versions{of="config.toml"} 2\n')
  expect(metrics).toContain('toolmark_versions{of="site"} 1\n')
})

test.runIf(isPostgres).each([
  ['/tool/kettle?rating=4', 'select on reviews', 'It never drips', 'No reviews'],
  [
    '/tool/kettle?order=oldest',
    'execute on function tool_review_summary',
    'One review so far',
    'No reviews yet',
  ],
  ['/tools?sort=rating', 'execute on function search_page', 'Kettle', 'No tools found'],
  ['/?search=kettle', 'execute on function search_page', 'Boils water.', 'No tools found'],
  ['/user/ana', 'select on user_activities', 'Kettle', 'No recent activity'],
])(
  'a section of %s that cannot be read says so, and the page is not cached',
  async (path, right, content, empty) => {
    const failure = 'Could not be loaded.'
    const admin = await openPostgres(address)
    await admin.asOwner(`revoke ${right} from anon`)
    const half = await fetch(`${sites[0]?.url}${path}`)
    const html = await half.text()
    expect([half.status, html.includes(failure), html.includes(empty)]).toEqual([200, true, false])
    await admin.asOwner(`grant ${right} to anon`)
    await admin.close()
    const whole = await readPage(path)
    expect([whole.includes(content), whole.includes(failure)]).toEqual([true, false])
  },
)

test.runIf(isPostgres)('a change in one process shows in the other', async () => {
  expect(await readPage('/tool/samovar', sites[1])).toContain('Tool Not Found')
  await addNamedTool('Samovar')
  await expect.poll(() => readPage('/tool/samovar', sites[1])).not.toContain('Tool Not Found')
})

test.runIf(isPostgres)(
  'a write drops its pages while the listener’s connection is closed',
  async () => {
    const admin = await openPostgres(address)
    const closeListeners = `select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and application_name like 'toolmark listener%'`
    expect(await readPage('/tool/urn')).toContain('Tool Not Found')
    expect(await admin.asOwner(closeListeners)).toEqual([{ count: 2 }])
    await addNamedTool('Urn')
    expect(await readPage('/tool/urn')).not.toContain('Tool Not Found')
    await admin.asOwner(closeListeners)
    const { error } = await service.from('tools').update({ name: 'Vat' }).eq('slug', 'urn')
    expect([error, (await readPage('/tool/urn')).includes('Vat')]).toEqual([null, true])
    await admin.close()
  },
)

// The last test, because it drops the database.
test.runIf(isPostgres)('without its database a page returns 503 within 6 seconds', async () => {
  await drop()
  const startMs = performance.now()
  const response = await fetch(`${sites[0]?.url}/all-tools?search=gone`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    503,
    'text/html; charset=utf-8',
  ])
  expect(await response.text()).toContain('Something went wrong')
  expect(performance.now() - startMs).toBeLessThan(6000)
})
