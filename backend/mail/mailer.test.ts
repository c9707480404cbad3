import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { answerSmtp } from '../../tests/support/services/smtp.ts'
import { createOutbox, createSmtpMailer } from './mailer.ts'

const mail = { to: 'ana@people.example', subject: 'Hello', text: 'Text', html: '<p>Text</p>' }
const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

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

test('send delivers a mail to the SMTP server', async () => {
  const taken: string[] = []
  const port = await listen((socket) => answerSmtp(socket, taken))
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Toolmark <t@example.org>', () => {})
  mailer.send(mail)
  await expect.poll(() => taken.join(), { timeout: 5000 }).toContain('Subject: Hello')
})

test('send returns immediately and retries while the server is down', async () => {
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

test('a mail that cannot be sent is logged without its address', async () => {
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

test('close waits for pending mail and logs how many were not sent', async () => {
  const taken: string[] = []
  const lines: string[] = []
  const port = await listen((socket) => answerSmtp(socket, taken, 300))
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 't@example.org', () => {})
  mailer.send(mail)
  await mailer.close(5000)
  expect(taken).toHaveLength(1)

  const silent = await listen(() => {})
  const patient = createSmtpMailer(`smtp://127.0.0.1:${silent}`, 't@example.org', (line) =>
    lines.push(line),
  )
  patient.send(mail)
  patient.send(mail)
  await patient.close(100)
  expect(lines).toEqual(['2 mails were not sent before the stop'])
})

test('close makes the next attempt immediately', async () => {
  const port = await listen((socket) => socket.destroy())
  const lines: string[] = []
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 't@example.org', (line) =>
    lines.push(line),
  )
  mailer.send(mail)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const before = Date.now()
  await mailer.close(5000)
  expect(Date.now() - before).toBeLessThan(1500)
  expect(lines.join()).toMatch(/^mail could not be sent/)
})

test('deliver resolves when the mail server has taken the mail', async () => {
  const taken: string[] = []
  const port = await listen((socket) => answerSmtp(socket, taken))
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 't@example.org', () => {})
  await mailer.deliver(mail)
  expect(taken).toHaveLength(1)
})

test('deliver rejects after one attempt, and says whether the server refused this mail', async () => {
  const lines: string[] = []
  let connections = 0
  const broken = await listen((socket) => {
    connections += 1
    socket.destroy()
  })
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${broken}`, 't@example.org', (line) =>
    lines.push(line),
  )
  await expect(mailer.deliver(mail)).rejects.toMatchObject({ name: 'MailError', isRefusal: false })
  expect([connections, lines]).toEqual([1, []])

  const strict = await listen((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      const isRecipient = String(chunk).startsWith('RCPT')
      socket.write(isRecipient ? '550 unknown mailbox\r\n' : '250 ok\r\n')
    })
  })
  const refused = createSmtpMailer(`smtp://127.0.0.1:${strict}`, 't@example.org', () => {})
  await expect(refused.deliver(mail)).rejects.toMatchObject({
    isRefusal: true,
    message: expect.stringContaining('550 unknown mailbox'),
  })
})

test('close waits for a mail that deliver sends', async () => {
  const taken: string[] = []
  const port = await listen((socket) => answerSmtp(socket, taken, 300))
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 't@example.org', () => {})
  const delivery = mailer.deliver(mail)
  await mailer.close(5000)
  await delivery
  expect(taken).toHaveLength(1)
})

test('the outbox keeps the last 1,000 mails, the newest first', async () => {
  const mailer = createOutbox()
  for (let count = 0; count < 1001; count += 1) mailer.send({ ...mail, subject: String(count) })
  await mailer.deliver({ ...mail, subject: 'last' })
  const subjects = mailer.outbox('ANA@people.example').map(({ subject }) => subject)
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([1000, 'last', '2'])
})
