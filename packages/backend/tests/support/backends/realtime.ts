import {
  createClient,
  type RealtimeChannel,
  type RealtimeClientOptions,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { TestBackend } from './backend.ts'

const clients: SupabaseClient[] = []
const sockets: WebSocket[] = []

interface ClientOptions {
  vsn?: '1.0.0' | '2.0.0'
  /** By default the anonymous key. */
  key?: string
  /** The client's IP address; by default one of this machine. */
  network?: string
}

/** A client of supabase-js with its own socket; `closeClients` closes it. */
export function createRealtimeClient(
  backend: Pick<TestBackend, 'url' | 'anonKey'>,
  { vsn = '2.0.0', key = backend.anonKey, network }: ClientOptions = {},
): SupabaseClient {
  const realtime: RealtimeClientOptions = {
    vsn,
    // Without one the client writes its warnings to the console.
    logger: () => {},
    ...(network ? { params: { network } } : {}),
  }
  const client = createClient(backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime,
  })
  clients.push(client)
  return client
}

/** Closes the sockets of a test. */
export async function closeClients(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.terminate()
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()))
}

/** @returns the first status. @throws the error of a refused join */
export function subscribe(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => (error ? reject(error) : resolve(status)))
  })
}

/** Joins a channel. @returns its broadcasts, in their order */
export async function collectBroadcasts(channel: RealtimeChannel) {
  const received: { event: string; payload: Record<string, unknown> }[] = []
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => received.push({ event, payload }))
  await subscribe(channel)
  return received
}

/** @returns the messages of the system to a channel */
export function collectSystem(channel: RealtimeChannel): string[] {
  const messages: string[] = []
  channel.on('system', {}, ({ message }) => messages.push(message))
  return messages
}

let lastNetwork = 0

/** An address that no other test of the file uses. */
export const newNetwork = () => `198.51.100.${++lastNetwork}`

/** A message of protocol 2.0.0. */
type Message = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Record<string, unknown>,
]

export interface TestSocket {
  socket: WebSocket
  send(...message: Message): void
  sendRaw(data: string | Buffer): void
  /** The next message of the server; nothing if the socket closes first. */
  next(): Promise<Message | undefined>
  closed: Promise<{ code: number; reason: string }>
}

/** An upgrade that the server refused. */
export class RefusedUpgrade extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
    this.body = body
  }
}

/**
 * Opens a socket of protocol 2.0.0 without the client of Supabase.
 * @throws {RefusedUpgrade}
 */
export async function openSocket(
  { url, anonKey }: Pick<TestBackend, 'url' | 'anonKey'>,
  {
    path = `/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`,
    network,
    headers = {},
  }: { path?: string; network?: string; headers?: Record<string, string> } = {},
): Promise<TestSocket> {
  const address = `${url.replace('http', 'ws')}${path}${network ? `&network=${network}` : ''}`
  const socket = new WebSocket(address, { headers })
  sockets.push(socket)
  const received: Message[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()))
    wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() })
      wake()
    }),
  )
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.on('error', reject)
    socket.once('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => {
        body += chunk
      })
      response.once('end', () => reject(new RefusedUpgrade(response.statusCode ?? 0, body)))
    })
  })
  return {
    socket,
    send: (...message) => socket.send(JSON.stringify(message)),
    sendRaw: (data) => socket.send(data),
    async next() {
      while (received.length === 0 && socket.readyState === WebSocket.OPEN) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return received.shift()
    },
    closed,
  }
}

/** Joins a channel with the reference 1. @returns the payload of the answer */
export async function joinTopic(socket: TestSocket, topic: string, config: object = {}) {
  socket.send('1', '1', topic, 'phx_join', { config })
  return (await socket.next())?.[4]
}

/** The payload of an answer that refuses. */
export const createRefusal = (reason: string) => ({ status: 'error', response: { reason } })
