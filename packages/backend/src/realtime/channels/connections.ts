import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RealtimeContext } from '../context.ts'
import { NetworkCounts } from '../limits/network-counts.ts'
import { isServiceToken, RefusedToken, verifyToken } from '../tokens.ts'
import { Connection } from './connection.ts'
import { readUpgrade, refuseUpgrade, UpgradeError } from './upgrade.ts'

/** How long a client has to answer the close of its socket, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1000

/** All sockets of this process. */
export class Connections {
  readonly #context: RealtimeContext
  readonly #server: WebSocketServer
  readonly #all = new Set<Connection>()
  readonly #perNetwork: NetworkCounts
  #sweep: NodeJS.Timeout | undefined
  #closing: Promise<void> | undefined

  constructor(context: RealtimeContext) {
    const { limits } = context
    this.#context = context
    this.#perNetwork = new NetworkCounts(limits.sockets)
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Compression costs some 100 KB of memory per socket.
      perMessageDeflate: false,
      maxPayload: limits.frameBytes,
    })
  }

  get size(): number {
    return this.#all.size
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string): void {
    const ignoreReset = () => {}
    socket.on('error', ignoreReset)
    this.#accept(request, socket, head, clientAddress)
      .then(() => socket.off('error', ignoreReset))
      .catch((error: unknown) => {
        if (!(error instanceof UpgradeError)) this.#context.log(error)
        refuseUpgrade(
          socket,
          error instanceof UpgradeError
            ? error
            : new UpgradeError(500, 'Error connecting to Realtime'),
        )
      })
  }

  /** Ends the channels that were joined with a token of a session. */
  endSession(id: string): void {
    for (const connection of this.#all) connection.endSession(id)
  }

  /** Closes all sockets with code 1001; a client that does not answer is cut. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  /** @throws {UpgradeError} */
  async #accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    clientAddress: string,
  ): Promise<void> {
    const { version, apiKey } = readUpgrade(request)
    // A socket that is opened and closed in a loop costs more than a message.
    if (!this.#context.rates.consume(clientAddress)) {
      throw new UpgradeError(429, 'Too many joins per second')
    }
    const verified = await verifyToken(this.#context.keys, apiKey).catch((error: unknown) => {
      throw error instanceof RefusedToken ? new UpgradeError(401, error.message) : error
    })
    const hasServiceKey = isServiceToken(verified)
    if (this.#closing) throw new UpgradeError(503, 'Realtime is restarting, please standby')
    if (this.#all.size >= this.#context.limits.totalSockets) {
      throw new UpgradeError(503, 'Too many connected users')
    }
    if (!this.#perNetwork.add(clientAddress)) {
      throw new UpgradeError(429, 'Too many connected users')
    }
    let isAccepted = false
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      isAccepted = true
      const about = { version, apiKey, hasServiceKey, clientAddress }
      this.#add(new Connection(this.#context, webSocket, about))
    })
    // It answers a malformed handshake itself.
    if (!isAccepted) this.#perNetwork.remove(clientAddress)
  }

  #add(connection: Connection): void {
    const { socket } = connection
    this.#all.add(connection)
    socket.on('message', (data, isBinary) => connection.receive(data as Buffer, isBinary))
    socket.on('close', () => {
      this.#all.delete(connection)
      connection.dispose()
      this.#perNetwork.remove(connection.clientAddress)
    })
    // `ws` closes the socket after such an error.
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code.startsWith('WS_ERR')) this.#context.counters.cut.malformed += 1
    })
    this.#sweep ??= setInterval(() => this.#sweepAll(), this.#context.limits.sweepMs).unref()
  }

  #sweepAll(): void {
    const now = Date.now()
    for (const connection of this.#all) connection.sweep(now)
  }

  async #closeAll(): Promise<void> {
    clearInterval(this.#sweep)
    const ends = [...this.#all].map((connection) => {
      const { socket } = connection
      connection.dispose()
      const end = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.close(1001, 'going away')
      return end
    })
    const timer = setTimeout(() => {
      for (const { socket } of this.#all) socket.terminate()
    }, CLOSE_TIMEOUT_MS)
    await Promise.all(ends)
    clearTimeout(timer)
  }
}
