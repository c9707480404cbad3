import '../ui/own-text.css'
import './document.css'
import { data, Link } from 'react-router'
import { type DocumentHeading, siteContext } from '../data/site.ts'
import NotFound from '../shell/not-found.tsx'
import * as shellWords from '../shell/words.ts'
import { MarkdownText } from '../ui/own-prose.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/document'
import * as pageWords from './words.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  const document = context.get(siteContext).documents.read(params['*'].toLowerCase()) ?? null
  return data(document, { status: document ? 200 : 404 })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.title ?? shellWords.notFoundPageTitle,
    description: loaderData?.description ?? shellWords.notFoundDescription,
    ...(loaderData ? { path: `/docs/${loaderData.path}` } : {}),
    noIndex: !loaderData,
  })

export default function DocumentPage({ loaderData: document }: Route.ComponentProps) {
  if (!document) return <NotFound />
  const { title, html, headings } = document
  return (
    <div className="page py-12 lg:grid lg:grid-cols-[minmax(0,45rem)_15rem] lg:gap-12">
      <article className="min-w-0 wrap-anywhere">
        <Link to="/docs" className="inline-block py-1 text-sm text-link hover:underline">
          {pageWords.documentsTitle}
        </Link>
        <h1 className="display text-title">{title}</h1>
        {headings.length > 1 && (
          <details className="panel mt-6 px-4 py-2 lg:hidden">
            <summary className="cursor-pointer py-1 font-semibold">
              {pageWords.documentsContents}
            </summary>
            <Contents headings={headings} />
          </details>
        )}
        <MarkdownText html={html} className="own-text document-text" />
      </article>
      {headings.length > 1 && (
        <nav
          aria-label={pageWords.documentsContents}
          className="sticky top-24 hidden max-h-[calc(100dvh-8rem)] self-start overflow-y-auto text-sm lg:block"
        >
          <p className="font-semibold">{pageWords.documentsContents}</p>
          <Contents headings={headings} />
        </nav>
      )}
    </div>
  )
}

const Contents = ({ headings }: { headings: readonly DocumentHeading[] }) => (
  <ul className="mt-1">
    {headings.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`} className="inline-block py-1 text-link hover:underline">
          {title}
        </a>
      </li>
    ))}
  </ul>
)
