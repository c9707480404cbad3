import { unreadable } from './errors.ts'

/** Quoted where the quotes hold all of it, else whatever stands before the next comma or the end. */
const ELEMENT = {
  ')': /"(?:[^"\\]|\\.)*"(?=[,)])|[^,)]*/sy,
  '}': /"(?:[^"\\]|\\.)*"(?=[,}])|[^,}]*/sy,
  none: /"(?:[^"\\]|\\.)*"(?=,|$)|[^,]*/sy,
}

/**
 * The values of `(a,"b,c")` or `{a,b}`, where nothing follows: brackets inside mean nothing.
 * @throws {ApiError} PGRST100 for what has no brackets
 */
export function parseList(value: string): string[] {
  const inside = /^[({](.*)[)}]$/s.exec(value)?.[1]
  if (inside === undefined) throw unreadable('list', value)
  if (inside === '') return []
  const values: string[] = []
  for (let at = 0; at <= inside.length; at += 1) {
    const end = endOf(ELEMENT.none, inside, at)
    values.push(unquoted(inside.slice(at, end)))
    at = end
  }
  return values
}

/**
 * Where a list ends that begins at `at`.
 * @throws {ApiError} PGRST100 when nothing closes it
 */
export function endOfList(text: string, at: number): number {
  const closing = text[at] === '{' ? '}' : ')'
  if (closing === ')' && text[at] !== '(') throw unreadable('list', text.slice(at))
  let end = at
  do end = endOf(ELEMENT[closing], text, end + 1)
  while (text[end] === ',')
  if (text[end] !== closing) throw unreadable('list', text.slice(at))
  return end + 1
}

/** Where a match ends of what begins at `at`; there itself, when nothing does. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

export function unquoted(text: string): string {
  const inside = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1]
  return inside === undefined ? text : inside.replaceAll(/\\(.)/gs, '$1')
}
