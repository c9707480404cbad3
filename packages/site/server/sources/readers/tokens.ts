import type { Definition, PhrasingContent, Root } from 'mdast'
import { toString as toText } from 'mdast-util-to-string'

/** A part of a line: text, or what has a meaning of its own. */
export type Token =
  | string
  | { type: 'link'; label: string; url: string }
  | { type: 'code'; value: string }
  | { type: 'image'; url: string; alt: string }

export type Tokenizer = (nodes: readonly PhrasingContent[]) => Token[]

/** @param tree has the definitions of links such as "[Name][1]" */
export function createTokenizer(tree: Root): Tokenizer {
  const definitions = new Map(
    tree.children
      .filter((node): node is Definition => node.type === 'definition')
      .map(({ identifier, url }) => [identifier, url]),
  )
  const tokenize: Tokenizer = (nodes) => nodes.flatMap(tokenizeNode)
  const tokenizeLink = (url: string, nodes: readonly PhrasingContent[]): Token[] => {
    const label = toText(nodes, { includeImageAlt: false, includeHtml: false }).trim()
    const images = tokenize(nodes).filter(
      (token) => typeof token === 'object' && token.type === 'image',
    )
    if (images.length > 0 && label === '') return images
    // A link within the page leads to no tool.
    return /^https?:/i.test(url) ? [{ type: 'link', label, url }] : [label]
  }
  const tokenizeNode = (node: PhrasingContent): Token[] => {
    switch (node.type) {
      case 'text':
        return [node.value]
      case 'emphasis':
      case 'strong':
      case 'delete':
        return tokenize(node.children)
      case 'inlineCode':
        return [{ type: 'code', value: node.value }]
      case 'link':
        return tokenizeLink(node.url, node.children)
      case 'linkReference':
        return tokenizeLink(definitions.get(node.identifier) ?? '', node.children)
      case 'image':
        return [{ type: 'image', url: node.url, alt: node.alt ?? '' }]
      case 'imageReference':
        return [{ type: 'image', url: definitions.get(node.identifier) ?? '', alt: node.alt ?? '' }]
      default:
        // Line breaks, HTML and footnotes.
        return [' ']
    }
  }
  return tokenize
}
