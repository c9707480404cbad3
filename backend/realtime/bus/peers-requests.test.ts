import { expect, test } from 'vitest'
import { Presence } from '../presence/presence.ts'
import { Peers } from './peers.ts'

async function passMicrotasks(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await null
}

test.each([0, 1, 2, 3])(
  'a request for the state %i microtasks after the last part is answered',
  async (delay) => {
    const parts: PromiseWithResolvers<boolean>[] = []
    const presence = new Presence('a', {
      send: () => {},
      announce: () => {},
      maxEntries: 1,
      maxBytes: 1,
    })
    const peers = new Peers({
      process: 'a',
      presence: () => presence,
      publish: () => {},
      send: () => {
        const part = Promise.withResolvers<boolean>()
        parts.push(part)
        return part.promise
      },
      log: (error) => {
        throw error
      },
    })
    peers.receive({ from: 'b', kind: 'ask' })
    await passMicrotasks(10)
    expect(parts).toHaveLength(1)
    parts[0]?.resolve(true)
    await passMicrotasks(delay)
    peers.receive({ from: 'c', kind: 'ask' })
    await passMicrotasks(10)
    expect(parts).toHaveLength(2)
  },
)
