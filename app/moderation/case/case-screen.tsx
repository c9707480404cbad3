import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as caseWords from '../words/cases.ts'
import type { Route } from './+types/case-screen'

// Loaded apart from the route, as the company's dashboard.
const View = lazy(() => import('./case-screen-view.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: caseWords.caseTitle,
    description: caseWords.caseDescription,
    noIndex: true,
  })

export default function CaseScreen() {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <View />
    </Suspense>
  )
}
