// Requests one address as fast as possible and prints the result as JSON, see compare-loads.ts.
// node bench/load-generator.ts ADDRESS SECONDS CONNECTIONS [HEADERS as JSON]
// `TURN` in the address is replaced by a number that no other request has.
import { Pool } from 'undici'

const [address = '', seconds = '3', connections = '32', headers = '{}'] = process.argv.slice(2)
const { origin, pathname, search } = new URL(address)
const count = Number(connections)
const pool = new Pool(origin, { connections: count })
let turn = Math.floor(Math.random() * 1e9)
const until = performance.now() + Number(seconds) * 1000
const times: number[] = []
let errors = 0

async function requestRepeatedly(): Promise<void> {
  while (performance.now() < until) {
    const startedAt = performance.now()
    const { statusCode, body } = await pool.request({
      path: (pathname + search).replace('TURN', String(turn++)),
      method: 'GET',
      headers: JSON.parse(headers) as Record<string, string>,
    })
    await body.arrayBuffer()
    times.push(performance.now() - startedAt)
    if (statusCode >= 400) errors += 1
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: count }, requestRepeatedly))
const elapsedSeconds = (performance.now() - startedAt) / 1000
times.sort((one, other) => one - other)
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
console.log(
  JSON.stringify({
    count: times.length,
    perSecond: times.length / elapsedSeconds,
    median: at(0.5),
    p99: at(0.99),
    errors,
  }),
)
await pool.close()
