import { badQuery } from './errors.ts'

/** One entry of `select=`: a column, or an embedded relation with entries of its own. */
export type Selected = SelectedColumn | SelectedEmbed

export interface SelectedColumn {
  kind: 'column'
  /** A column's name, or `*`. */
  name: string
  /** Steps into a JSON column: `->` keeps JSON, `->>` gives text. */
  path: JsonStep[]
  alias?: string
  cast?: string
}

export interface SelectedEmbed {
  kind: 'embed'
  name: string
  alias?: string
  /** A constraint's or column's name that says which relationship is meant. */
  hint?: string
  inner: boolean
  spread: boolean
  select: Selected[]
}

export interface JsonStep {
  operator: '->' | '->>'
  key: string
}

/** Whether a step goes to a place in a list. */
export const isPlace = (key: string) => /^-?\d{1,9}$/.test(key)

/** Each embed is a query for every row above it: more of them serve no screen, only an attack. */
const MAX_DEPTH = 4
const MAX_EMBEDS = 20
/** Into one document; each is worked out for every row. */
const MAX_STEPS = 20

/**
 * @param text as in `id,author:profiles!reviews_user_id_fkey(username),tools(*)`
 * @throws {ApiError} PGRST100 for what cannot be read
 */
export function parseSelect(text: string): Selected[] {
  const reader = new Reader(text)
  const selected = readList(reader, 0)
  if (!reader.atEnd()) throw reader.unexpected()
  return selected
}

function readList(reader: Reader, depth: number): Selected[] {
  if (depth > MAX_DEPTH) throw badQuery('embedding is nested too deeply', reader.text.slice(0, 100))
  const list: Selected[] = []
  reader.skipSpace()
  if (reader.atEnd() || reader.peek() === ')') return list
  do {
    reader.skipSpace()
    list.push(readEntry(reader, depth))
    reader.skipSpace()
  } while (reader.take(','))
  return list
}

function readEntry(reader: Reader, depth: number): Selected {
  const spread = reader.take('...')
  let name = reader.take('*') ? '*' : reader.identifier()
  let alias: string | undefined
  if (reader.peek() === ':' && !reader.startsWith('::')) {
    reader.take(':')
    alias = name
    reader.skipSpace()
    name = reader.identifier()
  }
  let hint: string | undefined
  let inner = false
  while (reader.take('!')) {
    const word = reader.identifier()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  if (reader.take('(')) {
    reader.embeds += 1
    if (reader.embeds > MAX_EMBEDS) {
      throw badQuery('too many embedded resources', reader.text.slice(0, 100))
    }
    const select = readList(reader, depth + 1)
    if (!reader.take(')')) throw reader.unexpected()
    return {
      kind: 'embed',
      name,
      inner,
      spread,
      select,
      ...(alias === undefined ? {} : { alias }),
      ...(hint === undefined ? {} : { hint }),
    }
  }
  if (spread || hint || inner) throw reader.unexpected()
  const path = readPath(reader)
  const cast = reader.take('::') ? reader.identifier() : undefined
  return {
    kind: 'column',
    name,
    path,
    ...(alias === undefined ? {} : { alias }),
    ...(cast === undefined ? {} : { cast }),
  }
}

function readPath(reader: Reader): JsonStep[] {
  const path: JsonStep[] = []
  while (reader.startsWith('->')) {
    const operator = reader.take('->>') ? '->>' : '->'
    if (operator === '->') reader.take('->')
    path.push({ operator, key: reader.placeFromEnd() ?? reader.identifier() })
    if (path.length > MAX_STEPS) throw badQuery('too many JSON steps', reader.text.slice(0, 100))
  }
  return path
}

/** @param text a column, with JSON steps perhaps, as filters and orders name it */
export function parseColumn(text: string): { name: string; path: JsonStep[] } {
  const reader = new Reader(text)
  const name = reader.identifier()
  const path = readPath(reader)
  if (!reader.atEnd()) throw reader.unexpected()
  return { name, path }
}

class Reader {
  readonly text: string
  /** How many were met so far. */
  embeds = 0
  #at = 0

  /** @throws {ApiError} PGRST100 for U+0000, which no name can hold */
  constructor(text: string) {
    this.text = text
    const at = text.indexOf('\0')
    if (at < 0) return
    this.#at = at
    throw this.unexpected()
  }

  atEnd(): boolean {
    return this.#at >= this.text.length
  }

  peek(): string {
    return this.text.charAt(this.#at)
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.#at)
  }

  take(token: string): boolean {
    if (!this.startsWith(token)) return false
    this.#at += token.length
    return true
  }

  /** Around commas and inside brackets it means nothing. */
  skipSpace(): void {
    while (this.peek() === ' ') this.#at += 1
  }

  /** A place in a list, counted from its end. */
  placeFromEnd(): string | undefined {
    const match = /^-\d+(?=->|::|[\s,.:()]|$)/.exec(this.text.slice(this.#at))
    if (!match) return undefined
    this.#at += match[0].length
    return match[0]
  }

  identifier(): string {
    if (this.peek() === '"') return this.#quotedIdentifier()
    const match = /^[^\s,.:()!"*>-][^,:()!"]*?(?=->|::|[,:()!"]|$)/.exec(this.text.slice(this.#at))
    if (!match) throw this.unexpected()
    this.#at += match[0].length
    return match[0].trim()
  }

  unexpected() {
    return badQuery(
      `"failed to parse select parameter (${this.text.slice(0, 200)})" (line 1, column ${this.#at + 1})`,
      this.atEnd() ? 'unexpected end of input' : `unexpected "${this.peek()}"`,
    )
  }

  #quotedIdentifier(): string {
    const match = /^"((?:[^"\\]|\\.)*)"/.exec(this.text.slice(this.#at))
    if (!match) throw this.unexpected()
    this.#at += match[0].length
    return (match[1] ?? '').replaceAll(/\\(.)/g, '$1')
  }
}
