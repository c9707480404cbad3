import { lazy, Suspense } from 'react'
import * as editWords from '../../tools/words/edits.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/edits-queue'

// Loaded apart from the route, as the company's dashboard.
const View = lazy(() => import('./edits-queue-view.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: editWords.queueTitle,
    description: editWords.queueDescription,
    noIndex: true,
  })

export default function EditsQueueScreen() {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <View />
    </Suspense>
  )
}
