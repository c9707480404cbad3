import { lazy, Suspense } from 'react'
import type { Route } from './+types/deferred-screen'
import * as caseWords from './moderation/words/cases.ts'
import * as catalogWords from './moderation/words/catalog.ts'
import * as publicWords from './moderation/words/public.ts'
import * as staffWords from './moderation/words/staff.ts'
import * as notificationWords from './notifications/words.ts'
import * as profileWords from './profile/words.ts'
import * as editWords from './tools/words/edits.ts'
import { Loading } from './ui/feedback/loading.tsx'
import { pageMeta } from './ui/page-meta.ts'

/**
 * Screens for members and staff by the id of their route. They are loaded apart from it: every page
 * loads the router's manifest, which lists what a route imports.
 */
const SCREENS = {
  'profile-settings': {
    title: profileWords.editPageTitle,
    description: profileWords.editDescription,
    Screen: lazy(() => import('./profile/profile-settings.tsx')),
  },
  'my-reports': {
    title: publicWords.pageTitle,
    description: publicWords.ownDescription,
    Screen: lazy(() => import('./moderation/own/my-reports.tsx')),
  },
  notifications: {
    title: notificationWords.title,
    description: notificationWords.description,
    Screen: lazy(() => import('./notifications/notifications.tsx')),
  },
  claims: {
    title: catalogWords.claimsTitle,
    description: catalogWords.claimsDescription,
    Screen: lazy(() => import('./moderation/claims/claims.tsx')),
  },
  edits: {
    title: editWords.queueTitle,
    description: editWords.queueDescription,
    Screen: lazy(() => import('./moderation/edits/edits-queue.tsx')),
  },
  merge: {
    title: caseWords.mergeTitle,
    description: caseWords.mergeDescription,
    Screen: lazy(() => import('./moderation/merge/merge.tsx')),
  },
  case: {
    title: caseWords.caseTitle,
    description: caseWords.caseDescription,
    Screen: lazy(() => import('./moderation/case/case-screen.tsx')),
  },
  invitations: {
    title: staffWords.invitationsTitle,
    description: staffWords.invitationsDescription,
    Screen: lazy(() => import('./moderation/invitations/invitations.tsx')),
  },
  import: {
    title: staffWords.title,
    description: staffWords.description,
    Screen: lazy(() => import('./moderation/import/import.tsx')),
  },
}

const findScreen = (matches: readonly ({ id: string } | undefined)[]) =>
  SCREENS[matches.at(-1)?.id as keyof typeof SCREENS]

export const meta: Route.MetaFunction = ({ matches }) => {
  const { title, description } = findScreen(matches)
  return pageMeta(matches, { title, description, noIndex: true })
}

export default function DeferredScreen({ matches }: Route.ComponentProps) {
  const { Screen } = findScreen(matches)
  return (
    <Suspense fallback={<Loading className="page py-24 text-center" />}>
      <Screen />
    </Suspense>
  )
}
