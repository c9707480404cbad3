import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAuth } from './auth/auth.ts'
import type { AuthOptions } from './auth/context.ts'
import type { DailyLimit } from './daily-limit.ts'
import type { Database } from './database/database.ts'
import { followEndedSessions, refuseEndedSessions } from './ended-sessions.ts'
import { createHttp } from './http.ts'
import { SITE_ITSELF } from './rate-limit.ts'
import { type ChangeSource, NO_CHANGES } from './realtime/change-source.ts'
import { createRealtime, type RealtimeOptions } from './realtime/realtime.ts'
import type { Refusal } from './refusals.ts'
import { createRest } from './rest/rest.ts'
import type { Settings } from './settings/settings.ts'
import {
  type CreateCounter,
  createMemoryCounter,
  createSharedCounters,
  type Processes,
  watchProcesses,
} from './shared-counters.ts'
import type { Files } from './storage/files/files.ts'
import { watchRemovedFiles } from './storage/removed-files.ts'
import { createStorage } from './storage/storage.ts'

export interface BackendOptions
  extends Omit<AuthOptions, 'settings' | 'createCounter' | 'countProcesses'> {
  settings: Settings
  /** The bytes of uploaded files. */
  files: Files
  /** Called for every request without the necessary rights or proof. */
  onRefusal?: (refusal: Refusal) => void
  /** Called when the settings or folders of the processes begin or cease to differ. */
  onDifference?: (processes: Processes) => void
  /** Counts what protects accounts and mail; the default is the database. */
  createCounter?: CreateCounter | undefined
  /** Requests from one network address, other than this machine's, in so many seconds. */
  requestLimit?: { points: number; duration: number }
  /** Milliseconds of database time for one network address, likewise. */
  timeBudget?: { points: number; duration: number }
  /** By the name of a function: its calls by signed-out clients, likewise per UTC day. */
  signedOutCalls?: Readonly<Record<string, DailyLimit>>
  /** The function that is called before each other one, as PostgREST's `db-pre-request`. */
  preRequest?: string | undefined
  /** The changes of tables that clients subscribe to; without it they cannot. */
  changes?: ChangeSource
  /** Changes of the limits of /realtime/v1. */
  realtimeLimits?: RealtimeOptions['limits']
}

interface ClientOfRequest {
  clientAddress: string
}

export type Backend = ReturnType<typeof createBackend>

const createOwnCounters = (database: Database) =>
  database.engine === 'postgres' ? createSharedCounters(database) : createMemoryCounter

/** Supabase's HTTP API on one origin: /auth/v1, /rest/v1, /storage/v1 and /realtime/v1. */
export function createBackend(options: BackendOptions) {
  const { database, settings, files, log } = options
  const endedSessions = followEndedSessions(database, log)
  const keys = refuseEndedSessions(options.keys, endedSessions)
  const processes = watchProcesses(database, options.onDifference)
  const shared = {
    keys,
    createCounter: options.createCounter ?? createOwnCounters(database),
    countProcesses: () => processes.getLast().count,
  }
  const rest = createRest({
    ...shared,
    path: '/rest/v1',
    database,
    schemas: settings.api.schemas,
    maxRows: settings.api.max_rows,
    log,
    timeBudget: options.timeBudget,
    signedOutCalls: options.signedOutCalls,
    preRequest: options.preRequest,
    allowsRollback: settings.api.tx_end === 'commit-allow-override',
  })
  const app = createHttp({ ...options, ...shared, maxFileBytes: settings.storage.file_size_limit })
  app.route('/auth/v1', createAuth({ ...options, ...shared, settings: settings.auth }))
  app.all('/rest/v1/*', (c) => {
    const { clientAddress } = c.env
    const address = clientAddress === SITE_ITSELF ? undefined : clientAddress
    return rest.fetch(c.req.raw, c.var.identity, address)
  })
  app.route(
    '/storage/v1',
    createStorage({
      database,
      keys,
      files,
      maxFileBytes: settings.storage.file_size_limit,
      buckets: settings.storage.buckets,
    }),
  )
  const realtime = createRealtime({
    database,
    keys,
    changes: options.changes ?? NO_CHANGES,
    limits: options.realtimeLimits,
    log,
  })
  endedSessions.watch(realtime.endSession)
  app.route('/realtime/v1', realtime.api)
  const stopFiles = watchRemovedFiles(options, log)
  return {
    /** @param about.clientAddress the network address that limits are counted for */
    fetch: async (request: Request, about: ClientOfRequest) => app.fetch(request, about),
    /** Answers a request to upgrade: of /realtime/v1/websocket, and with 404 of other paths. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, about: ClientOfRequest) =>
      realtime.upgrade(request, socket, head, about.clientAddress),
    realtime: { counters: realtime.counters, countSockets: realtime.countSockets },
    /** Closes all sockets: the server waits for them when it stops. */
    disconnect: realtime.disconnect,
    /** Of the site on one PostgreSQL: each counts networks for itself. */
    countProcesses: shared.countProcesses,
    /** Reads them now. */
    readProcesses: processes.read,
    /** Makes the next request read the database's structure again. */
    reload: rest.reload,
    /** Ends background work; call it before the database is closed. */
    async close() {
      endedSessions.close()
      await Promise.all([realtime.close(), stopFiles()])
    },
  }
}
