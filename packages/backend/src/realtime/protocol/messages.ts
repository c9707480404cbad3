import type { Ref, Version } from './frames.ts'
import { encodeUserBroadcast, type UserBroadcast } from './user-broadcast.ts'

/** Bytes of one frame. */
export interface Encoded {
  data: Buffer
  isBinary: boolean
}

/** A message to clients. Each version is encoded once, whatever the number of receivers. */
export interface Message {
  /** @returns nothing if the version cannot carry the message */
  encode(version: Version): Encoded | undefined
}

const toText = (data: string): Encoded => ({ data: Buffer.from(data), isBinary: false })

/** @param response JSON text */
export function encodeReply(
  version: Version,
  { joinRef, ref, topic }: { joinRef: Ref; ref: Ref; topic: string },
  status: 'ok' | 'error',
  response: string,
): Encoded {
  const payload = `{"status":"${status}","response":${response}}`
  return encodePush(version, { joinRef, ref, topic, event: 'phx_reply' }, payload)
}

/** @param payload JSON text */
export function encodePush(
  version: Version,
  { joinRef, ref, topic, event }: { joinRef: Ref; ref: Ref; topic: string; event: string },
  payload: string,
): Encoded {
  const [name, of] = [JSON.stringify(event), JSON.stringify(topic)]
  return version === '2.0.0'
    ? toText(`[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${of},${name},${payload}]`)
    : toText(`{"topic":${of},"event":${name},"payload":${payload},"ref":${JSON.stringify(ref)}}`)
}

/** A message without references. */
export class Push implements Message {
  readonly #topic: string
  readonly #event: string
  readonly #payload: string
  readonly #encoded = new Map<Version, Encoded>()

  /** @param payload JSON text */
  constructor(topic: string, event: string, payload: string) {
    this.#topic = topic
    this.#event = event
    this.#payload = payload
  }

  encode(version: Version): Encoded {
    const known = this.#encoded.get(version)
    if (known) return known
    const names = { joinRef: null, ref: null, topic: this.#topic, event: this.#event }
    const encoded = encodePush(version, names, this.#payload)
    this.#encoded.set(version, encoded)
    return encoded
  }
}

/** A broadcast that arrived as bytes: version 2.0.0 gets bytes, 1.0.0 gets JSON or nothing. */
export class UserBroadcastMessage implements Message {
  readonly #topic: string
  readonly #broadcast: UserBroadcast
  #bytes: Encoded | undefined
  #push: Push | undefined

  constructor(topic: string, broadcast: UserBroadcast) {
    this.#topic = topic
    this.#broadcast = broadcast
  }

  encode(version: Version): Encoded | undefined {
    if (version === '2.0.0') {
      const data = this.#bytes?.data ?? encodeUserBroadcast(this.#topic, this.#broadcast)
      if (data) {
        this.#bytes ??= { data, isBinary: true }
        return this.#bytes
      }
    }
    const { event, encoding, payload } = this.#broadcast
    if (encoding === 'binary') return undefined
    this.#push ??= new Push(
      this.#topic,
      'broadcast',
      `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.toString()}}`,
    )
    return this.#push.encode(version)
  }
}
