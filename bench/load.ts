// A process of its own that asks for one address as fast as it is answered, and prints what it saw.
// node bench/load.ts ADDRESS SECONDS CONNECTIONS [HEADERS as JSON]
import { Pool } from 'undici'

const [address = '', seconds = '3', connections = '32', headers = '{}'] = process.argv.slice(2)
const { origin, pathname, search } = new URL(address)
const count = Number(connections)
const pool = new Pool(origin, { connections: count })
const until = performance.now() + Number(seconds) * 1000
const times: number[] = []
let bytes = 0
let faults = 0

async function ask(): Promise<void> {
  while (performance.now() < until) {
    const begun = performance.now()
    const { statusCode, body } = await pool.request({
      path: pathname + search,
      method: 'GET',
      headers: JSON.parse(headers) as Record<string, string>,
    })
    const received = await body.arrayBuffer()
    times.push(performance.now() - begun)
    bytes = received.byteLength
    if (statusCode >= 400) faults += 1
  }
}

const begun = performance.now()
await Promise.all(Array.from({ length: count }, ask))
const took = (performance.now() - begun) / 1000
times.sort((one, other) => one - other)
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
console.log(
  JSON.stringify({
    perSecond: times.length / took,
    median: at(0.5),
    p99: at(0.99),
    bytes,
    faults,
  }),
)
await pool.close()
