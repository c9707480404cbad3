import { lazy, Suspense } from 'react'

// Loaded only when something has failed.
const SectionFailureText = lazy(() => import('./section-failure-text.tsx'))

/** In place of a section that the page's loader could not read. */
export const SectionFailure = () => (
  <Suspense>
    <SectionFailureText />
  </Suspense>
)
