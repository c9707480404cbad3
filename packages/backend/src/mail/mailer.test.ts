import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listenLocally } from '../../tests/support/services/local-server.ts'
import { answerSmtp } from '../../tests/support/services/smtp.ts'
import { createOutbox, createSmtpMailer } from './mailer.ts'

const mail = { to: 'ana@people.example', subject: 'Hello', text: 'Text', html: '<p>Text</p>' }
const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** A mailer for a server that answers so. @returns also the mails that the server has taken */
async function openMailer(answer: (socket: Socket, taken: string[]) => void = answerSmtp) {
  const taken: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    answer(socket, taken)
  })
  servers.push(server)
  const port = await listenLocally(server)
  return { taken, mailer: createSmtpMailer(`smtp://127.0.0.1:${port}`, 't@example.org') }
}

test('deliver resolves when the mail server has taken the mail', async () => {
  const { mailer, taken } = await openMailer()
  await mailer.deliver(mail)
  expect(taken).toHaveLength(1)
})

test('deliver sends headers unchanged, also long ones', async () => {
  const { mailer, taken } = await openMailer()
  const address = `<https://tools.example/unsubscribe?token=reply-${'0123456789abcdef'.repeat(4)}>`
  await mailer.deliver({ ...mail, headers: { 'List-Unsubscribe': address } })
  expect(taken[0]?.split('\r\n\r\n')[0]?.replaceAll(/\r\n[ \t]/g, ' ')).toContain(
    `List-Unsubscribe: ${address}`,
  )
})

test('every mail says that a program has sent it, so that no other program answers', async () => {
  const { mailer, taken } = await openMailer()
  await mailer.deliver(mail)
  expect(taken[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  const outbox = createOutbox()
  await outbox.deliver(mail)
  expect(outbox.outbox()[0]?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
})

test('a connection that the server drops costs another attempt and not the mail', async () => {
  let connections = 0
  const { mailer, taken } = await openMailer((socket, mails) => {
    connections += 1
    if (connections > 1) return answerSmtp(socket, mails)
    socket.write('220 here\r\n')
    socket.on('data', () => socket.destroy())
  })
  await mailer.deliver(mail)
  expect([connections, taken.length]).toEqual([2, 1])
})

test.each([
  ['RCPT', '450 4.1.2 domain not found', 'mail', false],
  ['RCPT', '550 unknown mailbox', 'mail', true],
  ['DATA', '451 try again', 'mail', false],
  ['DATA', '554 no thanks', 'mail', true],
  ['RCPT', '421 closing', 'server', false],
  ['MAIL', '450 sender unknown', 'server', false],
  ['MAIL', '550 sender refused', 'server', false],
  ['EHLO', '554 not you', 'server', false],
  ['', '554 no service', 'server', false],
])('%s answered with %s concerns the %s, final: %s', async (verb, answer, concerns, isFinal) => {
  const { mailer } = await openMailer((socket) => {
    socket.write(verb === '' ? `${answer}\r\n` : '220 here\r\n')
    socket.on('data', (chunk) => {
      const isRefused =
        String(chunk).startsWith(verb) || (verb === 'EHLO' && /^HELO/.test(String(chunk)))
      socket.write(isRefused ? `${answer}\r\n` : '250 ok\r\n')
    })
  })
  await expect(mailer.deliver(mail)).rejects.toMatchObject({ concerns, isFinal })
})

test('deliver rejects after a second attempt if the server drops each connection', async () => {
  let connections = 0
  const { mailer } = await openMailer((socket) => {
    connections += 1
    socket.destroy()
  })
  await expect(mailer.deliver(mail)).rejects.toMatchObject({
    name: 'MailError',
    concerns: 'server',
  })
  // The last one only greets.
  expect(connections).toBe(3)
})

test('a mail for which the server drops each connection concerns no other mail', async () => {
  const { mailer, taken } = await openMailer((socket, mails) => {
    answerSmtp(socket, mails)
    socket.on('data', (chunk) => {
      if (/^RCPT TO:<bad@/i.test(String(chunk))) socket.destroy()
    })
  })
  await expect(mailer.deliver({ ...mail, to: 'bad@people.example' })).rejects.toMatchObject({
    concerns: 'mail',
    isFinal: false,
  })
  await mailer.deliver(mail)
  expect(taken).toHaveLength(1)
})

test('close waits for a mail that deliver sends', async () => {
  const { mailer, taken } = await openMailer((socket, mails) => answerSmtp(socket, mails, 300))
  const delivery = mailer.deliver(mail)
  await mailer.close(5000)
  await delivery
  expect(taken).toHaveLength(1)
  expect(taken.join()).toContain('Subject: Hello')
})

test('close does not wait for a mail server that does not answer', async () => {
  const { mailer } = await openMailer(() => {})
  const delivery = mailer.deliver(mail).catch(() => {})
  const before = Date.now()
  await mailer.close(100)
  expect(Date.now() - before).toBeLessThan(2000)
  void delivery
})

test('the outbox keeps the last 1,000 mails, the newest first', async () => {
  const mailer = createOutbox()
  for (let count = 0; count < 1001; count += 1)
    await mailer.deliver({ ...mail, subject: String(count) })
  await mailer.deliver({ ...mail, subject: 'last' })
  const subjects = mailer.outbox('ANA@people.example').map(({ subject }) => subject)
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([1000, 'last', '2'])
})
