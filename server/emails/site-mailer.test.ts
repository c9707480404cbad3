import { afterEach, expect, test, vi } from 'vitest'
import { warnOfOutbox } from './site-mailer.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['https://tools.example', 1],
  ['http://localhost:3000', 0],
  ['http://127.0.0.1:3000', 0],
])('a site at %s without SMTP_URL writes %d warnings', (siteUrl, count) => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  warnOfOutbox(siteUrl, 'http://127.0.0.1:3000')
  const warnings = written.filter((line) =>
    line.startsWith(`no mail goes out: ${siteUrl} needs SMTP_URL.`),
  )
  expect([written.length, warnings.length]).toEqual([count, count])
})
