import { queryError } from '../errors.ts'

/** One entry of `select=`: a column, or an embedded relation with its own entries. */
export type Selected = SelectedColumn | SelectedEmbed

export interface SelectedColumn {
  kind: 'column'
  /** A column's name, or `*`. */
  name: string
  /** Steps into a JSON column: `->` returns JSON, `->>` text. */
  path: JsonStep[]
  alias?: string
  cast?: string
}

export interface SelectedEmbed {
  kind: 'embed'
  name: string
  alias?: string
  /** The name of a constraint or column that selects one of several relationships. */
  hint?: string
  inner: boolean
  spread: boolean
  select: Selected[]
}

export interface JsonStep {
  operator: '->' | '->>'
  key: string
}

/** Whether a step is an index of a JSON array. */
export const isArrayIndex = (key: string) => /^-?\d{1,9}$/.test(key)

/** Each embed is a subquery for every row above it. No screen needs more. */
const MAX_DEPTH = 4
const MAX_EMBEDS = 20
/** In one JSON path, which is evaluated for every row. */
const MAX_STEPS = 20

/**
 * @param text as in `id,author:profiles!reviews_user_id_fkey(username),tools(*)`
 * @throws {ApiError} PGRST100 for a text that cannot be parsed
 */
export function parseSelect(text: string): Selected[] {
  const tokens = new SelectTokens(text)
  const selected = parseEntries(tokens, 0)
  if (!tokens.atEnd()) throw tokens.unexpected()
  return selected
}

function parseEntries(tokens: SelectTokens, depth: number): Selected[] {
  if (depth > MAX_DEPTH)
    throw queryError('embedding is nested too deeply', tokens.text.slice(0, 100))
  const list: Selected[] = []
  tokens.skipSpace()
  if (tokens.atEnd() || tokens.peek() === ')') return list
  do {
    tokens.skipSpace()
    list.push(parseEntry(tokens, depth))
    tokens.skipSpace()
  } while (tokens.take(','))
  return list
}

function parseEntry(tokens: SelectTokens, depth: number): Selected {
  const spread = tokens.take('...')
  let name = tokens.take('*') ? '*' : tokens.identifier()
  let alias: string | undefined
  if (tokens.peek() === ':' && !tokens.startsWith('::')) {
    tokens.take(':')
    alias = name
    tokens.skipSpace()
    name = tokens.identifier()
  }
  let hint: string | undefined
  let inner = false
  while (tokens.take('!')) {
    const word = tokens.identifier()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  if (tokens.take('(')) {
    tokens.embeds += 1
    if (tokens.embeds > MAX_EMBEDS) {
      throw queryError('too many embedded resources', tokens.text.slice(0, 100))
    }
    const select = parseEntries(tokens, depth + 1)
    if (!tokens.take(')')) throw tokens.unexpected()
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
  if (spread || hint || inner) throw tokens.unexpected()
  const path = parsePath(tokens)
  const cast = tokens.take('::') ? tokens.identifier() : undefined
  return {
    kind: 'column',
    name,
    path,
    ...(alias === undefined ? {} : { alias }),
    ...(cast === undefined ? {} : { cast }),
  }
}

function parsePath(tokens: SelectTokens): JsonStep[] {
  const path: JsonStep[] = []
  while (tokens.startsWith('->')) {
    const operator = tokens.take('->>') ? '->>' : '->'
    if (operator === '->') tokens.take('->')
    path.push({ operator, key: tokens.negativeIndex() ?? tokens.identifier() })
    if (path.length > MAX_STEPS) throw queryError('too many JSON steps', tokens.text.slice(0, 100))
  }
  return path
}

/** @param text a column of a filter or an order, possibly with JSON steps */
export function parseColumn(text: string): { name: string; path: JsonStep[] } {
  const tokens = new SelectTokens(text)
  const name = tokens.identifier()
  const path = parsePath(tokens)
  if (!tokens.atEnd()) throw tokens.unexpected()
  return { name, path }
}

class SelectTokens {
  readonly text: string
  /** The number of embeds so far. */
  embeds = 0
  #at = 0

  /** @throws {ApiError} PGRST100 for U+0000, which no name has */
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

  /** White space around commas and inside brackets has no meaning. */
  skipSpace(): void {
    while (this.peek() === ' ') this.#at += 1
  }

  /** An array index that counts from the end. */
  negativeIndex(): string | undefined {
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
    return queryError(
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
