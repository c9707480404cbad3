import MarkdownIt from 'markdown-it'
import type { OwnText } from '../../app/data/site.ts'

/** Without HTML, and without pictures: other servers would learn the addresses of readers. */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable('image')

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
const DATE = /^date:\s*(\d{4}-\d\d-\d\d)\s*$/

/**
 * Renders a text of the operator's folder. The first heading of the highest level becomes the page's
 * title, if the text begins with it. Other headings are below it, without gaps between levels, and have
 * an anchor: "Not genuine" is `#not_genuine`, as the links of decisions to the guidelines.
 * @param file for messages
 * @param changedAt the date of a text without `date: 2026-11-24` between two lines `---` at its top
 * @throws {Error} one line, for a wrong date
 */
export function renderText(file: string, text: string, changedAt: Date): OwnText {
  const [head = '', matter] = FRONT_MATTER.exec(text) ?? []
  const date = matter === undefined ? changedAt.toISOString().slice(0, 10) : readDate(file, matter)
  const tokens = markdown.parse(text.slice(head.length), {})
  const hasTitle = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1'
  const title = hasTitle ? toPlainText(tokens[1]) : undefined
  const body = hasTitle ? tokens.slice(3) : tokens
  nestHeadings(body)
  return {
    html: markdown.renderer.render(body, markdown.options, {}),
    date,
    ...(title ? { title } : {}),
  }
}

function readDate(file: string, matter: string): string {
  const [, date = ''] = DATE.exec(matter.trim()) ?? []
  const isDay = new Date(date || Number.NaN).toJSON()?.startsWith(date)
  if (!isDay) throw new Error(`${file}: between the lines --- only "date: 2026-11-24" is allowed`)
  return date
}

type Token = ReturnType<typeof markdown.parse>[number]

const toPlainText = (inline: Token | undefined) =>
  (inline?.children ?? []).map(({ content }) => content).join('')

/** Sets levels from h2 on and anchors. */
function nestHeadings(tokens: Token[]): void {
  /** The source levels of the headings that a heading is below. */
  const open: number[] = []
  const anchors = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const level = Number(token.tag.slice(1))
    while ((open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    const tag = `h${Math.min(open.length + 1, 6)}`
    const close = tokens[index + 2]
    token.tag = tag
    if (close) close.tag = tag
    const words = toPlainText(tokens[index + 1])
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? ['section']
    let anchor = words.join('_')
    for (let number = 2; anchors.has(anchor); number += 1) anchor = `${words.join('_')}_${number}`
    anchors.add(anchor)
    token.attrSet('id', anchor)
  }
}
