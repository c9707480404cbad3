import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { replaceServiceKey, rotateKeyFile } from './key-file.ts'
import { openKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-rotation-'))
afterAll(() => rmSync(folder, { recursive: true }))
const createFileName = () => join(folder, crypto.randomUUID(), 'keys.json')

const readKid = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string })
    .kid

test('rotateKeyFile makes open keys sign with the new key and trust both', async () => {
  const file = createFileName()
  const keys = await openKeys(file)
  const before = await keys.sign({ role: 'authenticated' }, 60)
  const sealed = keys.seal.close('a secret', 'it')
  const kid = await rotateKeyFile(file)
  const after = await keys.sign({ role: 'authenticated' }, 60)
  expect([readKid(after), readKid(before) === kid]).toEqual([kid, false])
  for (const opened of [keys, await openKeys(file)]) {
    for (const token of [before, after, keys.anonKey, keys.serviceKey]) await opened.verify(token)
    expect(opened.jwks().keys.map((key) => key.kid)).toEqual([kid, readKid(before)])
    expect(opened.seal.open(sealed, 'it')).toBe('a secret')
    expect([opened.anonKey, opened.serviceKey]).toEqual([keys.anonKey, keys.serviceKey])
  }
  expect(JSON.stringify(keys.jwks())).not.toContain('"d"')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a rotated key is trusted for a week, the two permanent keys without end', async () => {
  const file = createFileName()
  const keys = await openKeys(file)
  const privatePart = (JSON.parse(readFileSync(file, 'utf8')) as { private: { d: string } }).private
    .d
  const before = await keys.sign({ role: 'authenticated' }, 30 * 86_400)
  await rotateKeyFile(file)
  await keys.verify(before)
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  try {
    await expect(keys.verify(before)).rejects.toMatchObject({ isExpired: false })
    expect(keys.jwks().keys).toHaveLength(1)
    await rotateKeyFile(file)
    await rotateKeyFile(file)
    const later = await openKeys(file)
    await expect(later.verify(before)).rejects.toMatchObject({ isExpired: false })
    expect(later.jwks().keys).toHaveLength(3)
    expect(await later.verify(keys.serviceKey)).toMatchObject({ role: 'service_role' })
    // Neither its public nor its private part is left in the file.
    const left = readFileSync(file, 'utf8')
    expect([left.includes(readKid(before)), left.includes(privatePart)]).toEqual([false, false])
  } finally {
    vi.useRealTimers()
  }
})

test('rotateKeyFile throws during another rotation; open keys survive a malformed file', async () => {
  const file = createFileName()
  const keys = await openKeys(file)
  const token = await keys.sign({ role: 'authenticated' }, 60)
  writeFileSync(`${file}.rotation`, '')
  await expect(rotateKeyFile(file)).rejects.toThrow('another rotation is running')
  writeFileSync(file, '{"private"')
  rmSync(`${file}.rotation`)
  await expect(rotateKeyFile(file)).rejects.toThrow(`${file} is no key file`)
  expect(await keys.verify(token)).toMatchObject({ role: 'authenticated' })
})

test('replaceServiceKey makes the previous service key invalid immediately', async () => {
  const file = createFileName()
  const keys = await openKeys(file)
  const leaked = keys.serviceKey
  expect(await keys.verify(leaked)).toMatchObject({ role: 'service_role' })
  const token = await keys.sign({ role: 'authenticated' }, 60)
  await replaceServiceKey(file)
  const later = await openKeys(file)
  expect(later.serviceKey).not.toBe(leaked)
  expect(later.anonKey).toBe(keys.anonKey)
  for (const opened of [keys, later]) {
    await expect(opened.verify(leaked)).rejects.toThrow('JWT invalid')
    expect(await opened.verify(later.serviceKey)).toMatchObject({ role: 'service_role' })
    for (const other of [token, later.anonKey]) await opened.verify(other)
  }
  await rotateKeyFile(file)
  await expect(keys.verify(leaked)).rejects.toThrow('JWT invalid')
  expect(await keys.verify(later.serviceKey)).toMatchObject({ role: 'service_role' })
})
