import { millisecondsInDay } from 'date-fns/constants'

type ParametersOf = (pathname: string) => readonly string[]

/** Before a tag of a page: an announcement of the tag drops the page when it is THROTTLE_MS old. */
export const THROTTLED = 'throttled:'
export const THROTTLE_MS = 1000

/** Data of a page that the router fetches to go there from another page. */
const DATA_SUFFIX = /(\/_)?\.data$/

/** The key holds the day, in UTC: pages with launches differ from day to day. */
export const toCacheKey = (pathname: string, search: string) =>
  `${Math.floor(Date.now() / millisecondsInDay)} ${pathname}?${search}`

/** The parameters that the page reads, sorted: the first value of each, as the page reads it. */
export function searchOf(
  pathname: string,
  parameters: URLSearchParams,
  parametersOf: ParametersOf,
): string {
  const read = DATA_SUFFIX.test(pathname)
    ? [...parametersOf(pathname.replace(DATA_SUFFIX, '') || '/'), '_routes']
    : parametersOf(pathname)
  // `a.*` stands for all parameters that begin with `a.`.
  const names = read.flatMap((name) =>
    name.endsWith('*')
      ? [...new Set(parameters.keys())].filter((key) => key.startsWith(name.slice(0, -1)))
      : [name],
  )
  const pairs = names.sort().flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value ? [[name, value]] : []
  })
  return String(new URLSearchParams(pairs))
}

/**
 * Whether a path is written as the site links to it. The router accepts other spellings of the same
 * page, of which a client can make up any number: capitals, escapes, more slashes, other hyphens.
 */
export function isCanonicalPath(pathname: string): boolean {
  const [, ...parts] = pathname.split('/')
  return (
    pathname === '/' || parts.every((part) => /^[a-z0-9._-]+$/.test(part) && !isMisspelledId(part))
  )
}

const isMisspelledId = (part: string) =>
  /^[0-9a-f]{32}$/.test(part.replaceAll('-', '')) && !/^\w{8}(-\w{4}){3}-\w{12}$/.test(part)
