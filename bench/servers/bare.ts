// A server of node:http alone that answers every request with what the site sends for an address: the same bytes with
// the same headers.
// node bench/servers/bare.ts ADDRESS HEADERS-AS-JSON
import { createServer, get } from 'node:http'

const [address = '', headers = '{}'] = process.argv.slice(2)

/** Node adds them itself. */
const OWN = /^(connection|keep-alive|date)$/i

get(address, { headers: JSON.parse(headers) as Record<string, string> }, async (answer) => {
  const body = Buffer.concat(await answer.toArray())
  const sent = answer.rawHeaders.filter(
    (_, place, all) => !OWN.test(all[place - (place % 2)] ?? ''),
  )
  createServer((_request, response) => {
    response.writeHead(answer.statusCode ?? 0, sent).end(body)
  }).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
})
