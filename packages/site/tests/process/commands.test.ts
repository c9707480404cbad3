// The command `toolmark` in a folder of its own, as an operator has it: help, settings from .env, the
// start in place of the command, and what `config check` and `doctor` find.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createPostgresCopy } from '@toolmark/backend/tests/support/databases/database.ts'
import { listenLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { startFakeStore } from '@toolmark/backend/tests/support/services/s3.ts'
import { answerSmtp } from '@toolmark/backend/tests/support/services/smtp.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import { createTemporaryFolder, runCommand } from '../support/sites/site.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const COMMAND = join(ROOT, 'toolmark.js')
const { folder, remove } = createTemporaryFolder()
afterAll(remove)

const run = (words: string[], environment?: Record<string, string>) =>
  runCommand(words, environment, folder)

test('--help lists every command that a script of package.json calls', async () => {
  const { output, code } = await run(['--help'])
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const called = Object.values(scripts).flatMap(
    (line) => /toolmark\.js (.+)$/.exec(line)?.[1] ?? [],
  )
  expect(called).toHaveLength(15)
  const listed = [...output.matchAll(/^ {2}(\w+(?: \w+)?) {2}/gm)].map(([, name]) => name)
  expect(listed).toEqual(expect.arrayContaining([...called, 'config check', 'doctor']))
  expect(code).toBe(0)
})

test('wrong words end with 1 and one line, spelled as npm or the command was called', async () => {
  expect(await run(['publish'])).toEqual({
    code: 1,
    output: '',
    errors: 'there is no command publish: toolmark --help lists all',
  })
  expect((await run(['export', '--wrong', 'x'])).errors).toBe(
    'usage: toolmark export FILE.csv, FILE.json, --markdown FILE, or --yaml DIR',
  )
  expect((await run(['staff', 'promote'], { npm_lifecycle_event: 'staff' })).errors).toBe(
    'usage: npm run staff -- add {username} {moderator|admin}, npm run staff -- remove {username}, or npm run staff -- list',
  )
  expect(await run(['restore', '--help'])).toEqual({
    code: 0,
    output: expect.stringMatching(/^usage: toolmark restore FILE\n/),
    errors: '',
  })
})

test('superfluous, missing and unknown words print one line and end with 1', async () => {
  const cases = {
    config: 'usage: toolmark config check',
    'keys bogus': 'usage: toolmark keys',
    'doctor foo': 'usage: toolmark doctor',
    'backup one two': 'usage: toolmark backup FILE',
    toString: 'there is no command toString: toolmark --help lists all',
  }
  const found = Object.keys(cases).map(async (words) => [words, await run(words.split(' '))])
  const lines = Object.entries(cases).map(([words, errors]) => [
    words,
    { code: 1, output: '', errors },
  ])
  expect(await Promise.all(found)).toEqual(lines)
})

describe('a DATA_DIR that is none', () => {
  const DATA_DIR = join(folder, 'mistyped')
  const holdsNoSite = `${DATA_DIR} holds no site`
  const hasNoKeys = `there is no ${DATA_DIR}/keys.json yet: the first start creates it`

  test('every command names it, and creates nothing', async () => {
    const missing = join(folder, 'missing.gz')
    const cases = {
      'demo remove': holdsNoSite,
      keys: hasNoKeys,
      'staff list': hasNoKeys,
      'facts status': hasNoKeys,
      'restore missing.gz': `ENOENT: no such file or directory, open '${missing}'`,
    }
    const found = Object.keys(cases).map(async (words) => {
      const { code, errors } = await run(words.split(' '), { DATA_DIR })
      return [words, { code, errors }]
    })
    expect(await Promise.all(found)).toEqual(
      Object.entries(cases).map(([words, errors]) => [words, { code: 1, errors }]),
    )
    expect(readdirSync(folder)).not.toContain('mistyped')
  })

  test('restore of a damaged copy leaves what was there before, and nothing else', async () => {
    writeFileSync(join(folder, 'damaged.gz'), 'no copy')
    const words = ['restore', 'damaged.gz']
    const errors = 'the copy is damaged or not whole'
    expect(await run(words, { DATA_DIR: join(DATA_DIR, 'deep') })).toMatchObject({ errors })
    expect(readdirSync(folder)).not.toContain('mistyped')
    mkdirSync(join(folder, 'prepared', 'db'), { recursive: true })
    writeFileSync(join(folder, 'prepared', 'keys.json'), 'of the operator')
    expect(await run(words, { DATA_DIR: 'prepared' })).toMatchObject({ errors })
    expect(readdirSync(join(folder, 'prepared'), { recursive: true })).toEqual(['db', 'keys.json'])
  })
})

test('start is the process of the site, with its memory settings and those of .env', async () => {
  copyPreparedData(join(folder, 'place'))
  expect(readdirSync(join(folder, 'place'))).toEqual(['db'])
  writeFileSync(join(folder, '.env'), 'DATA_DIR=place\nDRAIN_SECONDS=0\nPORT=1\nLOGO_SERVCE=off\n')
  const child = spawn(process.execPath, [COMMAND, 'start'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DEMO_CONTENT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let warnings = ''
  child.stderr.on('data', (part) => {
    warnings += part
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  // PORT of the environment precedes that of the file.
  const url = /^Toolmark is at (http:\S+)$/m.exec(String(line))?.[1] ?? ''
  expect((await fetch(`${url}/about`)).status).toBe(200)
  // Beside a used database new keys sign everybody out.
  expect(warnings).toContain('place/keys.json is missing, so the start creates new keys')
  expect(readdirSync(join(folder, 'place'))).toContain('keys.json')
  const readProcess = (name: string) =>
    readFileSync(`/proc/${child.pid}/${name}`, 'utf8').split('\0')
  expect(readProcess('cmdline')).toEqual(
    expect.arrayContaining([
      '--max-semi-space-size=8',
      join(ROOT, 'packages', 'site', 'server', 'main.ts'),
    ]),
  )
  expect(readProcess('environ')).toContain('MALLOC_ARENA_MAX=2')
  // As the end of a terminal does: the site ends as at SIGTERM.
  child.kill('SIGHUP')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('config check names every problem of the environment, .env, config.toml and site/', async () => {
  const wrong = { PORT: 'x', HOST: '', MAIL_FROM: 'me', SMTP_ULR: 'smtp://mail.example' }
  expect(await run(['config', 'check'], wrong)).toMatchObject({
    code: 1,
    output: [
      'failed   environment  PORT must be a number from 0 to 65535',
      'failed   environment  MAIL_FROM must be an address, as Toolmark <mail@tools.example>',
      'warning  environment  .env: LOGO_SERVCE is no setting of the site',
      'warning  environment  SMTP_ULR is no setting of the site: is SMTP_URL meant?',
    ].join('\n'),
  })
  mkdirSync(join(folder, 'site'))
  writeFileSync(join(folder, 'site', 'site.toml'), 'colour = "red"')
  writeFileSync(join(folder, 'wrong.toml'), '[auth]\njwt_expiry = -1')
  const answer = await run(['config', 'check', '--json'], { CONFIG_FILE: 'wrong.toml' })
  const findings = JSON.parse(answer.output) as { about: string; status: string }[]
  expect([answer.code, findings.map(({ about, status }) => `${about} ${status}`)]).toEqual([
    1,
    ['environment ok', 'environment warning', 'folder ok', 'settings failed', 'branding failed'],
  ])
})

describe('doctor', () => {
  test('finds all in order with PostgreSQL, a mail server and a file store', async () => {
    const [copy, store] = await Promise.all([createPostgresCopy('template'), startFakeStore()])
    const smtp = createServer((socket) => answerSmtp(socket, []))
    const port = await listenLocally(smtp)
    const { code, output } = await run(['doctor'], {
      DATABASE_URL: copy.url,
      S3_URL: store.address,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SITE_DIR: join(ROOT, 'packages', 'site', 'public', 'icons'),
    })
    const lines = output.split('\n').filter((line) => !line.startsWith('ok'))
    smtp.close()
    await Promise.all([copy.drop(), store.close()])
    expect([lines, code, store.files.size]).toEqual([
      [expect.stringMatching(/^warning +environment/), expect.stringMatching(/^failed +branding/)],
      1,
      0,
    ])
    expect(output).toMatch(/^ok +database +PostgreSQL \d+/m)
    expect(output).toMatch(/^ok +schema +\d+_baseline$/m)
    expect(output).toMatch(/^ok +clock +within \d+ s of the database$/m)
    expect(output).toMatch(/^ok +mail +127\.0\.0\.1 accepts the sign-in$/m)
  })

  test('fails for each part that does not answer, and for keys that others can read', async () => {
    const keys = join(folder, 'open.json')
    writeFileSync(keys, readFileSync(join(folder, 'place', 'keys.json')), { mode: 0o644 })
    const { code, output } = await run(['doctor', '--json'], {
      DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
      S3_URL: 'http://KEY:SECRET@127.0.0.1:1/bucket',
      SMTP_URL: 'smtp://127.0.0.1:1',
      VALKEY_URL: 'redis://127.0.0.1:1',
      SITE_URL: 'https://127.0.0.1:1',
      DATA_DIR: join(COMMAND, 'none'),
      BACKUP_DIR: keys,
      KEYS_FILE: keys,
    })
    const findings = JSON.parse(output) as { about: string; status: string }[]
    const bad = findings.filter(({ status }) => status === 'failed').map(({ about }) => about)
    expect([code, bad]).toEqual([
      1,
      ['folder', 'folder', 'branding', 'keys', 'database', 'valkey', 'uploads', 'mail'],
    ])
  })

  test('names a store, a database and a mail server that hang, within ten seconds', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}).resume())
    const port = await listenLocally(silent)
    const since = performance.now()
    const { code, output } = await run(['doctor'], {
      DATABASE_URL: `postgres://x@127.0.0.1:${port}/x`,
      S3_URL: `http://KEY:SECRET@127.0.0.1:${port}/bucket`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      VALKEY_URL: `redis://127.0.0.1:${port}`,
      SITE_DIR: join(ROOT, 'packages', 'site', 'public', 'icons'),
    })
    silent.close()
    expect([code, performance.now() - since < 12_000]).toEqual([1, true])
    expect(output).toMatch(/^failed +database +DATABASE_URL cannot be used: timeout expired$/m)
    expect(output).toMatch(
      new RegExp(`^failed +uploads +the file store 127\\.0\\.0\\.1:${port} does not answer$`, 'm'),
    )
    expect(output).toMatch(/^failed +mail +127\.0\.0\.1: /m)
    expect(output).toMatch(/^failed +valkey +VALKEY_URL cannot be used: /m)
  })

  test('names a store that answers too slowly', async () => {
    const slow = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n')
        const drops = setInterval(() => socket.write('x'), 500)
        socket.on('close', () => clearInterval(drops))
      })
    })
    const port = await listenLocally(slow)
    const { output } = await run(['doctor'], {
      S3_URL: `http://KEY:SECRET@127.0.0.1:${port}/bucket`,
    })
    slow.close()
    expect(output).toMatch(
      new RegExp(
        `^failed +uploads +127\\.0\\.0\\.1:${port} has not finished within 9 seconds$`,
        'm',
      ),
    )
  })

  test('names a read-only database, a damaged folder, a lost database and an example secret', async () => {
    const copy = await createPostgresCopy('template')
    await copy.setReadOnly(true)
    const readOnly = await run(['doctor'], { DATABASE_URL: copy.url })
    await copy.drop()
    expect(readOnly.output).toMatch(
      /^failed +database +PostgreSQL .*: default_transaction_read_only is on, so nothing can be saved$/m,
    )
    mkdirSync(join(folder, 'halved', 'db', 'base'), { recursive: true })
    expect((await run(['doctor'], { DATA_DIR: 'halved' })).output).toMatch(
      /^failed +database +the database in halved\/db is damaged: restore a backup/m,
    )
    expect(readdirSync(join(folder, 'halved', 'db'))).toEqual(['base'])
    copyPreparedData(join(folder, 'lost'))
    rmSync(join(folder, 'lost', 'db'), { recursive: true })
    mkdirSync(join(folder, 'lost', 'files', 'incoming'), { recursive: true })
    mkdirSync(join(folder, 'plain'))
    const before = readdirSync(join(folder, 'lost'), { recursive: true })
    const lost = 'lost/db is missing, and lost/files is of a site: restore a backup'
    expect((await run(['doctor'], { DATA_DIR: 'lost' })).output).toMatch(
      new RegExp(`^failed +database +${lost}`, 'm'),
    )
    expect(await run(['start'], { DATA_DIR: 'lost', SITE_DIR: 'plain', PORT: '0' })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(new RegExp(`^Toolmark cannot start: ${lost}.*$`, 'm')),
    })
    expect(readdirSync(join(folder, 'lost'), { recursive: true })).toEqual(before)
    const secret = { JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long' }
    expect((await run(['doctor'], secret)).output).toMatch(
      /^failed +environment +JWT_SECRET is an example value/m,
    )
  })
})
