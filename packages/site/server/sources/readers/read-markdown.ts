import type { Heading, List, ListItem, Paragraph, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as toText } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { isWebAddress, type ListRecord, type ReadList, type ReportLine, toLine } from '../list.ts'
import { chooseTopics } from './choose-topics.ts'
import { readLine } from './read-line.ts'
import { createTokenizer, type Tokenizer } from './tokens.ts'

/** Sections of an awesome list that have no tools. */
const OTHER_SECTIONS =
  /^(table of )?contents?$|^(contributing|contributors?|licen[sc]es?|list of licen[sc]es|footnotes|related( lists| projects)?|see also|external links|anti-?features|acknowledge?ments)$/i

/** An entry with the headings above it, the highest first. */
interface Found {
  place: string
  path: readonly string[]
  cells: Record<string, unknown>
}

/** What the walk through a document collects. */
interface Walk {
  source: string
  found: Found[]
  report: ReportLine[]
  /** The first paragraph below each heading. */
  notes: Map<string, { node: Paragraph; isOfIntroduction: boolean }>
  tokenize: Tokenizer
}

/**
 * Reads an awesome list: headings become categories and capabilities, items "[Name](address) - text" tools.
 * @param text Markdown with GFM
 */
export function readMarkdown(text: string): ReadList {
  const tree = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  const walk: Walk = {
    source: text,
    found: [],
    report: [],
    notes: new Map(),
    tokenize: createTokenizer(tree),
  }
  readSections(walk, tree)
  const topics = chooseTopics(walk.found.map(({ path }) => path))
  const records = walk.found.map(({ place, cells }, at): ListRecord => {
    const [category = 'Other', ...capabilities] = topics[at] ?? []
    return { place, cells: { ...cells, category, capabilities } }
  })
  const categories = new Set(topics.map(([category]) => category))
  const descriptions = new Map<string, string>()
  for (const [title, { node, isOfIntroduction }] of walk.notes) {
    if (categories.has(title)) descriptions.set(title, toLine(toText(node)))
    else if (!isOfIntroduction) reportNode(walk, node, 'It describes no category.')
  }
  return { records, report: walk.report, isByHeadings: true, descriptions }
}

/** How many nodes introduce the list: those before the second heading of a document with a title. */
function countIntroduction({ children }: Root): number {
  const headings = children.filter((node) => node.type === 'heading')
  const [first, second] = headings
  const end = first?.depth === 1 ? second : first
  return end ? children.indexOf(end) : children.length
}

function readSections(walk: Walk, tree: Root): void {
  const introduction = countIntroduction(tree)
  let headings: { depth: number; title: string }[] = []
  for (const [at, node] of tree.children.entries()) {
    if (node.type === 'heading') {
      const title = toTitle(node)
      headings = [
        ...headings.filter(({ depth }) => depth < node.depth),
        { depth: node.depth, title },
      ]
      continue
    }
    const path = headings.map(({ title }) => title).filter((title) => title !== '')
    const isOther = path.some((title) => OTHER_SECTIONS.test(title))
    if (isOther) {
      if (node.type === 'list') reportItems(walk, node)
    } else if (node.type === 'list') readItems(walk, node, path)
    else if (node.type === 'table') readRows(walk, node, path)
    else readOther(walk, node, path, at < introduction)
  }
}

const toTitle = (heading: Heading): string =>
  toLine(toText(heading, { includeImageAlt: false, includeHtml: false }), 60).replace(/:$/, '')

/** Links within the page are a table of contents. */
const hasWebLink = (source: string): boolean => /https?:\/\//i.test(source)

function reportItems(walk: Walk, list: List): void {
  for (const item of list.children)
    if (hasWebLink(sourceOf(walk, item))) reportNode(walk, item, 'The section has no tools.')
}

