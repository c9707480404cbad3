import type { Command } from '../commands/command.ts'
import { type Connection, connectToSite } from '../commands/connect-to-site.ts'
import { readDemoContent } from '../demo/read-content.ts'
import { readEnvironment } from '../environment.ts'

export const capabilitiesCommand: Command = {
  npm: 'npm run capabilities:add',
  summary:
    'adds some 400 common uses of tools, with their synonyms in eleven languages, to the running site',
  usage: 'toolmark capabilities add',
  async run({ print }) {
    const added = await addCapabilities(await connectToSite(readEnvironment(process.env)))
    print(`${added} capabilities added`)
    return { data: { added } }
  },
}

/** @returns how many were added */
async function addCapabilities({ service, call }: Connection): Promise<number> {
  const [categories, present, former] = await Promise.all([
    call(service.from('categories').select('name, slug')),
    readAll((first, last) =>
      call(
        service
          .from('capabilities')
          .select('name, slug, synonyms')
          .order('slug')
          .range(first, last),
      ),
    ),
    readAll((first, last) =>
      call(service.from('capability_redirects').select('slug').order('slug').range(first, last)),
    ),
  ])
  // One that a moderator has merged is a synonym of another one, and redirects.
  const taken = new Set([
    ...present.flatMap(({ name, slug, synonyms }) => [slug, ...[name, ...synonyms].map(toLower)]),
    ...former.map(({ slug }) => slug),
  ])
  const nameOf = new Map(categories.map(({ name, slug }) => [slug, name]))
  const { capabilities, terms } = readDemoContent()
  const missing = capabilities.flatMap(({ name, synonyms, categorySlug }) => {
    const slug = toLower(name).replaceAll(/[^a-z0-9]+/g, '-')
    const category = nameOf.get(categorySlug)
    const isNew = !taken.has(toLower(name)) && !taken.has(slug)
    return category && isNew ? [{ slug, name, category, synonyms }] : []
  })
  if (missing.length > 0) await call(service.from('capabilities').insert(missing))
  const slugs = new Map([...present, ...missing].map(({ name, slug }) => [toLower(name), slug]))
  const rows = terms.flatMap(({ capability, ...words }) => {
    const slug = slugs.get(toLower(capability))
    return slug ? [{ capability: slug, ...words }] : []
  })
  // A request for each language, because the database ends a statement that takes long.
  for (const ofLanguage of Map.groupBy(rows, ({ language }) => language).values()) {
    await call(service.from('capability_terms').upsert(ofLanguage, { ignoreDuplicates: true }))
  }
  return missing.length
}

function toLower(text: string): string {
  return text.toLowerCase()
}

/** The backend returns at most 1,000 rows per request. */
async function readAll<Row>(read: (first: number, last: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  let page: Row[]
  do {
    page = await read(rows.length, rows.length + 999)
    rows.push(...page)
  } while (page.length === 1000)
  return rows
}
