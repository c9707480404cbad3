import { afterEach, expect, test, vi } from 'vitest'
import {
  createRefusalLog,
  hidePasswords,
  logConsole,
  logError,
  logWarning,
  printWarning,
} from './log.ts'

const { error, warn } = console
afterEach(() => {
  vi.useRealTimers()
  Object.assign(console, { error, warn })
  vi.restoreAllMocks()
})

function captureLog(): string[] {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  return written
}

test('every line is JSON, also a library’s own, without what it quotes', () => {
  const written = captureLog()
  logConsole()
  console.warn('The URL path "/user/ana@people.example" or "x" could not be decoded (URIError).')
  console.error(new Error('broken'))
  logWarning('mail could not be sent (ETIMEDOUT)')
  const lines = written.map((line) => JSON.parse(line) as { level: string; message: string })
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['warning', 'The URL path "…" could not be decoded (URIError).'],
    ['error', 'broken'],
    ['warning', 'mail could not be sent (ETIMEDOUT)'],
  ])
  expect(written.join()).not.toContain('ana@')
})

test.each([
  'postgres://toolmark:KettleQx@db.example/site',
  'postgres://toolmark:Ket/tle#Qx@db.example/site',
  'https://KEY:KettleQx@s3.example/bucket',
  'redis://:Kettle@Qx@cache.example',
  'SMTP://Kettle@mail.example',
])('%s is written without its user and password', (address) => {
  const written = captureLog()
  const cause = new Error(`cannot parse ${address}`)
  logError(new Error(`"${address}" is no address`, { cause }))
  logWarning(`${address} does not answer`)
  printWarning(`it is ${address}.`)
  expect(written.join('')).toMatch(/:\/\/…@(db|s3|cache|mail)\.example/)
  expect(written.join('')).not.toMatch(/Ket|tle|Qx/)
})

test('a path with an @ stays', () => {
  const path = 'file:///srv/node_modules/@electric-sql/pglite/dist/index.js'
  expect(hidePasswords(path)).toBe(path)
})

test('createRefusalLog writes a line for each refusal, and of a flood the first 60 and one more', () => {
  vi.useFakeTimers({ now: 0 })
  const written = captureLog()
  const log = createRefusalLog()
  const refusal = {
    area: 'auth',
    action: 'token',
    status: 400,
    code: 'invalid_credentials',
  } as const
  for (let count = 0; count < 500; count += 1) log(refusal)
  expect(written).toHaveLength(61)
  expect(JSON.parse(written[0] ?? '')).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'notice',
    name: 'Refused',
    message: 'not allowed',
    ...refusal,
  })
  expect(written.at(-1)).toContain('/_/metrics')
  vi.advanceTimersByTime(60_000)
  log(refusal)
  expect(written).toHaveLength(62)
})

test('a plain object is logged with its message and code, and never as [object Object]', () => {
  const written = captureLog()
  logConsole()
  const answer = { code: '08006', message: 'No database', details: 'Key (name)=(Ana)', hint: null }
  logError(answer)
  logError(new Error('outer', { cause: answer }))
  logError({ status: 503 })
  logError({})
  logError(undefined)
  console.error('Failed:', answer)
  const lines = written.map((line) => JSON.parse(line) as { message: string; cause: string })
  expect(lines.map(({ message, cause }) => [message, cause])).toEqual([
    ['08006: No database', ''],
    ['outer', '08006: No database'],
    ['an object with the keys status', ''],
    ['an object with the keys (none)', ''],
    ['undefined', ''],
    ['Failed: 08006: No database', ''],
  ])
  expect(written.join()).not.toMatch(/object Object|Ana/)
})