function readOther(
  walk: Walk,
  node: RootContent,
  path: readonly string[],
  isOfIntroduction: boolean,
): void {
  const title = path.at(-1)
  const source = sourceOf(walk, node)
  if (node.type === 'paragraph') {
    const hasLink = hasWebLink(source.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ''))
    // Pictures alone have no text, and links within the page are a table of contents.
    if (toText(node, { includeImageAlt: false }).trim() === '' || /\]\(#/.test(source)) return
    if (title !== undefined && !hasLink && !walk.notes.has(title))
      walk.notes.set(title, { node, isOfIntroduction })
    else if (!isOfIntroduction) reportNode(walk, node, 'It is no item of a list.')
  } else if (node.type === 'html') {
    const text = node.value.replaceAll(/<!--[\s\S]*?-->|<(?!a\s)[^>]*>/gi, '').trim()
    if (!isOfIntroduction && text !== '') reportNode(walk, node, 'HTML is not read.')
  } else if (node.type === 'code' || node.type === 'blockquote') {
    if (!isOfIntroduction || hasWebLink(source)) reportNode(walk, node, 'It is no item of a list.')
  }
}

/** An item without a link and with a list below it is a heading. */
function readItems(walk: Walk, list: List, path: readonly string[]): void {
  for (const item of list.children) {
    const lists = item.children.filter((child) => child.type === 'list')
    const [first] = item.children
    const line = first?.type === 'paragraph' ? first : undefined
    const tokens = line ? walk.tokenize(line.children) : []
    const hasLink = tokens.some((token) => typeof token !== 'string' && token.type === 'link')
    if (line && !hasLink && lists.length > 0) {
      const title = toLine(toText(line), 60).replace(/:$/, '')
      for (const inner of lists) readItems(walk, inner, [...path, title])
      continue
    }
    readItem(walk, item, tokens, path)
    for (const inner of lists) readItems(walk, inner, path)
    for (const child of item.children)
      if (child !== line && child.type !== 'list')
        reportNode(walk, child, 'It is below an item and is left out.')
  }
}

function readItem(
  walk: Walk,
  item: ListItem,
  tokens: ReturnType<Tokenizer>,
  path: readonly string[],
): void {
  const read = readLine(tokens)
  if (typeof read === 'string') {
    // A table of contents.
    if (!/^\s*([-*+]|\d+[.)])\s+\[[^\]]*\]\(#/.test(sourceOf(walk, item)))
      reportNode(walk, item, read)
    return
  }
  for (const problem of read.problems) reportNode(walk, item, problem)
  walk.found.push({ place: placeOf(item), path, cells: read.cells })
}

/** The first cell with a link is the tool, the others are columns. */
function readRows(walk: Walk, table: Table, path: readonly string[]): void {
  const [header, ...rows] = table.children
  const titles = header?.children.map((cell) => toLine(toText(cell), 40)) ?? []
  for (const row of rows) {
    const read = row.children.map((cell) => walk.tokenize(cell.children))
    const at = read.findIndex((tokens) =>
      tokens.some((token) => typeof token !== 'string' && token.type === 'link'),
    )
    const tool = readLine(read[at] ?? [])
    if (typeof tool === 'string') {
      reportNode(walk, row, tool)
      continue
    }
    const columns = read.flatMap((tokens, column): [string, unknown][] => {
      const title = titles[column]
      if (column === at || !title) return []
      const link = tokens.find((token) => typeof token !== 'string' && token.type === 'link')
      const text = toLine(toText(row.children[column]))
      const name = /^(description|licen[sc]e)$/i.test(title)
        ? title.toLowerCase().replace('licence', 'license')
        : title
      return [[name, typeof link === 'object' && isWebAddress(link.url) ? link.url : text]]
    })
    walk.found.push({
      place: placeOf(row),
      path,
      cells: { ...tool.cells, ...Object.fromEntries(columns) },
    })
  }
}

type Placed = Pick<RootContent, 'position'>

const placeOf = ({ position }: Placed): string => `line ${position?.start.line ?? 1}`

const sourceOf = (walk: Walk, { position }: Placed): string =>
  walk.source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)

function reportNode(walk: Walk, node: Placed, reason: string): void {
  const [line = ''] = sourceOf(walk, node).split('\n', 1)
  walk.report.push({ place: placeOf(node), text: toLine(line, 200), reason })
}
