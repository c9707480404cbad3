import pg from 'pg'

/** Pauses before reconnecting. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000

/** How often an idle connection is checked, and how long an answer may take. */
const HEARTBEAT_INTERVAL_MS = 30_000
const HEARTBEAT_TIMEOUT_MS = 10_000

/** The longest that a write waits for its own notifications. Without a connection it does not wait. */
const FLUSH_TIMEOUT_MS = 1000

export interface Listener {
  channel: string
  onNotice: (payload: string) => void
  /** Some notifications may have been missed: the connection is new, or lags behind. */
  onGap: () => void
}

const buildListen = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

/** The listeners of a database. Any connection can deliver notifications to them. */
export class Listeners {
  readonly #all = new Set<Listener>()

  get isEmpty(): boolean {
    return this.#all.size === 0
  }

  /**
   * Subscribes a connection to the channels of all listeners.
   * @throws {Error} when a `listen` statement fails
   */
  async listenOn(client: pg.ClientBase): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#all) if (each.channel === channel) each.onNotice(payload)
    })
    for (const { channel } of this.#all) await client.query(buildListen(channel))
  }

  /**
   * @param run runs a statement on the connection that receives notifications
   * @returns a function that removes the listener
   * @throws {Error} when there is no connection now; then the listener is not added
   */
  async add(listener: Listener, run: (text: string) => Promise<unknown>): Promise<() => void> {
    // Before `run`: a connection that is made meanwhile subscribes the channels of all listeners.
    this.#all.add(listener)
    try {
      await run(buildListen(listener.channel))
    } catch (error) {
      this.#all.delete(listener)
      throw error
    }
    // Changes before this moment were not announced to this listener.
    listener.onGap()
    return () => this.#all.delete(listener)
  }

  reportGap(): void {
    for (const { onGap } of this.#all) onGap()
  }
}

/** Receives notifications of a PostgreSQL server on a dedicated connection, and reconnects. */
export class NotificationListener {
  readonly #options: pg.ClientConfig
  readonly #listeners = new Listeners()
  /** The one connection, or the attempt at it. */
  #client: Promise<pg.Client> | undefined
  /** The connection while it is subscribed to all channels. */
  #subscribed: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: pg.ClientConfig) {
    this.#options = options
  }

  /** @throws {Error} when the server cannot be reached now */
  listen(listener: Listener): Promise<() => void> {
    return this.#listeners.add(listener, async (text) => (await this.#connected()).query(text))
  }

  /**
   * Resolves when the listeners have received the notifications of every transaction that committed
   * before. PostgreSQL sends a session its pending notifications before the end of the next answer.
   * Without a connection or an answer it reports a gap to the listeners.
   */
  async flush(): Promise<void> {
    if (this.#listeners.isEmpty) return
    const client = this.#subscribed
    try {
      if (!client) throw new Error('the listening connection is down')
      await client.query({ text: 'select 1', query_timeout: FLUSH_TIMEOUT_MS } as pg.QueryConfig)
    } catch {
      this.#listeners.reportGap()
      void client?.end().catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const connecting = this.#connect(() => {
      this.#client = undefined
      if (this.#isClosed) return
      this.#reconnect(FIRST_PAUSE_MS)
    })
    this.#client = connecting
    connecting.catch(() => {
      if (this.#client === connecting) this.#client = undefined
    })
    return connecting
  }

  /** @param onEnd called once, when the subscribed connection ends */
  async #connect(onEnd: () => void): Promise<pg.Client> {
    if (this.#isClosed) throw new Error('the database is closed')
    // Several listeners may subscribe at once, which the driver allows only with a pipeline.
    const options = { ...this.#options, pipeline: true, query_timeout: HEARTBEAT_TIMEOUT_MS }
    const client = new pg.Client(options)
    client.on('error', () => {})
    try {
      await client.connect()
      await this.#listeners.listenOn(client)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    this.#subscribed = client
    this.#listeners.reportGap()
    // A connection that a firewall cut never reports an error.
    const heartbeat = setInterval(() => {
      client.query('select 1').catch(() => client.end())
    }, HEARTBEAT_INTERVAL_MS)
    heartbeat.unref()
    client.once('end', () => {
      clearInterval(heartbeat)
      this.#subscribed = undefined
      onEnd()
    })
    return client
  }

  #reconnect(pauseMs: number): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#connected().catch(() => this.#reconnect(Math.min(pauseMs * 2, MAX_PAUSE_MS)))
    }, pauseMs)
    this.#timer.unref()
  }
}
