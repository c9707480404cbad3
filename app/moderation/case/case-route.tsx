import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/case-route'
import * as caseWords from './words.ts'

const Screen = lazy(() => import('./case-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: caseWords.title, description: caseWords.description, noIndex: true })

export default function CaseRoute() {
  return <StaffRoute screen={Screen} />
}
