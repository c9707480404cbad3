import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Role } from '../database.ts'

/** A statement is prepared at its third use: preparing it for fewer costs more than it saves. */
const USES_BEFORE_PREPARING = 3
const MAX_NAMED = 200
const MAX_COUNTED = 2000
/** A connection stores the text, and a plan that is many times as large. */
const MAX_NAMED_CHARACTERS = 8192

/**
 * Names for prepared statements. Requests decide the text of statements, so there can be any number
 * of them: the least recently used names are dropped.
 */
export class StatementNames {
  /** By role and text. */
  readonly #named = new LRUCache<string, string>({ max: MAX_NAMED })
  readonly #uses = new LRUCache<string, number>({ max: MAX_COUNTED })

  /**
   * Counts one use of a statement. Each role has its own names: before 17.1, 16.5 and 15.9
   * PostgreSQL could apply one role's row security in another role's plan (CVE-2024-10976).
   * @returns nothing until the statement has been used often enough
   */
  getName(role: Role, text: string): string | undefined {
    if (text.length > MAX_NAMED_CHARACTERS) return undefined
    const key = `${role} ${text}`
    const existing = this.#named.get(key)
    if (existing) return existing
    const name = hash('sha256', key, 'base64url')
    const uses = (this.#uses.get(name) ?? 0) + 1
    if (uses < USES_BEFORE_PREPARING) {
      this.#uses.set(name, uses)
      return undefined
    }
    this.#uses.delete(name)
    this.#named.set(key, name)
    return name
  }
}

/** A connection with more prepared statements is replaced, which also drops the unused ones. */
const MAX_PER_CONNECTION = 300

/** The prepared statements of each connection. */
export class PreparedStatements {
  readonly #names = new WeakMap<object, Set<string>>()

  add(connection: object, name: string | undefined): void {
    if (name === undefined) return
    const names = this.#names.get(connection) ?? new Set()
    this.#names.set(connection, names.add(name))
  }

  hasTooMany(connection: object): boolean {
    return (this.#names.get(connection)?.size ?? 0) > MAX_PER_CONNECTION
  }
}
