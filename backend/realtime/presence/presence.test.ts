import { expect, test } from 'vitest'
import type { Member } from '../channels/topics.ts'
import { Presence } from './presence.ts'

const createMember = (): Member => ({
  key: 'public:room',
  canReadBroadcasts: true,
  canReadPresence: true,
  send: () => {},
})

/** A channel with a member of this process, and with one of another that arrives afterwards. */
function fillChannel(limits: { maxEntries: number; maxBytes: number }) {
  const presence = new Presence('p', { send: () => {}, announce: () => {}, ...limits })
  const member = createMember()
  expect(presence.track(member, 'a', { text: 'x'.repeat(100) })).toBe(true)
  const entry = { key: 'b', ref: 'q.0', from: 'q', text: `"${'x'.repeat(200)}"` }
  presence.receive({ channel: member.key, joins: [entry], leaves: [] })
  return { presence, member }
}

test('a member of a channel with too many keys can replace its entry, and no other can join', () => {
  const { presence, member } = fillChannel({ maxEntries: 1, maxBytes: 10_000 })
  expect(presence.track(member, 'a', { text: 'new' })).toBe(true)
  expect(presence.track(createMember(), 'c', {})).toBe(false)
  presence.close()
})

test('a member of a channel with too many bytes can replace its entry by a smaller one only', () => {
  const { presence, member } = fillChannel({ maxEntries: 10, maxBytes: 200 })
  expect(presence.track(member, 'a', { text: 'x'.repeat(200) })).toBe(false)
  expect(presence.track(member, 'a', { text: 'x' })).toBe(true)
  expect(presence.track(createMember(), 'c', {})).toBe(false)
  presence.close()
})
