import { lazy } from 'react'
import { pageMeta } from '../../ui/page-meta.ts'
import { StaffRoute } from '../staff/staff-route.tsx'
import type { Route } from './+types/settings'
import * as adminWords from './words.ts'

const Screen = lazy(() => import('./settings-screen.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: adminWords.settingsTitle,
    description: adminWords.settingsDescription,
    noIndex: true,
  })

export default function SettingsRoute() {
  return <StaffRoute screen={Screen} />
}
