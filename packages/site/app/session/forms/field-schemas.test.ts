import { expect, test } from 'vitest'
import { urlSchema } from './field-schemas.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' sub.example.com/tool?a=1 ', 'https://sub.example.com/tool?a=1'],
  ['bücher.example:8080', 'https://bücher.example:8080'],
  ['http://example.com', 'http://example.com'],
  ['', ''],
])('urlSchema completes "%s" to "%s"', (text, address) => {
  expect(urlSchema.parse(text)).toBe(address)
})

test.each([
  'example',
  'javascript:alert(1)',
  'mailto:a@example.com',
  'ftp://example.com',
  'a b.com',
  '//example.com',
])('urlSchema refuses "%s"', (text) => expect(urlSchema.safeParse(text).success).toBe(false))
