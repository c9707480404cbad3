// Serves /realtime/v1 of a database in a process of its own, which a test can kill. It prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPostgres } from '../../../backend/database/engines/postgres.ts'
import { GIVE_UP_SUPERUSER } from '../../../backend/database/give-up-superuser.ts'
import { openKeys } from '../../../backend/keys/keys.ts'
import { NO_CHANGES } from '../../../backend/realtime/change-source.ts'
import { createRealtime } from '../../../backend/realtime/realtime.ts'

const { DATABASE_URL = '', KEYS_FILE = '' } = process.env
const database = await openPostgres(DATABASE_URL)
await database.asOwner(GIVE_UP_SUPERUSER)
const realtime = createRealtime({
  database,
  keys: await openKeys(KEYS_FILE),
  changes: NO_CHANGES,
  peerTimes: { heartbeat: 50, timeout: 1000 },
  log: console.error,
})
const server = createServer()
server.on('upgrade', (request, socket, head) =>
  realtime.upgrade(request, socket, head, '127.0.0.1'),
)
server.listen(0, '127.0.0.1', () => console.info((server.address() as AddressInfo).port))
