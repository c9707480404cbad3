import { unreadable } from './errors.ts'
import { type Condition, columnOf, type Filter, type Logic, operationOf } from './parse-filter.ts'
import { endOf, endOfList, unquoted } from './parse-list.ts'

/** More conditions than this make a query, not a filter. */
const MAX_CONDITIONS = 100
const MAX_DEPTH = 5

/**
 * A tree of conditions, as in `(rating.gt.3,or(title.ilike.*good*,id.in.(1,2)))`.
 * @throws {ApiError} PGRST100
 */
export function parseLogic(kind: Logic['kind'], negated: boolean, text: string): Logic {
  const reader = new TreeReader(text.trim())
  const conditions = reader.conditions(0)
  if (!reader.atEnd()) throw unreadable('logic tree', text)
  return { kind, negated, conditions }
}

/** Space after a comma or a bracket means nothing; at the end of a bare value it is part of that. */
class TreeReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** What stands between two brackets. */
  conditions(depth: number): Condition[] {
    if (depth > MAX_DEPTH || !this.#take(/\(\s*/y)) throw this.#unreadable()
    const conditions: Condition[] = []
    do {
      if (conditions.length >= MAX_CONDITIONS) throw this.#unreadable()
      conditions.push(this.#condition(depth))
    } while (this.#take(/\s*,\s*/y))
    if (!this.#take(/\s*\)\s*/y)) throw this.#unreadable()
    return conditions
  }

  #condition(depth: number): Condition {
    const nested = this.#take(/(not\.)?(and|or)(?=\()/y)
    if (nested) {
      const [, not, kind] = nested
      return {
        kind: kind as Logic['kind'],
        negated: not !== undefined,
        conditions: this.conditions(depth + 1),
      }
    }
    const column = this.#take(/("(?:[^"\\]|\\.)*"|[^."(),]+)\./sy)?.[1]
    const operation = this.#take(/(?:not\.)?[a-z]+(?:\([A-Za-z_]+\))?\./y)?.[0]
    if (column === undefined || operation === undefined) throw this.#unreadable()
    const filter = operationOf(operation)
    return { ...filter, ...columnOf(column), value: this.#value(filter) }
  }

  #value({ operator, quantifier }: Pick<Filter, 'operator' | 'quantifier'>): string {
    const start = this.#at
    const isList = operator === 'in' || (quantifier && /[({]/.test(this.#text.charAt(start)))
    this.#at = isList ? endOfList(this.#text, start) : this.#endOfValue(start)
    const value = this.#text.slice(start, this.#at)
    return isList ? value : unquoted(value)
  }

  /** Quotes and braces hold a value together where they hold all of it, and are signs elsewhere. */
  #endOfValue(start: number): number {
    const first = this.#text.charAt(start)
    const held =
      first === '"'
        ? endOf(/"(?:[^"\\]|\\.)*"(?=\s*[,)])/sy, this.#text, start)
        : first === '{'
          ? this.#endOfBraces(start)
          : start
    return held > start ? held : endOf(/[^,)]*/y, this.#text, start)
  }

  /** Behind the brace that closes the one at `start`, where the value ends there; else `start`. */
  #endOfBraces(start: number): number {
    const sign = /"(?:[^"\\]|\\.)*"|[{}]/gs
    sign.lastIndex = start
    let depth = 0
    for (let found = sign.exec(this.#text); found; found = sign.exec(this.#text)) {
      if (found[0] === '{') depth += 1
      if (found[0] === '}') depth -= 1
      if (depth === 0) {
        const holdsAll = endOf(/\s*[,)]/y, this.#text, sign.lastIndex) > sign.lastIndex
        return holdsAll ? sign.lastIndex : start
      }
    }
    return start
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text) ?? undefined
    this.#at += found?.[0].length ?? 0
    return found
  }

  #unreadable() {
    return unreadable('logic tree', this.#text)
  }
}
