import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as claimWords from '../words/claims.ts'
import type { Route } from './+types/claims'

// Loaded apart from the route, as the company's dashboard.
const View = lazy(() => import('./claims-view.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: claimWords.title,
    description: claimWords.description,
    noIndex: true,
  })

export default function ClaimsScreen() {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <View />
    </Suspense>
  )
}
