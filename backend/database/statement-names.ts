import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Role } from './database.ts'

/** A statement that comes again is planned once a connection; what comes once is not kept. */
const WORTH_KEEPING = 3
const MOST_NAMED = 200
const MOST_COUNTED = 2000
/** In characters: a connection keeps each text, and a plan that is many times as large. */
const LONGEST_NAMED = 8192

/**
 * Names for statements that a connection should remember. Requests decide the text, so that there
 * can be any number of them: those are named that were wanted last.
 */
export class StatementNames {
  /** By role and text. */
  readonly #named = new LRUCache<string, string>({ max: MOST_NAMED })
  readonly #seen = new LRUCache<string, number>({ max: MOST_COUNTED })

  /**
   * A name of its own for each role: until 17.1, 16.5 and 15.9 PostgreSQL could follow one role's
   * row security in another's plan (CVE-2024-10976).
   * @returns a name once the text has come often enough
   */
  nameOf(role: Role, text: string): string | undefined {
    if (text.length > LONGEST_NAMED) return undefined
    const whole = `${role} ${text}`
    const known = this.#named.get(whole)
    if (known) return known
    const name = hash('sha256', whole, 'base64url')
    const times = (this.#seen.get(name) ?? 0) + 1
    if (times < WORTH_KEEPING) {
      this.#seen.set(name, times)
      return undefined
    }
    this.#seen.delete(name)
    this.#named.set(whole, name)
    return name
  }
}

/** A connection that remembers more is replaced, which forgets what is no longer named. */
const MOST_REMEMBERED = 300

/** What each connection remembers. */
export class RememberedStatements {
  readonly #of = new WeakMap<object, Set<string>>()

  add(connection: object, name: string | undefined): void {
    if (name === undefined) return
    const known = this.#of.get(connection) ?? new Set()
    this.#of.set(connection, known.add(name))
  }

  areTooMany(connection: object): boolean {
    return (this.#of.get(connection)?.size ?? 0) > MOST_REMEMBERED
  }
}
