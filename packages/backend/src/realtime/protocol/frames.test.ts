import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameError, parseFrame, VERSIONS, type Version } from './frames.ts'
import { encodeUserBroadcast } from './user-broadcast.ts'

const parse = (data: Buffer | string, isBinary = false, version: Version = '2.0.0') =>
  parseFrame(Buffer.from(data), isBinary, version, 255)

/** The binary broadcast of a client, as realtime-js encodes it. */
function encodePush(texts: readonly string[], encoding: number, payload: Uint8Array): Buffer {
  const buffers = texts.map((text) => Buffer.from(text))
  const lengths = buffers.map(({ length }) => length)
  return Buffer.concat([Buffer.from([3, ...lengths, encoding]), ...buffers, payload])
}

test('a text frame of each version gives its fields', () => {
  const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'e', payload: { b: 1 } }
  expect(parse('["1","2","realtime:a","e",{"b":1}]')).toEqual(frame)
  const former = '{"join_ref":"1","ref":"2","topic":"realtime:a","event":"e","payload":{"b":1}}'
  expect(parse(former, false, '1.0.0')).toEqual(frame)
})

test('any bytes give a frame or a FrameError', () => {
  const data = fc.oneof(
    fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
    fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from([3, ...bytes])),
    fc.json().map((text) => Buffer.from(text)),
    fc.array(fc.jsonValue(), { maxLength: 6 }).map((list) => Buffer.from(JSON.stringify(list))),
  )
  fc.assert(
    fc.property(data, fc.boolean(), fc.constantFrom(...VERSIONS), (bytes, isBinary, version) => {
      try {
        const { topic, event } = parse(bytes, isBinary, version)
        expect(topic.length <= 255 && event.length <= 255).toBe(true)
      } catch (error) {
        if (!(error instanceof FrameError)) throw error
      }
    }),
    { numRuns: 1000 },
  )
})

test('a binary broadcast gives what the client encoded', () => {
  // One to four bytes each: 240 bytes at most.
  const characters = fc.array(fc.constantFrom('a', '"', '\0', 'é', '€', '🙂'), { maxLength: 60 })
  const text = characters.map((list) => list.join(''))
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.uint8Array(),
      fc.boolean(),
      (ref, topic, event, payload, isJson) => {
        const data = encodePush(['1', ref, topic, event, ''], isJson ? 1 : 0, payload)
        expect(parse(data, true)).toMatchObject({
          joinRef: '1',
          ref: ref || null,
          topic,
          event: 'broadcast',
          broadcast: { event, encoding: isJson ? 'json' : 'binary', payload: Buffer.from(payload) },
        })
      },
    ),
  )
})

test('a binary broadcast to a client has kind 4 and the lengths of its texts', () => {
  const broadcast = { event: 'é', encoding: 'json' as const, payload: Buffer.from('{}') }
  const data = encodeUserBroadcast('realtime:a', broadcast)
  expect(data).toEqual(Buffer.from([4, 10, 2, 0, 1, ...Buffer.from('realtime:aé{}')]))
  expect(encodeUserBroadcast('t'.repeat(256), broadcast)).toBeUndefined()
})
