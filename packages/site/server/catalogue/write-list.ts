import type { Link, ListItem, PhrasingContent, Root, RootContent, Text } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { stringify } from 'yaml'
import type { TableRow } from '../../app/moderation/import/file/table-file.ts'

interface Attribute {
  key: string
  label: string
  kind: string
  options: readonly { value: string; label: string }[]
}

/** The tools of a site, with what their cells refer to. */
export interface ExportedCatalog {
  title: string
  categories: readonly { name: string; description: string }[]
  capabilities: readonly { slug: string; name: string; category: string }[]
  attributes: readonly Attribute[]
  /** As an export to CSV has them. */
  rows: readonly TableRow[]
}

/** Writes an awesome list: the categories with their tools, and below them the uses of each. */
export function writeMarkdown(catalog: ExportedCatalog): string {
  const { title, categories, capabilities, rows } = catalog
  const nameOf = new Map(capabilities.map(({ slug, name }) => [slug, name]))
  const categoryOf = new Map(capabilities.map(({ slug, category }) => [slug, category]))
  const children: RootContent[] = [toHeading(1, title)]
  for (const { name, description } of categories) {
    const inside = rows.filter((row) => listCategories(row).includes(name))
    if (inside.length === 0) continue
    const uses = (row: TableRow) => listUses(row, name, categoryOf)
    children.push(toHeading(2, name))
    if (description !== '') children.push({ type: 'paragraph', children: [toText(description)] })
    pushList(
      children,
      inside.filter((row) => uses(row).length === 0),
      catalog,
    )
    for (const use of new Set(inside.flatMap(uses))) {
      children.push(toHeading(3, nameOf.get(use) ?? use))
      pushList(
        children,
        inside.filter((row) => uses(row).includes(use)),
        catalog,
      )
    }
  }
  const root: Root = { type: 'root', children }
  return toMarkdown(root, { extensions: [gfmToMarkdown()], bullet: '-' })
}

/** Writes a file for each tool, with the labels of attributes. */
export function writeYaml({
  attributes,
  capabilities,
  rows,
}: ExportedCatalog): { path: string; text: string }[] {
  const nameOf = new Map(capabilities.map(({ slug, name }) => [slug, name]))
  const byKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  return rows.map((row) => {
    const cells = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
      if (value === null || (Array.isArray(value) && value.length === 0)) return []
      if (column === 'capabilities')
        return [[column, listTexts(value).map((slug) => nameOf.get(slug) ?? slug)]]
      const attribute = byKey.get(column)
      return [attribute ? [attribute.label, spellValue(attribute, value)] : [column, value]]
    })
    return { path: `${String(row.slug)}.yml`, text: stringify(Object.fromEntries(cells)) }
  })
}

const listTexts = (value: unknown): string[] =>
  [value].flat().filter((each) => typeof each === 'string')

const listCategories = (row: TableRow): string[] => [
  ...listTexts(row.category),
  ...listTexts(row.more_categories),
]

/** The uses of a category. The main one has those of categories that the tool is not in. */
function listUses(
  row: TableRow,
  category: string,
  categoryOf: ReadonlyMap<string, string>,
): string[] {
  const inside = listCategories(row)
  return listTexts(row.capabilities).filter((use) => {
    const own = categoryOf.get(use) ?? ''
    return own === category || (category === row.category && !inside.includes(own))
  })
}

function spellValue({ options }: Attribute, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((each) => options.find((option) => option.value === each)?.label ?? each)
  return options.find((option) => option.value === value)?.label ?? value
}

const toText = (value: string): Text => ({ type: 'text', value })
const toLink = (label: string, url: string): Link => ({
  type: 'link',
  url,
  children: [toText(label)],
})
const toHeading = (depth: 1 | 2 | 3, title: string): RootContent => ({
  type: 'heading',
  depth,
  children: [toText(title)],
})

function pushList(
  children: RootContent[],
  rows: readonly TableRow[],
  catalog: ExportedCatalog,
): void {
  if (rows.length > 0)
    children.push({
      type: 'list',
      ordered: false,
      spread: false,
      children: rows.map((row) => toItem(row, catalog)),
    })
}

/** "[Name](address) - Text ([Source Code](…), [Demo](…)) `MIT` `Docker`", as `readLine` reads it. */
function toItem(row: TableRow, { attributes }: ExportedCatalog): ListItem {
  const { name, website_url, description, repository_url, license } = row
  const links = attributes
    .filter(({ kind, key }) => kind === 'link' && typeof row[key] === 'string')
    .map(({ label, key }) => toLink(label, String(row[key])))
  if (typeof repository_url === 'string') links.unshift(toLink('Source Code', repository_url))
  const technologies = attributes.find(({ key }) => key === 'technologies')
  const codes = [license, technologies && spellValue(technologies, row.technologies)].flatMap(
    listTexts,
  )
  const line: PhrasingContent[] = [
    website_url ? toLink(String(name), String(website_url)) : toText(String(name)),
    ...(description === name ? [] : [toText(` - ${String(description).replaceAll(/\s+/g, ' ')}`)]),
    ...(links.length > 0
      ? [
          toText(' ('),
          ...links.flatMap((link, at) => (at > 0 ? [toText(', '), link] : [link])),
          toText(')'),
        ]
      : []),
    ...codes.flatMap((value): PhrasingContent[] => [toText(' '), { type: 'inlineCode', value }]),
  ]
  return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children: line }] }
}
