import { parseError } from '../errors.ts'

/** An element: quoted if the quotes enclose all of it, else the text up to the next comma or the end. */
const ELEMENT = {
  ')': /"(?:[^"\\]|\\.)*"(?=[,)])|[^,)]*/sy,
  '}': /"(?:[^"\\]|\\.)*"(?=[,}])|[^,}]*/sy,
  none: /"(?:[^"\\]|\\.)*"(?=,|$)|[^,]*/sy,
}

/**
 * Parses `(a,"b,c")` or `{a,b}`. Brackets inside have no meaning.
 * @throws {ApiError} PGRST100 for a text without brackets
 */
export function parseList(value: string): string[] {
  const inside = /^[({]\s*(.*)[)}]$/s.exec(value)?.[1]
  if (inside === undefined) throw parseError('list', value)
  if (inside === '') return []
  const values: string[] = []
  for (let at = 0; at <= inside.length; at += 1) {
    const end = matchEnd(ELEMENT.none, inside, at)
    values.push(unquote(inside.slice(at, end)))
    at = end
  }
  return values
}

/**
 * The position after the list that begins at `at`.
 * @throws {ApiError} PGRST100 if it is not closed
 */
export function findListEnd(text: string, at: number): number {
  const closing = text[at] === '{' ? '}' : ')'
  if (closing === ')' && text[at] !== '(') throw parseError('list', text.slice(at))
  let end = at
  do end = matchEnd(ELEMENT[closing], text, end + 1)
  while (text[end] === ',')
  if (text[end] !== closing) throw parseError('list', text.slice(at))
  return end + 1
}

/** The position after a match at `at`; `at` itself without a match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

export function unquote(text: string): string {
  const inside = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1]
  return inside === undefined ? text : inside.replaceAll(/\\(.)/gs, '$1')
}
