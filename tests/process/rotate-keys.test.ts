// `npm run keys:rotate` beside a running site: sessions remain valid, new tokens have the new key.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeys } from '../../backend/keys/keys.ts'
import { PASSWORD } from '../support/backend.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { addMember, type Site, startSite, temporaryFolder } from '../support/site.ts'

const { folder, remove } = temporaryFolder()
const COMMAND = join(import.meta.dirname, '..', '..', 'server', 'rotate-keys-command.ts')
let site: Site
beforeAll(async () => {
  site = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'data')) })
})
afterAll(async () => {
  await site.stop()
  remove()
})

const environment = (more: Record<string, string>) => ({
  env: { PATH: process.env.PATH, ...more },
  encoding: 'utf8' as const,
})

test('old tokens, new tokens and the permanent keys are valid, also after a restart', async () => {
  const { anonKey, serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const client = () =>
    createClient(site.url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = await addMember(site, PASSWORD)
  const { auth } = client()
  const before = (await auth.signInWithPassword({ email, password: PASSWORD })).data.session
  const kidOf = (token = '') =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string

  const output = execFileSync(process.execPath, [COMMAND], environment({ DATA_DIR: site.dataDir }))
  const kid = /signed with the key (\S+) from now on/.exec(output)?.[1] ?? ''
  const jwks = await (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json()
  const kids = (jwks as { keys: { kid: string }[] }).keys.map((key) => key.kid)
  expect(kids).toEqual([kid, kidOf(before?.access_token)])

  expect((await client().auth.getUser(before?.access_token)).error).toBeNull()
  const { data } = await auth.refreshSession()
  expect(kidOf(data.session?.access_token)).toBe(kid)
  expect((await auth.getClaims()).error).toBeNull()

  await site.stop()
  site = await startSite({ DATA_DIR: site.dataDir })
  const fresh = () => createClient(site.url, anonKey, { auth: { persistSession: false } })
  for (const token of [before?.access_token, data.session?.access_token]) {
    expect((await fresh().auth.getUser(token)).error).toBeNull()
  }
  const admin = createClient(site.url, serviceKey, { auth: { persistSession: false } }).auth.admin
  expect((await admin.listUsers()).error).toBeNull()
})

test('with --service the previous service key is invalid immediately', async () => {
  const admin = async () => {
    const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
    return createClient(site.url, serviceKey, { auth: { persistSession: false } }).auth.admin
  }
  const before = await admin()
  expect((await before.listUsers()).error).toBeNull()
  execFileSync(process.execPath, [COMMAND, '--service'], environment({ DATA_DIR: site.dataDir }))
  expect((await before.listUsers()).error?.code).toBe('bad_jwt')
  expect((await (await admin()).listUsers()).error).toBeNull()
})

test.each([
  [{ JWT_SECRET: 'a shared secret of more than 32 characters' }, /^JWT_SECRET is set/],
  [{ DATA_DIR: join(folder, 'nowhere') }, /^there is no .*keys\.json yet/],
])('%o ends the command with one line', (more, line) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [COMMAND],
    environment({ DATA_DIR: join(folder, 'data'), ...more }),
  )
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(line)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
