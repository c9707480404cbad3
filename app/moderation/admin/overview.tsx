import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/overview'
import * as adminWords from './words.ts'

const Screen = lazy(() => import('./overview-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: adminWords.overviewTitle,
    description: adminWords.overviewDescription,
    noIndex: true,
  })

export default function OverviewRoute() {
  return <StaffRoute screen={Screen} />
}
