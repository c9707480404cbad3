import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'

/** A page of 256 KB has a few thousand. */
const ELEMENTS_MAX = 50_000

/**
 * Parses a page of another site. Each paragraph opens the formatting elements again that are not closed, so that 32 KB
 * would make millions of elements.
 * @throws {Error} if there are too many
 */
export function parsePage(html: string): DefaultTreeAdapterTypes.Document {
  let elements = 0
  const createElement: typeof defaultTreeAdapter.createElement = (...parts) => {
    elements += 1
    if (elements > ELEMENTS_MAX) throw new Error(`the page has more than ${ELEMENTS_MAX} elements`)
    return defaultTreeAdapter.createElement(...parts)
  }
  return parse(html, { treeAdapter: { ...defaultTreeAdapter, createElement } })
}
