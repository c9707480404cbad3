import { Suspense } from 'react'
import { Loading } from '../../ui/feedback/loading.tsx'

/**
 * A screen that is loaded apart from its route: every page loads the router's manifest, which lists
 * all files that a route imports.
 */
export function StaffRoute({ screen: Screen }: { screen: React.ComponentType }) {
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <Screen />
    </Suspense>
  )
}
