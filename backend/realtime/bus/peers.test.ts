import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Member } from '../channels/topics.ts'
import { Presence } from '../presence/presence.ts'
import type { Encoded, Message } from '../protocol/messages.ts'
import type { BusMessage, SentMessage } from './bus-messages.ts'
import { Peers } from './peers.ts'

const HEARTBEAT_MS = 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  for (const each of processes.splice(0)) each.close()
  vi.useRealTimers()
})

type Process = ReturnType<typeof startProcess>
const processes: { close: () => void }[] = []

/** A process whose messages wait in `sent` until `deliver` is called. */
function startProcess(name: string) {
  const sent: SentMessage[] = []
  const publish = (message: BusMessage) => {
    sent.push(structuredClone({ from: name, ...message }))
  }
  const presence: Presence = new Presence(name, {
    send: () => {},
    announce: (diff) => peers.publishDiff(diff),
    maxEntries: 1000,
    maxBytes: 1_000_000,
  })
  const peers: Peers = new Peers({
    process: name,
    presence: () => presence,
    publish,
    send: async (message) => {
      publish(message)
      return true
    },
    times: { heartbeat: HEARTBEAT_MS, timeout: 10 * HEARTBEAT_MS },
    log: (error) => {
      throw error
    },
  })
  peers.start()
  const started = {
    peers,
    sent,
    track: (key: string, text = '', channel = 'public:room') =>
      presence.track(createMember(channel), key, { text }),
    /** The keys on a channel, as a new member gets them. */
    keys(channel = 'public:room'): string[] {
      let state: Encoded | undefined
      const send = (message: Message) => {
        state = message.encode('1.0.0')
      }
      presence.sendState({ ...createMember(channel), send })
      return Object.keys(JSON.parse(String(state?.data)).payload).toSorted()
    },
    close() {
      peers.close()
      presence.close()
    },
  }
  processes.push(started)
  return started
}

const createMember = (key: string): Member => ({
  key,
  canReadBroadcasts: true,
  canReadPresence: true,
  send: () => {},
})

/** Delivers what a process has sent, also what it sends meanwhile. */
async function deliver(from: Process, to: Process): Promise<SentMessage[]> {
  const delivered: SentMessage[] = []
  // Parts of a state follow each other in later ticks.
  for (let idle = 0; idle < 10; idle += 1) {
    await null
    for (let message = from.sent.shift(); message; message = from.sent.shift()) {
      to.peers.receive(message)
      delivered.push(message)
      idle = 0
    }
  }
  return delivered
}

const kinds = (messages: readonly SentMessage[]) => messages.map(({ kind }) => kind)

test('a large state arrives in parts, with the changes between them', async () => {
  const [a, b] = [startProcess('a'), startProcess('b')]
  const keys = Array.from({ length: 100 }, (_, index) => `key ${100 + index}`)
  for (const key of keys) a.track(key, 'x'.repeat(2000))
  for (const key of keys) a.track(key, 'x'.repeat(2000), 'public:other')
  a.sent.splice(0)
  b.peers.resync()
  await deliver(b, a)
  expect(a.sent[0]).toMatchObject({ kind: 'state', part: 0, isLast: false })
  const first = a.sent.shift()
  if (first) b.peers.receive(first)
  a.track('late')
  expect(b.keys()).toEqual([])
  const rest = await deliver(a, b)
  expect(kinds(rest).filter((kind) => kind === 'state').length).toBeGreaterThan(5)
  for (const part of rest) expect(JSON.stringify(part).length).toBeLessThan(80_000)
  expect(b.keys()).toEqual([...keys, 'late'])
  expect(b.keys('public:other')).toEqual(keys)
  a.track('later')
  await deliver(a, b)
  expect([b.keys(), b.sent]).toEqual([[...keys, 'late', 'later'], []])
})

test('a state that misses a part is not used, and is requested again after a heartbeat', async () => {
  const [a, b] = [startProcess('a'), startProcess('b')]
  for (const key of ['1', '2', '3', '4']) a.track(key, 'x'.repeat(40_000))
  a.sent.splice(0)
  b.peers.resync()
  await deliver(b, a)
  const parts = await deliver(a, startProcess('c'))
  expect(parts).toHaveLength(4)
  for (const part of parts.toSpliced(2, 1)) b.peers.receive(part)
  expect(b.keys()).toEqual([])
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await deliver(a, b)
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await deliver(a, b)
  await deliver(b, a)
  await deliver(a, b)
  expect(b.keys()).toEqual(['1', '2', '3', '4'])
})

test('a lost change is detected by the next heartbeat', async () => {
  const [a, b] = [startProcess('a'), startProcess('b')]
  a.track('1')
  await deliver(a, b)
  await deliver(b, a)
  await deliver(a, b)
  a.track('2')
  expect(kinds(a.sent.splice(0))).toEqual(['diff'])
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await deliver(a, b)
  await deliver(b, a)
  await deliver(a, b)
  expect(b.keys()).toEqual(['1', '2'])
})

test('a process asks a peer once in a heartbeat', async () => {
  const [a, b] = [startProcess('a'), startProcess('b')]
  for (const key of ['1', '2', '3']) a.track(key)
  await deliver(a, b)
  expect(b.sent.splice(0)).toEqual([{ from: 'b', kind: 'ask', of: 'a' }])
  vi.advanceTimersByTime(HEARTBEAT_MS)
  b.sent.splice(0)
  a.track('4')
  await deliver(a, b)
  expect(b.sent).toEqual([{ from: 'b', kind: 'ask', of: 'a' }])
})

test('several requests at once get one state, and a process that knows it ignores it', async () => {
  const [a, b] = [startProcess('a'), startProcess('b')]
  a.track('1')
  a.sent.splice(0)
  for (const from of ['b', 'c', 'd']) a.peers.receive({ from, kind: 'ask' })
  expect(kinds(await deliver(a, b))).toEqual(['state'])
  expect(b.keys()).toEqual(['1'])
  b.peers.resync()
  b.peers.resync()
  expect(kinds(b.sent)).toEqual(['ask'])
  await deliver(b, a)
  expect(kinds(await deliver(a, b))).toEqual(['state'])
  expect(b.keys()).toEqual(['1'])
})

test('a process that leaves while it sends its state is forgotten', async () => {
  const [a, b] = [startProcess('a'), startProcess('b')]
  for (const key of ['1', '2']) a.track(key, 'x'.repeat(40_000))
  a.peers.receive({ from: 'b', kind: 'ask' })
  await null
  a.close()
  expect(kinds(await deliver(a, b)).at(-1)).toBe('leave')
  expect(b.keys()).toEqual([])
})

test('a process that is closed sends no message after its leave', async () => {
  const [a, b] = [startProcess('a'), startProcess('b')]
  a.track('1')
  b.close()
  await deliver(a, b)
  b.peers.receive({ from: 'a', kind: 'ask' })
  expect(kinds(await deliver(b, a))).toEqual(['leave'])
})
