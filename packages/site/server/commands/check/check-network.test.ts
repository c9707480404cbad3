import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnvironment } from '../../environment.ts'
import { checkContact } from './check-network.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-contact-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PUBLIC = 'https://tools.kiln.org'
const fail = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
const absent = {
  resolveMx: fail('ENOTFOUND'),
  resolve4: fail('ENOTFOUND'),
  resolve6: fail('ENODATA'),
}
const WARNING = [
  {
    about: 'contact',
    status: 'warning',
    message: 'the domain of post@unregistered-kiln.org does not exist: set contact in site.toml',
  },
]

test.each([
  ['does not exist', PUBLIC, 'post@unregistered-kiln.org', absent, WARNING],
  [
    'takes mail',
    PUBLIC,
    'post@kiln.org',
    { ...absent, resolveMx: async () => [{ exchange: 'mail.kiln.org', priority: 1 }] },
    [],
  ],
  [
    'has an address',
    PUBLIC,
    'post@kiln.org',
    { ...absent, resolve4: async () => ['192.0.2.1'] },
    [],
  ],
  [
    'cannot be looked up',
    PUBLIC,
    'post@kiln.org',
    { ...absent, resolveMx: fail('ETIMEOUT'), resolve4: fail('ECONNREFUSED') },
    [],
  ],
  ['is one of documents', PUBLIC, 'post@kiln.example', absent, []],
  [
    'is of a site on this machine',
    'http://localhost:3000',
    'post@unregistered-kiln.org',
    absent,
    [],
  ],
])('a contact whose domain %s', async (_case, SITE_URL, contact, resolver, findings) => {
  writeFileSync(join(folder, 'site.toml'), `contact = "${contact}"`)
  const environment = readEnvironment({ SITE_URL, SITE_DIR: folder })
  expect(await checkContact(environment, resolver as never)).toEqual(findings)
})
