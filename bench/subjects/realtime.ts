import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { formatInteger, medianOf } from '../figures.ts'
import type { Result } from '../results.ts'
import { createServiceClient, loadKeys, readMemory, startSite } from '../site.ts'

const SOCKETS = 5000
/** Sockets that are opened at once. */
const CONCURRENCY = 50
const CHANGES = 9
/** Until a change must have arrived everywhere, and until memory is measured, in milliseconds. */
const TIMEOUT_MS = 30_000
const REST_MS = 5000

/** One subscriber of a tool's reviews. */
interface Subscriber {
  socket: WebSocket
  onChange: () => void
}

/**
 * Measures 5,000 visitors of a tool's page on PGlite: the memory that their sockets take, and the time
 * from the change of a review until it has reached all of them.
 * @param folder for the data of the site
 */
export async function measureRealtime(folder: string): Promise<Result[]> {
  const data = join(folder, 'realtime')
  const site = await startSite(data)
  const subscribers: Subscriber[] = []
  try {
    const { anonKey } = await loadKeys(data)
    const service = await createServiceClient(site.url, data)
    const { data: review } = await service
      .from('reviews')
      .select('id, tool_id, rating')
      .limit(1)
      .single()
      .throwOnError()
    // The first subscription loads code and attaches the triggers.
    subscribers.push(await subscribe(site.url, anonKey, review.tool_id))
    await pause(REST_MS)
    const before = await readMemory(site.url)
    while (subscribers.length < SOCKETS) {
      const count = Math.min(CONCURRENCY, SOCKETS - subscribers.length)
      const opened = Array.from({ length: count }, () =>
        subscribe(site.url, anonKey, review.tool_id),
      )
      subscribers.push(...(await Promise.all(opened)))
    }
    await pause(REST_MS)
    const after = await readMemory(site.url)
    const times: { first: number; last: number }[] = []
    for (let at = 0; at < CHANGES; at += 1) {
      const arrived = waitForAll(subscribers)
      const startedAt = performance.now()
      await service
        .from('reviews')
        .update({ title: `Change ${at} of the bench` })
        .eq('id', review.id)
        .throwOnError()
      const { first, last } = await arrived
      times.push({ first: first - startedAt, last: last - startedAt })
    }
    const megabytes = after.resident - before.resident
    const milliseconds = (pick: 'first' | 'last') =>
      `${formatInteger(medianOf(times.map((each) => each[pick])))} ms`
    return [
      {
        name: `memory of ${formatInteger(SOCKETS)} open sockets, each with a channel`,
        measured: `${megabytes} MB (${((megabytes * 1024) / SOCKETS).toFixed(1)} KB a socket, ${before.resident} to ${after.resident} MB)`,
      },
      {
        name: `one change of a review until the first and the last of ${formatInteger(SOCKETS)} sockets have it`,
        measured: `${milliseconds('first')}, ${milliseconds('last')} (median of ${CHANGES})`,
      },
    ]
  } finally {
    for (const { socket } of subscribers) socket.terminate()
    await site.stop()
  }
}

/** Opens a socket and joins the channel of the tool's page, as the site's own code does. */
function subscribe(url: string, key: string, toolId: string): Promise<Subscriber> {
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const subscriber: Subscriber = { socket, onChange: () => {} }
  const table = { schema: 'public', table: 'reviews' }
  const filter = `tool_id=eq.${toolId}`
  const config = {
    broadcast: { ack: false, self: false },
    presence: { enabled: false },
    postgres_changes: [
      { ...table, event: 'INSERT', filter },
      { ...table, event: 'UPDATE', filter },
      { ...table, event: 'DELETE' },
    ],
  }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () =>
      socket.send(JSON.stringify(['1', '1', `realtime:reviews:${toolId}`, 'phx_join', { config }])),
    )
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString()
      if (text.includes('"postgres_changes",{"ids"')) subscriber.onChange()
      else if (text.includes('"phx_reply"')) {
        if (text.includes('"status":"ok"')) resolve(subscriber)
        else reject(new Error(text))
      }
    })
  })
}

/** @returns when the first and the last subscriber have received the next change */
function waitForAll(subscribers: readonly Subscriber[]): Promise<{ first: number; last: number }> {
  return new Promise((resolve, reject) => {
    let first: number | undefined
    let missing = subscribers.length
    const timer = setTimeout(() => reject(new Error(`${missing} sockets got nothing`)), TIMEOUT_MS)
    for (const subscriber of subscribers) {
      subscriber.onChange = () => {
        subscriber.onChange = () => {}
        first ??= performance.now()
        missing -= 1
        if (missing > 0) return
        clearTimeout(timer)
        resolve({ first, last: performance.now() })
      }
    }
  })
}
