import type { Socket } from 'node:net'

/**
 * A minimal SMTP server that accepts every message.
 * @param mails receives the messages
 * @param greetingDelay in milliseconds
 */
export function answerSmtp(socket: Socket, mails: string[], greetingDelay = 0): void {
  let message: string | undefined
  setTimeout(() => socket.write('220 here\r\n'), greetingDelay)
  socket.on('data', (chunk) => {
    const text = String(chunk)
    if (message !== undefined) {
      message += text
      if (!message.endsWith('\r\n.\r\n')) return
      mails.push(message)
      message = undefined
      socket.write('250 accepted\r\n')
    } else if (text.startsWith('DATA')) {
      message = ''
      socket.write('354 go on\r\n')
    } else socket.write('250 ok\r\n')
  })
}
