import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSmtpMailer } from './mailer.ts'

const mail = { to: 'ana@people.example', subject: 'Hello', text: 'Text', html: '<p>Text</p>' }
const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** Just enough SMTP to take a message. */
function answerSmtp(socket: Socket, taken: string[]): void {
  let letter: string | undefined
  socket.write('220 here\r\n')
  socket.on('data', (chunk) => {
    const said = String(chunk)
    if (letter !== undefined) {
      letter += said
      if (!letter.endsWith('\r\n.\r\n')) return
      taken.push(letter)
      letter = undefined
      socket.write('250 taken\r\n')
    } else if (said.startsWith('DATA')) {
      letter = ''
      socket.write('354 go on\r\n')
    } else socket.write('250 ok\r\n')
  })
}

async function listen(onSocket: (socket: Socket) => void, port = 0): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('a mail goes out', async () => {
  const taken: string[] = []
  const port = await listen((socket) => answerSmtp(socket, taken))
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Toolmark <t@example.org>', () => {})
  mailer.send(mail)
  await expect.poll(() => taken.join(), { timeout: 5000 }).toContain('Subject: Hello')
})

test('a server that is away is asked again, and nobody waits for it', async () => {
  const port = await listen(() => {})
  await new Promise((resolve) => servers.pop()?.close(resolve))
  const taken: string[] = []
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 't@example.org', () => {}, 50)
  const before = Date.now()
  mailer.send(mail)
  expect(Date.now() - before).toBeLessThan(1000)
  await new Promise((resolve) => setTimeout(resolve, 120))
  await listen((socket) => answerSmtp(socket, taken), port)
  await expect.poll(() => taken, { timeout: 10_000 }).toHaveLength(1)
})

test('what cannot be sent at all is said without anybody’s address', async () => {
  const port = await listen((socket) => socket.destroy())
  const lines: string[] = []
  const mailer = createSmtpMailer(
    `smtp://127.0.0.1:${port}`,
    't@example.org',
    (line) => lines.push(line),
    5,
  )
  mailer.send(mail)
  await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1)
  expect(lines.join()).toMatch(/^mail could not be sent/)
  expect(lines.join()).not.toContain('ana@')
})
