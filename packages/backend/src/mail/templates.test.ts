import { expect, test } from 'vitest'
import { createMail, createNotice } from './templates.ts'

const link = 'https://tools.example/auth/v1/verify?token=abc&type=signup&redirect_to=%22'
const mail = createMail('signup', 'ana@people.example', 'Tools & <Co>', { link, code: '123456' })

test('createMail returns link, code and reason as text and as HTML', () => {
  expect(mail.text).toContain(`\n${link}\n`)
  expect(mail.text).toContain('Or enter this code: 123456')
  expect(mail.text).toContain('You get this message because someone entered this address')
  expect(mail.html).toContain('123456')
  // A button, and the full address for mail programs without buttons.
  const shown = link.replaceAll('&', '&amp;')
  expect(mail.html.split(`href="${shown}"`)).toHaveLength(3)
  expect(mail.html).toContain(`>${shown}</a>`)
})

test('createMail escapes names, loads nothing and has dark colors', () => {
  expect(mail.html).toContain('Tools &amp; &lt;Co&gt;')
  expect(mail.html).not.toMatch(/<(img|script|link)\b|url\(|@import/)
  expect(mail.html).toContain('prefers-color-scheme:dark')
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
})

test('createNotice returns a mail without a code, whose only link is the site', () => {
  const notice = createNotice(
    'password_changed',
    'ana@people.example',
    'Toolmark',
    'https://tools.example',
  )
  expect(notice.text).toContain('please write to us now, at https://tools.example\n')
  expect(notice.html.match(/href="[^"]*"/g)).toEqual(['href="https://tools.example"'])
  expect(notice.html).not.toContain('code')
  const named = createNotice(
    'password_changed',
    'ana@people.example',
    'Toolmark',
    'https://tools.example',
    undefined,
    'staff@tools.example',
  )
  expect(named.text).toContain('please write to us now, at staff@tools.example\n')
})
