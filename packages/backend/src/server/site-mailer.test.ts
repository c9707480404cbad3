import { afterEach, expect, test, vi } from 'vitest'
import { toSender, warnOfOutbox } from './site-mailer.ts'

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

test.each([
  ['https://www.tools.example', 'no-reply@tools.example'],
  ['https://tools.example:8443', 'no-reply@tools.example'],
  ['http://localhost:3000', 'no-reply@localhost'],
])('without MAIL_FROM the sender of a site at %s is %s', (siteUrl, address) =>
  expect(toSender('Kiln, "Ltd"', siteUrl)).toBe(`"Kiln, Ltd" <${address}>`),
)
