/** Collects a statement's values; the text only ever holds their numbers. */
export class Values {
  readonly list: string[] = []

  /** @returns the placeholder, such as `$3` */
  add(value: string): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

/** An identifier, quoted. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Alias of whole rows: a name that no column has, since a column would hide it. */
export const ROW = '"a whole row"'

/** A part of an answer, refused (54000) where all its parts together hold too much. */
export const counted = (part: string) => `rest.counted(${part})`

/** What small rows may hold together without being counted, in bytes. */
const UNCOUNTED = 1024 * 1024

/** The same of one row among so many, which come to little where each is small. */
export const countedIfLarge = (part: string, rows: number) =>
  `case when pg_column_size(${part}) > ${Math.floor(UNCOUNTED / rows)} then ${counted(part)} else ${part} end`

/** An array literal of PostgreSQL, for one parameter that holds a list of texts. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
