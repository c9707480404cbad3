import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/offline'
import { Logo } from './header.tsx'
import * as shellWords from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: shellWords.offlineTitle,
    description: shellWords.offlineDescription,
    noIndex: true,
  })

/**
 * app/offline/service-worker.js shows this page without scripts at the URL of a page that it has not
 * cached. It adds links to the cached pages.
 */
export default function Offline() {
  return (
    <div className="page grid max-w-2xl gap-6 py-6">
      <header>
        <Logo />
      </header>
      <main className="grid gap-4 py-12">
        <h1 className="display text-title">{shellWords.offlineTitle}</h1>
        <p className="text-lg text-soft">{shellWords.offlineText}</p>
        <p>
          <a href="/offline" className="font-medium text-link underline">
            {uiWords.tryAgain}
          </a>
        </p>
        {/* The service worker fills the list; at /offline it is empty. */}
        <section className="mt-8 grid gap-4 has-[ul:empty]:hidden">
          <h2 className="display text-section">{shellWords.offlineKept}</h2>
          <ul data-stored className="grid gap-2 [&_a]:text-link [&_a]:underline" />
        </section>
      </main>
    </div>
  )
}
