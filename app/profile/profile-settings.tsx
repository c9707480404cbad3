import { lazy, Suspense } from 'react'
import { Loading } from '../ui/feedback/loading.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/profile-settings'
import * as profileWords from './words.ts'

// Loaded apart from the route, as the company's dashboard.
const View = lazy(() => import('./profile-settings-view.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: profileWords.editPageTitle,
    description: profileWords.editDescription,
    noIndex: true,
  })

export default function ProfileSettings() {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <View />
    </Suspense>
  )
}
