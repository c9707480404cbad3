import { expect, test } from 'vitest'
import { Listeners } from './notifications.ts'

test('add rejects and keeps no listener when its listen statement fails', async () => {
  const listeners = new Listeners()
  let gaps = 0
  const listener = {
    channel: 'x',
    onNotice: () => {},
    onGap: () => {
      gaps += 1
    },
  }
  const refused = listeners.add(listener, () => Promise.reject(new Error('no connection')))
  await expect(refused).rejects.toThrow('no connection')
  listeners.reportGap()
  expect(gaps).toBe(0)
  const stop = await listeners.add(listener, () => Promise.resolve())
  expect(gaps).toBe(1)
  listeners.reportGap()
  stop()
  listeners.reportGap()
  expect(gaps).toBe(2)
})
