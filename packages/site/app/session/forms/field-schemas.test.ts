import { expect, test } from 'vitest'
import { urlSchema } from './field-schemas.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' sub.example.com/tool?a=1 ', 'https://sub.example.com/tool?a=1'],
  ['bücher.example:8080', 'https://bücher.example:8080'],
  ['http://example.com', 'http://example.com'],
  ['192.0.2.1:8080/tool', 'https://192.0.2.1:8080/tool'],
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
  'https://0x7f.1/',
  'https://127.1',
  'https://2130706433/',
])('urlSchema refuses "%s"', (text) => expect(urlSchema.safeParse(text).success).toBe(false))
