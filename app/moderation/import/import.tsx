import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as staffWords from '../words/staff.ts'
import type { Route } from './+types/import'

// Loaded apart from the route, as the company's dashboard.
const View = lazy(() => import('./import-view.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: staffWords.title,
    description: staffWords.description,
    noIndex: true,
  })

export default function ImportScreen() {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <View />
    </Suspense>
  )
}
