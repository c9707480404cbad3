import pg from 'pg'

/** Pauses before hearing again, in milliseconds. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5000

export interface Listener {
  channel: string
  onNotice: (payload: string) => void
  /** Some notices may have been missed: the connection broke, or is back. */
  onGap: () => void
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

/** Who wants to hear which notices, whatever connection they come on. */
export class Listeners {
  readonly #all = new Set<Listener>()

  /** Tells a connection what to listen to, and passes on what it hears. */
  async hearOn(client: pg.ClientBase): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#all) if (each.channel === channel) each.onNotice(payload)
    })
    for (const { channel } of this.#all) await this.hear(client, channel)
  }

  /** A connection that breaks meanwhile is replaced by one that hears. */
  async hear(client: pg.ClientBase, channel: string): Promise<void> {
    await client.query(listenTo(channel)).catch(() => {})
  }

  add(listener: Listener): () => void {
    this.#all.add(listener)
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
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: pg.ClientConfig) {
    this.#options = options
  }

  /** @throws {Error} when the server cannot be reached now */
  async listen(listener: Listener): Promise<() => void> {
    const remove = this.#listeners.add(listener)
    if (this.#client) await this.#listeners.hear(this.#client, listener.channel)
    else await this.#connect()
    return remove
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#options, keepAlive: true })
    client.on('error', () => {})
    await client.connect()
    client.once('end', () => this.#again(FIRST_PAUSE))
    this.#client = client
    await this.#listeners.hearOn(client)
  }

  #again(pause: number): void {
    this.#client = undefined
    if (this.#isClosed) return
    this.#listeners.gap()
    this.#timer = setTimeout(() => {
      this.#connect().then(
        () => this.#listeners.gap(),
        () => this.#again(Math.min(pause * 2, LONGEST_PAUSE)),
      )
    }, pause)
    this.#timer.unref()
  }
}
