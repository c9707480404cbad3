import { createSocket } from 'node:dgram'

const TXT = 16
const NAME_NOT_FOUND = 3

/**
 * A resolver that knows TXT records (RFC 1035).
 * @param records by name
 */
export async function answerDns(records: ReadonlyMap<string, string[]>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(String(query.subarray(at + 1, at + 1 + length)))
      at += length + 1
    }
    const question = query.subarray(12, at + 5)
    const texts = records.get(labels.join('.').toLowerCase()) ?? []
    const isFound = query.readUInt16BE(at + 1) === TXT && texts.length > 0
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (isFound ? 0 : NAME_NOT_FOUND), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(isFound ? texts.length : 0, 6)
    const answers = texts.map((text) => {
      const data = Buffer.from(text)
      // The name of the question, the type, the class IN, 60 seconds, and one string.
      const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, 0, data.length + 1])
      return Buffer.concat([head, Buffer.from([data.length]), data])
    })
    socket.send(Buffer.concat([header, question, ...(isFound ? answers : [])]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
