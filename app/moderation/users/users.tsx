import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/users'
import * as usersWords from './words.ts'

const Screen = lazy(() => import('./users-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: usersWords.title, description: usersWords.description, noIndex: true })

export default function UsersRoute() {
  return <StaffRoute screen={Screen} />
}
