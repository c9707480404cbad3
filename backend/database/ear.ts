import pg from 'pg'

/** Pauses before hearing again, in milliseconds. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5000

/** How often a connection is asked whether it still hears, and how long it may take to say so. */
const PULSE = { every: 30_000, within: 10_000 }

export interface Listener {
  channel: string
  onNotice: (payload: string) => void
  /** Some notices may have been missed: listening begins, or begins again. */
  onGap: () => void
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

/** Who wants to hear which notices, whatever connection they come on. */
export class Listeners {
  readonly #all = new Set<Listener>()

  /**
   * Tells a connection what to listen to, and passes on what it hears.
   * @throws {Error} when it cannot be told
   */
  async hearOn(client: pg.ClientBase): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#all) if (each.channel === channel) each.onNotice(payload)
    })
    for (const { channel } of this.#all) await client.query(listenTo(channel))
  }

  /**
   * @param run runs a statement on the connection that hears
   * @returns what stops listening
   * @throws {Error} when there is no connection now; then nobody listens
   */
  async add(listener: Listener, run: (text: string) => Promise<unknown>): Promise<() => void> {
    // Before there is a connection, which may come back at any time and ask who listens.
    this.#all.add(listener)
    try {
      await run(listenTo(listener.channel))
    } catch (error) {
      this.#all.delete(listener)
      throw error
    }
    // What was read before may have changed before anybody heard of changes.
    listener.onGap()
    return () => this.#all.delete(listener)
  }

  gap(): void {
    for (const { onGap } of this.#all) onGap()
  }
}

/** Hears on a connection of its own to a server, which comes back when it breaks. */
export class Ear {
  readonly #options: pg.ClientConfig
  readonly #listeners = new Listeners()
  /** The one connection, or the attempt at it. */
  #client: Promise<pg.Client> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: pg.ClientConfig) {
    this.#options = options
  }

  /** @throws {Error} when the server cannot be reached now */
  listen(listener: Listener): Promise<() => void> {
    return this.#listeners.add(listener, async (text) => (await this.#connected()).query(text))
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
      // Listeners learn of the gap when the connection is back; finished pages are served until then.
      this.#again(FIRST_PAUSE)
    })
    this.#client = connecting
    connecting.catch(() => {
      if (this.#client === connecting) this.#client = undefined
    })
    return connecting
  }

  /** @param onEnd called once when a connection that could hear no longer does */
  async #connect(onEnd: () => void): Promise<pg.Client> {
    if (this.#isClosed) throw new Error('the database is closed')
    // Several may begin to listen at once: without a pipeline the driver wants them one by one.
    const client = new pg.Client({ ...this.#options, pipeline: true, query_timeout: PULSE.within })
    client.on('error', () => {})
    try {
      await client.connect()
      await this.#listeners.hearOn(client)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    this.#listeners.gap()
    // A connection can be cut without a word, and then it is quiet for ever.
    const pulse = setInterval(() => {
      client.query('select 1').catch(() => client.end())
    }, PULSE.every)
    pulse.unref()
    client.once('end', () => {
      clearInterval(pulse)
      onEnd()
    })
    return client
  }

  #again(pause: number): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#connected().catch(() => this.#again(Math.min(pause * 2, LONGEST_PAUSE)))
    }, pause)
    this.#timer.unref()
  }
}
