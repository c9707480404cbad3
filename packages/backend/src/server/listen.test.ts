// Connections that hold resources of the server without sending a request, reading or closing.
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { type HttpListener, LIMITS, listen } from './listen.ts'
import { logError } from './log.ts'

let listener: HttpListener
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  // A refused host opens none.
  await listener?.close()
})

async function open(limits: Partial<typeof LIMITS>, host = '127.0.0.1') {
  listener = await listen(host, 0, { ...LIMITS, ...limits })
  const app = new Hono()
  app.get('/large', (c) => c.body(new Uint8Array(40 * 1024 ** 2)))
  app.get('/late', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return c.text('late')
  })
  app.get('/slow', () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('first part')),
    })
    return new Response(body, { headers: { 'Content-Length': '1000' } })
  })
  listener.attach(app)
}

/** @returns a connection that has sent a text, and the milliseconds until it closes */
function sendText(text: string, host = '127.0.0.1') {
  const socket = connect(listener.port, host)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(text)
  const ended = new Promise<number>((resolve) => {
    const begun = performance.now()
    socket.once('close', () => resolve(performance.now() - begun))
  })
  return { socket, ended }
}

const toRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('a port in use throws one line that says what to do', async () => {
  await open({})
  const { port } = listener
  await expect(listen('127.0.0.1', port)).rejects.toThrow(
    `port ${port} is in use: stop what listens there, or set another PORT`,
  )
})

test('an answer and the log have the id of the request, its own if it is well-formed', async () => {
  const lines: { request?: string }[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)) as { request?: string })
    return true
  })
  const app = new Hono()
  app.get('/', async (c) => {
    await Promise.resolve()
    logError(new Error('broken'))
    return c.text('')
  })
  const other = await listen('127.0.0.1', 0)
  other.attach(app)
  const readId = async (id?: string) => {
    const headers = id ? { 'X-Request-Id': id } : undefined
    const response = await fetch(`http://127.0.0.1:${other.port}/`, { headers })
    return response.headers.get('x-request-id') ?? ''
  }
  const ids = [await readId(), await readId('of-the-proxy:7'), await readId('a "quoted" id')]
  logError(new Error('of a job'))
  write.mockRestore()
  await other.close()
  expect(ids[1]).toBe('of-the-proxy:7')
  expect([ids[0], ids[2]]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)))
  expect(lines.map(({ request }) => request)).toEqual([...ids, undefined])
})

test.each([
  [
    'a head of 70 KB',
    toRequest(`/${'x'.repeat(70_000)}`),
    431,
    'The address or the headers are too long. Send fewer values',
  ],
  ['a malformed request', 'GET / HTTP/1.1\r\nno header\r\n\r\n', 400, 'The request is malformed'],
])('%s gets a JSON error', async (_name, text, status, message) => {
  await open({})
  const { socket, ended } = sendText(text)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  await ended
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toEqual({ code: String(status), message, details: null, hint: null })
})

test('a malformed request during a response ends the connection and adds nothing to it', async () => {
  await open({})
  const { socket, ended } = sendText(toRequest('/slow'))
  let received = ''
  await new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      received += data
      if (received.endsWith('first part')) resolve()
    })
  })
  socket.write('garbage\r\n\r\n')
  await ended
  expect(received).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\n\r\nfirst part$/)
})

test('a connection without headers ends at the headers timeout, not at the next check', async () => {
  await open({ headers: 200 })
  const { socket, ended } = sendText('GET / HTTP/1.1\r\n')
  socket.resume()
  expect(await ended).toBeLessThan(3000)
})

test('an unread response ends its connection, a late one does not', async () => {
  await open({ unread: 200 })
  const unread = sendText(toRequest('/large'))
  // Only reading shows the end: what has arrived is far less than the response.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  let read = 0
  unread.socket.on('data', (chunk) => {
    read += chunk.length
  })
  await unread.ended
  expect(read).toBeLessThan(40 * 1024 ** 2)
  const late = await fetch(`http://127.0.0.1:${listener.port}/late`)
  expect(await late.text()).toBe('late')
})

test('a connection without another request ends at the idle timeout', async () => {
  await open({ idle: 200 })
  const { socket, ended } = sendText(toRequest('/none'))
  socket.resume()
  expect(await ended).toBeLessThan(4000)
})

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((own) => own && !own.internal && own.family === 'IPv4')?.address

test.runIf(elsewhere)(
  'another machine is limited to its number of connections, and this machine is not',
  async () => {
    const host = elsewhere ?? ''
    await open({ connectionsPerNetwork: 2, headers: 60_000 }, '0.0.0.0')
    const status = (socket: Socket) =>
      new Promise<string>((resolve) => {
        socket.once('data', (chunk) => resolve(String(chunk).slice(9, 12)))
        socket.once('close', () => resolve('closed'))
      })
    const first = [sendText(toRequest('/none'), host), sendText(toRequest('/none'), host)]
    expect(await Promise.all(first.map(({ socket }) => status(socket)))).toEqual(['404', '404'])
    expect(await status(sendText(toRequest('/none'), host).socket)).toBe('closed')
    const own = [1, 2, 3].map(() => status(sendText(toRequest('/none')).socket))
    expect(await Promise.all(own)).toEqual(['404', '404', '404'])
    first[0]?.socket.destroy()
    await expect.poll(() => status(sendText(toRequest('/none'), host).socket)).toBe('404')
  },
)

test.each(['nowhere.invalid', '192.0.2.1'])(
  'the host %s, which is no address of this machine, throws an error of one line',
  async (host) => {
    await expect(listen(host, 0)).rejects.toThrow(
      new Error(`HOST ${host} is no address of this machine`),
    )
  },
)

const UPGRADE =
  'GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

test('an upgrade before the app is attached gets 503, and later 404 without a listener', async () => {
  listener = await listen('127.0.0.1', 0)
  const early = sendText(UPGRADE)
  expect(await readAll(early.socket)).toMatch(
    /^HTTP\/1\.1 503 .*Retry-After: 1\r\n.*{"error":"The server is starting"}$/s,
  )
  listener.attach(new Hono())
  expect(await readAll(sendText(UPGRADE).socket)).toMatch(
    /^HTTP\/1\.1 404 .*{"error":"Not Found"}$/s,
  )
})

test('another attached app replaces the first', async () => {
  listener = await listen('127.0.0.1', 0)
  const get = async () => (await fetch(`http://127.0.0.1:${listener.port}`)).text()
  const early = get()
  listener.attach(new Hono().get('/', (c) => c.text('starting')))
  expect([await early, await get()]).toEqual(['starting', 'starting'])
  listener.attach(new Hono().get('/', (c) => c.text('site')))
  expect(await get()).toBe('site')
})

test('a request that offers another protocol is answered as any other', async () => {
  await open({ idle: 100 })
  const offer =
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
  const { socket } = sendText(`GET /late HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 .*late/s)
})

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
