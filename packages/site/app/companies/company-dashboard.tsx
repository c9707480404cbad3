import { lazy, Suspense } from 'react'
import { FormSkeleton } from '../ui/feedback/loading.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/company-dashboard'
import * as companyWords from './words.ts'

// Loaded apart from the route: every page loads the router's manifest, which lists what a route imports.
const Screen = lazy(() => import('./company-dashboard-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: companyWords.linkDashboard,
    description: companyWords.dashboardDescription,
    noIndex: true,
  })

export default function CompanyDashboard() {
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      <Screen />
    </Suspense>
  )
}

export const DashboardSkeleton = () => (
  <div className="page max-w-4xl py-8">
    {/* The name of the company, which is the heading, is loading too. */}
    <h1 className="sr-only">{companyWords.linkDashboard}</h1>
    <FormSkeleton fields={4} />
  </div>
)
