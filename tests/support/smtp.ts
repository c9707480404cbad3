import type { Socket } from 'node:net'

/**
 * Just enough SMTP to take a message.
 * @param slowness how long it takes to greet, in milliseconds
 */
export function answerSmtp(socket: Socket, taken: string[], slowness = 0): void {
  let letter: string | undefined
  setTimeout(() => socket.write('220 here\r\n'), slowness)
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
