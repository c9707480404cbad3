import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as publicWords from '../words/public.ts'
import type { Route } from './+types/my-reports'

// Loaded apart from the route, as the company's dashboard.
const View = lazy(() => import('./my-reports-view.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: publicWords.pageTitle,
    description: publicWords.ownDescription,
    noIndex: true,
  })

export default function MyReports() {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <View />
    </Suspense>
  )
}
