import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/queue'
import * as queueWords from './words.ts'

const Screen = lazy(() => import('./queue-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: queueWords.title, description: queueWords.description, noIndex: true })

export default function QueueRoute() {
  return <StaffRoute screen={Screen} />
}
