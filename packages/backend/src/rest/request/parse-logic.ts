import { parseError } from '../errors.ts'
import {
  type Condition,
  type Filter,
  type Logic,
  parseFilterColumn,
  parseOperation,
} from './parse-filter.ts'
import { findListEnd, matchEnd, unquote } from './parse-value-list.ts'

const MAX_CONDITIONS = 100
const MAX_DEPTH = 5

/**
 * Parses a tree of conditions, such as `(rating.gt.3,or(title.ilike.*good*,id.in.(1,2)))`.
 * @throws {ApiError} PGRST100
 */
export function parseLogic(kind: Logic['kind'], negated: boolean, text: string): Logic {
  const parser = new LogicParser(text.trim())
  const conditions = parser.parseConditions(0)
  if (!parser.atEnd()) throw parseError('logic tree', text)
  return { kind, negated, conditions }
}

/** White space around commas and brackets is ignored; at the end of an unquoted value it belongs to it. */
class LogicParser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  parseConditions(depth: number): Condition[] {
    if (depth > MAX_DEPTH || !this.#take(/\(\s*/y)) throw this.#error()
    const conditions: Condition[] = []
    do {
      if (conditions.length >= MAX_CONDITIONS) throw this.#error()
      conditions.push(this.#condition(depth))
    } while (this.#take(/\s*,\s*/y))
    if (!this.#take(/\s*\)\s*/y)) throw this.#error()
    return conditions
  }

  #condition(depth: number): Condition {
    const nested = this.#take(/(not\.)?(and|or)\s*(?=\()/y)
    if (nested) {
      const [, not, kind] = nested
      return {
        kind: kind as Logic['kind'],
        negated: not !== undefined,
        conditions: this.parseConditions(depth + 1),
      }
    }
    const column = this.#take(/("(?:[^"\\]|\\.)*"|[^."(),]+)\./sy)?.[1]
    const operation = this.#take(/(?:not\.)?[a-z]+(?:\([A-Za-z_]+\))?\./y)?.[0]
    if (column === undefined || operation === undefined) throw this.#error()
    const filter = parseOperation(operation)
    return { ...filter, ...parseFilterColumn(column), value: this.#value(filter) }
  }

  #value({ operator, quantifier }: Pick<Filter, 'operator' | 'quantifier'>): string {
    const start = this.#at
    const isList = operator === 'in' || (quantifier && /[({]/.test(this.#text.charAt(start)))
    this.#at = isList ? findListEnd(this.#text, start) : this.#findValueEnd(start)
    const value = this.#text.slice(start, this.#at)
    return isList ? value : unquote(value)
  }

  /** Quotes and braces enclose a value only if nothing follows them; otherwise they are part of it. */
  #findValueEnd(start: number): number {
    const first = this.#text.charAt(start)
    const enclosedEnd =
      first === '"'
        ? matchEnd(/"(?:[^"\\]|\\.)*"(?=\s*[,)])/sy, this.#text, start)
        : first === '{'
          ? this.#findBracesEnd(start)
          : start
    return enclosedEnd > start ? enclosedEnd : matchEnd(/[^,)]*/y, this.#text, start)
  }

  /** The position after the brace that closes the one at `start`, if the value ends there; else `start`. */
  #findBracesEnd(start: number): number {
    const sign = /"(?:[^"\\]|\\.)*"|[{}]/gs
    sign.lastIndex = start
    let depth = 0
    for (let match = sign.exec(this.#text); match; match = sign.exec(this.#text)) {
      if (match[0] === '{') depth += 1
      if (match[0] === '}') depth -= 1
      if (depth === 0) {
        const isWholeValue = matchEnd(/\s*[,)]/y, this.#text, sign.lastIndex) > sign.lastIndex
        return isWholeValue ? sign.lastIndex : start
      }
    }
    return start
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text) ?? undefined
    this.#at += match?.[0].length ?? 0
    return match
  }

  #error() {
    return parseError('logic tree', this.#text)
  }
}
