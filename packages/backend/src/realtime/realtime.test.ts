// Keys and databases that a test of the whole backend cannot replace.
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listenLocally } from '../../tests/support/services/local-server.ts'
import type { Database } from '../database/database.ts'
import { type Claims, type Keys, TokenError } from '../keys/keys.ts'
import { NO_CHANGES } from './change-source.ts'
import { createRealtime, type Realtime } from './realtime.ts'

let realtime: Realtime
let server: Server
afterEach(async () => {
  await realtime.close()
  server.close()
})

/** @param database replaces parts of one that answers nothing */
async function start(keys: Pick<Keys, 'verify'>, database: Partial<Database> = {}) {
  const errors: unknown[] = []
  realtime = createRealtime({
    database: {
      engine: 'pglite',
      listen: async () => () => {},
      ...database,
    } as Database,
    keys: keys as Keys,
    changes: NO_CHANGES,
    limits: { sweepMs: 20 },
    log: (error) => errors.push(error),
  })
  server = createServer()
  server.on('upgrade', (request, socket, head) =>
    realtime.upgrade(request, socket, head, '127.0.0.1'),
  )
  const port = await listenLocally(server)
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=key`)
  const messages: unknown[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()).slice(3)))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send('["1","1","realtime:room","phx_join",{}]')
  await expect.poll(() => messages).toHaveLength(1)
  return { socket, messages, errors }
}

const claims: Claims = { role: 'service_role', exp: Date.now() / 1000 + 60 }

test('a service key that was replaced closes its channels and its socket at the next sweep', async () => {
  let isReplaced = false
  const verify = async () => {
    if (isReplaced) throw new TokenError('invalid')
    return claims
  }
  const { messages, socket } = await start({ verify })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  isReplaced = true
  await expect
    .poll(() => messages)
    .toEqual([
      ['phx_reply', { status: 'ok', response: { postgres_changes: [] } }],
      [
        'system',
        {
          extension: 'system',
          status: 'error',
          message: 'The token provided is not a valid JWT',
          channel: 'room',
        },
      ],
      ['phx_close', {}],
    ])
  expect(await closed).toBe(1008)
})

test('an error while a token is verified again is logged, and the channel stays open', async () => {
  let isBroken = false
  const verify = async () => {
    if (isBroken) throw new Error('broken')
    return claims
  }
  const { messages, errors } = await start({ verify })
  isBroken = true
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  expect(messages).toHaveLength(1)
})

describe('notifications', () => {
  const row = (n: number) =>
    JSON.stringify({ row: '1', topic: 'room', event: 'e', payload: `{"n":${n}}`, private: false })
  const delivered = (n: number) => ['broadcast', { type: 'broadcast', event: 'e', payload: { n } }]

  /** @param rows of `realtime.bus_messages` */
  async function listen(rows: object[] = []) {
    let notify = (_payload: string) => {}
    const listening = await start(
      { verify: async () => claims },
      {
        asOwner: (async () => rows) as Database['asOwner'],
        listen: async ({ onNotice }) => {
          notify = onNotice
          return () => {}
        },
      },
    )
    return { ...listening, notify: (payload: string) => notify(payload) }
  }

  test.each([
    'no JSON',
    '1',
    'null',
    '{}',
    '{"large":"x"}',
    '{"row":"1"}',
    '{"from":"p","isPrivate":false}',
  ])('%s is logged, and the ones before and after it are delivered', async (invalid) => {
    const { messages, errors, notify } = await listen()
    for (const payload of [row(1), invalid, row(2)]) notify(payload)
    await expect.poll(() => messages.slice(1)).toEqual([delivered(1), delivered(2)])
    expect(errors).toHaveLength(1)
  })

  test('a large one whose row is not valid is logged, and the others are delivered', async () => {
    const broadcast = { topic: 'room', isPrivate: false, text: JSON.stringify(delivered(2)[1]) }
    const valid = JSON.stringify({ from: 'p', ...broadcast })
    const { messages, errors, notify } = await listen([
      { id: 1, payload: 'no JSON' },
      { id: 2, payload: valid },
    ])
    for (const payload of [row(1), '{"large":1}', '{"large":2}', row(3)]) notify(payload)
    await expect.poll(() => messages.slice(1)).toEqual([delivered(1), delivered(2), delivered(3)])
    expect(errors).toHaveLength(1)
  })
})

test('a join without the database is refused, and a later one succeeds', async () => {
  let isDown = true
  const { socket, messages } = await start(
    { verify: async () => claims },
    { listen: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(() => {})) },
  )
  const reason = 'UnableToConnectToProject: Realtime was unable to connect to the project database'
  expect(messages).toEqual([['phx_reply', { status: 'error', response: { reason } }]])
  isDown = false
  socket.send('["2","2","realtime:room","phx_join",{}]')
  await expect.poll(() => messages[1]).toMatchObject(['phx_reply', { status: 'ok' }])
})
