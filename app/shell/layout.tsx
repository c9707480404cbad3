import { Outlet, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { ErrorFallback } from '../ui/feedback/notice.tsx'
import { DeferredOverlays } from './deferred-overlays.tsx'
import { Footer } from './footer.tsx'
import { DemoBanner, Header } from './header.tsx'
import { PageChange } from './page-change.tsx'
import * as shellWords from './words.ts'

function Shell({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-card focus:p-3"
      >
        {shellWords.skip}
      </a>
      {root?.hasDemoContent ? <DemoBanner /> : null}
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <DeferredOverlays />
      <PageChange />
    </div>
  )
}

export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorFallback />
    </Shell>
  )
}
