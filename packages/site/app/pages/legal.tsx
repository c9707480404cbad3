import { data } from 'react-router'
import { siteContext } from '../data/site.ts'
import NotFound from '../shell/not-found.tsx'
import * as shellWords from '../shell/words.ts'
import { today } from '../ui/format/day.ts'
import { OwnProse } from '../ui/own-prose.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/legal'
import * as pageWords from './words.ts'

/** The privacy policy, the terms, and the imprint: name and address of the operator, which many laws require (DSA Art. 11 and 12). */
export function loader({ context, pattern }: Route.LoaderArgs) {
  const { privacy, terms, imprint } = context.get(siteContext).texts
  const texts = { privacy, terms, imprint }
  const page = pattern as keyof typeof texts
  const text = texts[page] ?? null
  return data({ page, text }, { status: text || pageWords.LEGAL_PAGES[page].sections ? 200 : 404 })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { page, text } = loaderData
  const { title, description, sections } = pageWords.LEGAL_PAGES[page]
  if (!text && !sections) {
    return pageMeta(matches, {
      title: shellWords.notFoundPageTitle,
      description: shellWords.notFoundDescription,
      noIndex: true,
    })
  }
  return pageMeta(matches, { title: text?.title ?? title, description, path: `/${page}` })
}

export default function LegalPage({ loaderData: { page, text } }: Route.ComponentProps) {
  const { title, sections } = pageWords.LEGAL_PAGES[page]
  if (text) return <OwnProse title={title} text={text} />
  if (!sections) return <NotFound />
  return (
    <article className="page column py-12">
      <h1 className="display text-title">{title}</h1>
      {/* Its date is always today (spec 2 §2). */}
      <p className="mt-2 text-sm text-soft" suppressHydrationWarning>
        {uiWords.lastUpdated(today())}
      </p>
      {sections.map((section) => (
        <section key={section.title} className="mt-6">
          <h2 className="display text-lg">{section.title}</h2>
          <p className="mt-2 whitespace-pre-line">{section.text}</p>
        </section>
      ))}
    </article>
  )
}
