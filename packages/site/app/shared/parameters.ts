/**
 * Reads the query parameters of pages. Everybody can write an address, so a value that a page cannot use counts as not
 * given. A lint refuses other ways to read parameters.
 */
import { isToolId } from './initials.ts'

/**
 * @param length in characters
 * @returns a text that PostgreSQL's type text can contain, trimmed; empty without the parameter
 */
export function readText(parameters: URLSearchParams, name: string, length: number): string {
  // By character: half of a surrogate pair is no text.
  const [...characters] = (parameters.get(name) ?? '').replaceAll('\0', '').trim()
  return characters.slice(0, length).join('')
}

/** @param choices in any case in the address; of an object its own keys */
export function readChoice<Choice extends string>(
  parameters: URLSearchParams,
  name: string,
  choices: readonly Choice[] | Readonly<Record<Choice, unknown>>,
): Choice | undefined {
  const wanted = parameters.get(name)?.toLowerCase()
  const names = Array.isArray(choices) ? choices : (Object.keys(choices) as Choice[])
  return names.find((choice) => choice.toLowerCase() === wanted)
}

/** @returns 0 unless the parameter is a decimal number from `min` to `max` */
export function readNumber(
  parameters: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number {
  const text = parameters.get(name) ?? ''
  const number = /^\d{1,15}(\.\d{1,4})?$/.test(text) ? Number(text) : 0
  return number >= min && number <= max ? number : 0
}

/** The filters by attributes of the address, at most as many as one list has. */
const ATTRIBUTES_MAX = 6

/**
 * Reads the filters by attributes: `a.sign_in=saml,oidc`, `a.gdpr=yes`, and ranges, `a.price=10..200`.
 * @returns them as the parameter `attributes` of `search_tools`, by their keys
 */
export function readAttributes(
  parameters: URLSearchParams,
): Record<string, string[] | { min?: string; max?: string }> {
  const names = [...new Set(parameters.keys())].filter((name) => /^a\.[a-z]\w{0,39}$/.test(name))
  return Object.fromEntries(
    names.slice(0, ATTRIBUTES_MAX).flatMap((name) => {
      const text = readText(parameters, name, 200)
      if (!text) return []
      const [, min, max] = /^([^,]*)\.\.([^,]*)$/.exec(text) ?? []
      const range = { ...(min ? { min } : {}), ...(max ? { max } : {}) }
      return [[name.slice(2), min || max ? range : text.split(',')]]
    }),
  )
}

/** @returns a day as "yyyy-MM-dd"; empty unless it exists */
export function readDay(parameters: URLSearchParams, name: string): string {
  const day = parameters.get(name) ?? ''
  return isDay(day) ? day : ''
}

/** @returns a UUID; empty without one */
export function readId(parameters: URLSearchParams, name: string): string {
  const id = parameters.get(name) ?? ''
  return isToolId(id) ? id : ''
}

/** The cursor of a page of a list; null for the first page. */
export const readCursor = (parameters: URLSearchParams): string | null =>
  readText(parameters, 'after', 2000) || null

/** Whether a text is an existing day as "yyyy-MM-dd". */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
