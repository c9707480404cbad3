import { expect, test } from 'vitest'
import { limitReports, REPORT_LIMIT } from './report-limit.ts'

test('limitReports sends ten reports of a network that are accepted, and answers the 11th with PT429', async () => {
  let status = 400
  let address = '203.0.113.7'
  const send = limitReports(
    async () => Response.json({}, { status }),
    () => address,
  )
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1) statuses.push((await send('http://x')).status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  status = 200
  for (let count = 0; count < REPORT_LIMIT.points; count += 1)
    expect((await send('http://x')).status).toBe(200)
  const refused = await send('http://x')
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({
      code: 'PT429',
      message: 'You have sent too many reports today. Please try again tomorrow.',
    }),
  ])
  address = '203.0.113.8'
  expect((await send('http://x')).status).toBe(200)
})

test('limitReports counts no report that did not reach the backend', async () => {
  let isDown = true
  const send = limitReports(
    async () => {
      if (isDown) throw new TypeError('fetch failed')
      return Response.json({})
    },
    () => '203.0.113.7',
  )
  for (let count = 0; count < 12; count += 1)
    await expect(send('http://x')).rejects.toThrow('fetch failed')
  isDown = false
  expect((await send('http://x')).status).toBe(200)
})
