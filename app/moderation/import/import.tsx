import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/import'
import * as importWords from './words.ts'

const Screen = lazy(() => import('./import-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: importWords.title,
    description: importWords.description,
    noIndex: true,
  })

export default function ImportRoute() {
  return <StaffRoute screen={Screen} />
}
