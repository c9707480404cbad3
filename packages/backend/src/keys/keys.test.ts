import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as jose from 'jose'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.useRealTimers()
})

const SECRET = 'a shared secret of more than 32 characters'
const createFileName = () => join(folder, crypto.randomUUID(), 'keys.json')
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('openKeys', () => {
  test('a second call returns the keys of the file, which only its owner can read', async () => {
    const file = createFileName()
    const first = await openKeys(file)
    expect((await openKeys(file)).serviceKey).toBe(first.serviceKey)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('two concurrent calls return the same keys', async () => {
    const file = createFileName()
    const [one, other] = await Promise.all([openKeys(file), openKeys(file)])
    expect(one.anonKey).toBe(other.anonKey)
    expect(await one.verify(await other.sign({ role: 'anon' }, 60))).toMatchObject({ role: 'anon' })
  })

  test('one shared secret always returns the same keys', async () => {
    const first = await openKeys('', SECRET)
    vi.setSystemTime(Date.now() + 3_600_000)
    const later = await openKeys('', SECRET)
    expect([later.anonKey, later.serviceKey]).toEqual([first.anonKey, first.serviceKey])
  })

  test('a malformed file throws an error with its name', async () => {
    const file = join(folder, 'broken.json')
    writeFileSync(file, '{"private"')
    await expect(openKeys(file)).rejects.toThrow(`${file} is no key file`)
  })
})

describe('verify', () => {
  test('an expired token throws, also if it was verified before', async () => {
    const keys = await openKeys(createFileName())
    const token = await keys.sign({ role: 'authenticated' }, 60)
    await keys.verify(token)
    vi.setSystemTime(Date.now() + 61_000)
    await expect(keys.verify(token)).rejects.toMatchObject({ isExpired: true })
    await expect((await openKeys(createFileName())).verify(token)).rejects.toMatchObject({
      isExpired: false,
    })
  })

  test('tokens are valid after the clock was set back', async () => {
    const keys = await openKeys(createFileName())
    const token = await keys.sign({ role: 'authenticated', sub: 'x', aud: 'authenticated' }, 60)
    vi.setSystemTime(Date.now() - 86_400_000)
    expect(await keys.verify(token)).toMatchObject({ sub: 'x' })
    expect(await keys.verify(keys.anonKey)).toMatchObject({ role: 'anon' })
  })

  test('a token of another key, audience or role throws', async () => {
    const keys = await openKeys(createFileName())
    const [head, body, signature] = keys.anonKey.split('.')
    const [publicJwk] = keys.jwks().keys
    const hs256 = (key: string) =>
      new jose.SignJWT({ role: 'service_role' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(key))
    const tokens = [
      '',
      'junk',
      'a.b.c',
      `${base64url({ alg: 'none' })}.${base64url({ role: 'service_role' })}.`,
      `${head}.${base64url({ role: 'service_role' })}.${signature}`,
      `${head}.${body}.`,
      // The public key as a shared secret.
      await hs256(JSON.stringify(publicJwk)),
      await (await openKeys(createFileName())).sign({ role: 'service_role' }, 60),
      await (await openKeys('', SECRET)).sign({ role: 'service_role' }, 60),
      await keys.sign({ role: 'postgres' }, 60),
      await keys.sign({}, 60),
      await keys.sign({ role: ['service_role'] }, 60),
      await keys.sign({ role: { toString: 'no function' } }, 60),
      await keys.sign({ role: 'authenticated', aud: 'elsewhere' }, 60),
      await keys.sign({ role: 'authenticated', aud: ['authenticated', 'elsewhere'] }, 60),
    ]
    for (const token of tokens) {
      await expect(keys.verify(token)).rejects.toMatchObject({ isExpired: false })
    }
  })
})
