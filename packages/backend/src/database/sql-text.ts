/** Collects the values of a statement; its text has only placeholders. */
export class Values {
  readonly list: string[] = []

  /** @returns the placeholder, such as `$3` */
  add(value: string): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** An array literal of PostgreSQL, for a parameter with a list of texts. */
export function toArrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
