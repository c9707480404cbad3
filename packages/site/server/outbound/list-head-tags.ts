import type { DefaultTreeAdapterTypes } from 'parse5'
import { parsePage } from './parse-page.ts'

const isElement = (node: DefaultTreeAdapterTypes.Node): node is DefaultTreeAdapterTypes.Element =>
  'tagName' in node

/**
 * The attributes of the tags of a name in the head of a page. What its visitors write is in its body, and quoted text is
 * in attributes, comments, scripts and the title.
 */
export function listHeadTags(html: string, wanted: string): Map<string, string>[] {
  const page = parsePage(html).childNodes.find(isElement)
  const head = page?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'head')
  return (head?.childNodes.filter(isElement) ?? [])
    .filter(({ tagName }) => tagName === wanted)
    .map(({ attrs }) => new Map(attrs.map(({ name, value }) => [name, value.trim()])))
}
