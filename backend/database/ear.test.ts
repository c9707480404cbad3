import { expect, test } from 'vitest'
import { Listeners } from './ear.ts'

test('who could not begin to listen is not left among those who do', async () => {
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
  listeners.gap()
  expect(gaps).toBe(0)
  const stop = await listeners.add(listener, () => Promise.resolve())
  expect(gaps).toBe(1)
  listeners.gap()
  stop()
  listeners.gap()
  expect(gaps).toBe(2)
})
