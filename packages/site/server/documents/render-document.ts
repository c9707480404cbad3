import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import type { DocumentHeading } from '../../app/data/site.ts'

const markdown = new MarkdownIt({ html: false, linkify: false })
type Token = ReturnType<typeof markdown.parse>[number]

// Wide tables scroll by themselves, with the keyboard too.
markdown.renderer.rules.table_open = () =>
  '<div class="scrolled" role="group" aria-label="Table" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'

interface RenderedDocument {
  html: string
  /** Of the second level. */
  headings: DocumentHeading[]
}

/**
 * Renders a document below its title, which the page shows itself.
 * @param file its path in the repository
 * @param toAddress the address of another file of the repository; undefined if the site does not show it
 */
export function renderDocument(
  file: string,
  text: string,
  toAddress: (file: string) => string | undefined,
): RenderedDocument {
  const tokens = markdown.parse(text, {})
  const body = tokens[0]?.tag === 'h1' ? tokens.slice(3) : tokens
  const headings = anchorHeadings(body)
  for (const { children } of body)
    for (const token of children ?? []) resolve(token, file, toAddress)
  for (const { children } of body) dropDeadLinks(children ?? [])
  return { html: markdown.renderer.render(body, markdown.options, {}), headings }
}

/** As GitHub makes anchors, since documents link to them there. */
const toAnchor = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function anchorHeadings(tokens: Token[]): DocumentHeading[] {
  const counts = new Map<string, number>()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const title = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('')
    const anchor = toAnchor(title)
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    const id = count > 0 ? `${anchor}-${count}` : anchor
    token.attrSet('id', id)
    return token.tag === 'h2' ? [{ id, title }] : []
  })
}

/** Sets the addresses of links and pictures; those of files that the site does not show are removed. */
function resolve(
  token: Token,
  file: string,
  toAddress: (file: string) => string | undefined,
): void {
  const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
  const target = name === undefined ? '' : String(token.attrGet(name))
  if (name === undefined || /^(\w+:|#)/.test(target)) return
  const [path = '', anchor] = target.split('#')
  const address = toAddress(posix.join(posix.dirname(file), path))
  token.attrSet(name, address === undefined ? '' : anchor ? `${address}#${anchor}` : address)
}

function dropDeadLinks(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'link_open' || token.attrGet('href')) continue
    const close = tokens.slice(index).find(({ type }) => type === 'link_close')
    for (const each of [token, close]) if (each) Object.assign(each, { tag: 'span', attrs: null })
  }
}

/** The title and the first paragraph, as plain text. */
export function summarizeDocument(text: string): { title: string; description: string } {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  const paragraph = text.split(/\n\s*\n/).find((part) => /^[\p{L}`*[]/u.test(part)) ?? ''
  const [inline] = markdown.parseInline(paragraph, {})
  const plain = (inline?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
  return { title: title.replaceAll('`', ''), description: shorten(plain.trim()) }
}

const MOST_CHARACTERS = 160

/** To whole sentences if one fits, otherwise to whole words. */
function shorten(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const start = text.slice(0, MOST_CHARACTERS)
  const sentences = /^.+[.:](?= )/.exec(start)?.[0]
  return sentences?.replace(/:$/, '.') ?? `${start.slice(0, start.lastIndexOf(' '))} …`
}
