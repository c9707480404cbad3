import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/staff'
import * as adminWords from './words.ts'

const Screen = lazy(() => import('./staff-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: adminWords.staffTitle,
    description: adminWords.staffDescription,
    noIndex: true,
  })

export default function StaffListRoute() {
  return <StaffRoute screen={Screen} />
}
