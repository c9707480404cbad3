// Binary frames of protocol 2.0.0: one byte per kind and length, the texts, then the payload.

/** A broadcast from a client. */
const USER_BROADCAST_PUSH = 3

/** A broadcast to a client. */
const USER_BROADCAST = 4

const PUSH_HEADER_BYTES = 7

const MAX_TEXT_BYTES = 255

/** A broadcast whose payload travels as bytes. */
export interface UserBroadcast {
  event: string
  encoding: 'json' | 'binary'
  payload: Buffer
}

interface UserBroadcastPush {
  joinRef: string
  ref: string
  topic: string
  broadcast: UserBroadcast
}

/** @returns nothing for bytes that are no such frame */
export function decodeUserBroadcast(data: Buffer): UserBroadcastPush | undefined {
  if (data.length < PUSH_HEADER_BYTES || data[0] !== USER_BROADCAST_PUSH) return undefined
  let at = PUSH_HEADER_BYTES
  const texts: string[] = []
  // Join reference, reference, topic, event and metadata. The server reads no metadata.
  for (let index = 1; index <= 5; index += 1) {
    const end = at + (data[index] ?? 0)
    if (end > data.length) return undefined
    texts.push(data.toString('utf8', at, end))
    at = end
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = texts
  const encoding = data[6] === 0 ? 'binary' : 'json'
  // A copy: the rest of a large network buffer would stay in memory with a message that waits.
  return {
    joinRef,
    ref,
    topic,
    broadcast: { event, encoding, payload: Buffer.from(data.subarray(at)) },
  }
}

/** @returns nothing if the topic or the event is longer than the frame can hold */
export function encodeUserBroadcast(
  topic: string,
  { event, encoding, payload }: UserBroadcast,
): Buffer | undefined {
  const texts = [Buffer.from(topic), Buffer.from(event)]
  if (texts.some(({ length }) => length > MAX_TEXT_BYTES)) return undefined
  const lengths = texts.map(({ length }) => length)
  const header = Buffer.from([USER_BROADCAST, ...lengths, 0, encoding === 'json' ? 1 : 0])
  return Buffer.concat([header, ...texts, payload])
}
