import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/invitations'
import * as words from './words.ts'

const Screen = lazy(() => import('./invitations-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: words.title, description: words.description, noIndex: true })

export default function InvitationsRoute() {
  return <StaffRoute screen={Screen} />
}
