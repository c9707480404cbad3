import { expect, test } from 'vitest'
import type { Member } from '../channels/topics.ts'
import { Presence } from './presence.ts'

const createMember = (): Member => ({
  key: 'public:room',
  canReadBroadcasts: true,
  canReadPresence: true,
  send: () => {},
})

function createChannel(limits: { maxEntries: number; maxBytes: number }) {
  const presence = new Presence('p', { send: () => {}, ...limits })
  const member = createMember()
  expect(presence.track(member, 'a', { text: 'x'.repeat(100) })).toBe(true)
  return { presence, member }
}

test('a member of a channel with all its keys can replace its entry, and no other can join', () => {
  const { presence, member } = createChannel({ maxEntries: 1, maxBytes: 10_000 })
  for (const key of ['a', 'c']) expect(presence.track(createMember(), key, {})).toBe(false)
  expect(presence.track(member, 'a', { text: 'new' })).toBe(true)
  presence.untrack(member)
  expect(presence.track(createMember(), 'c', {})).toBe(true)
  presence.close()
})

test('a member of a channel with all its bytes can replace its entry by a smaller one only', () => {
  const { presence, member } = createChannel({ maxEntries: 10, maxBytes: 150 })
  expect(presence.track(createMember(), 'c', { text: 'x' })).toBe(false)
  expect(presence.track(member, 'a', { text: 'x'.repeat(200) })).toBe(false)
  expect(presence.track(member, 'a', { text: 'x' })).toBe(true)
  expect(presence.track(createMember(), 'c', { text: 'x' })).toBe(true)
  presence.close()
})
