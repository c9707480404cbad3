import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The drawing of a known tool: one path in the brand's color, or a full-color mark. */
export interface Mark {
  /** Names of the tool, as `normalizeName` returns them. */
  names: string[]
  /** Hosts of its website. */
  hosts: string[]
  color?: string
  /** On a grid of 24 by 24. */
  path?: string
  /** SVG elements of a full-color mark. */
  body?: string
  width?: number
  height?: number
}

let index: Map<string, Mark> | undefined

/** Lower-case letters and digits: "Node.js", "node js" and "NodeJS" are one name. */
export const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The mark of a tool by its name or, without `www.`, by the host of its website. */
export function findMark(name: string, host: string | null): Mark | undefined {
  index ??= readMarks()
  return (
    index.get(normalizeName(name)) ?? (host ? index.get(host.replace(/^www\./, '')) : undefined)
  )
}

function readMarks(): Map<string, Mark> {
  const marks = JSON.parse(readFileSync(join(import.meta.dirname, 'marks.json'), 'utf8')) as Mark[]
  return new Map(
    marks.flatMap((mark) => [...mark.names, ...mark.hosts].map((key) => [key, mark] as const)),
  )
}
