import { Link } from 'react-router'
import { type DocumentSummary, siteContext } from '../data/site.ts'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/documents'
import * as pageWords from './words.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  toSections(context.get(siteContext).documents.list())

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageWords.documentsTitle,
    description: pageWords.documentsDescription,
    path: '/docs',
  })

/** The index of the documents. */
export default function DocumentsPage({ loaderData: sections }: Route.ComponentProps) {
  return (
    <div className="page column py-12">
      <h1 className="display text-title">{pageWords.documentsTitle}</h1>
      <p className="mt-3 max-w-2xl text-soft">{pageWords.documentsDescription}</p>
      {sections.map(({ title, documents }) => (
        <section key={title} className="mt-12">
          <h2 className="display mb-4 text-lg">{title}</h2>
          <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {documents.map((document) => (
              <li key={document.path} className="min-w-0 wrap-anywhere">
                <Link
                  to={`/docs/${document.path}`}
                  className="inline-block py-0.5 font-semibold text-link hover:underline"
                >
                  {document.title}
                </Link>
                <p className="text-sm text-soft">{document.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function toSections(documents: readonly DocumentSummary[]) {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  const isListed = new Set<string>()
  const sections = pageWords.documentSections.map((section) => {
    const paths: readonly string[] =
      'paths' in section
        ? section.paths
        : documents
            .map(({ path }) => path)
            .filter((path) => path === section.folder || path.startsWith(`${section.folder}/`))
    for (const path of paths) isListed.add(path)
    return { title: section.title, documents: paths.flatMap((path) => byPath.get(path) ?? []) }
  })
  sections.at(-1)?.documents.push(...documents.filter(({ path }) => !isListed.has(path)))
  return sections.filter((section) => section.documents.length > 0)
}
