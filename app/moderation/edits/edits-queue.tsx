import { lazy } from 'react'
import * as editWords from '../../tools/edits/words.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/edits-queue'

const Screen = lazy(() => import('./edits-queue-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: editWords.queueTitle,
    description: editWords.queueDescription,
    noIndex: true,
  })

export default function EditsQueueRoute() {
  return <StaffRoute screen={Screen} />
}
