import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/merge'
import * as mergeWords from './words.ts'

const Screen = lazy(() => import('./merge-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: mergeWords.title, description: mergeWords.description, noIndex: true })

export default function MergeRoute() {
  return <StaffRoute screen={Screen} />
}
