import { lazy, Suspense } from 'react'
import { Loading } from '../ui/feedback/loading.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/notifications'
import * as notificationWords from './words.ts'

// Loaded apart from the route, as the company's dashboard.
const View = lazy(() => import('./notifications-view.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: notificationWords.title,
    description: notificationWords.description,
    noIndex: true,
  })

export default function Notifications() {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <View />
    </Suspense>
  )
}
