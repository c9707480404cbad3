import { afterEach, expect, test, vi } from 'vitest'
import { logConsole, logWarning } from './log.ts'

const { error, warn } = console
afterEach(() => {
  Object.assign(console, { error, warn })
  vi.restoreAllMocks()
})

test('every line is JSON, also a library’s own, without what it quotes', () => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
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
