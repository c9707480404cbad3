import { expect, test } from 'vitest'
import { renderOutboxPage } from './outbox-page.ts'

const MAIL = {
  to: 'ana@example.com',
  subject: 'Reset <your> password',
  text: 'Open this:\nhttps://tools.example/verify?token=a&type=recovery\n\n<script>alert(1)</script>',
  html: '',
  sent_at: '2026-11-24T10:00:00.000Z',
}

test('the outbox links the addresses of a mail and escapes everything else', () => {
  const page = String(renderOutboxPage([MAIL]))
  expect(page).toContain(
    '<a href="https://tools.example/verify?token=a&amp;type=recovery">https://tools.example/verify?token=a&amp;type=recovery</a>\n',
  )
  expect(page).toContain('Reset &lt;your&gt; password')
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toContain('<script>')
})

test('an empty outbox says so', () => {
  expect(String(renderOutboxPage([]))).toContain('No mail yet.')
})
