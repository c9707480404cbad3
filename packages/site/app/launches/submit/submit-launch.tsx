import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../session/session.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as launchWords from '../words.ts'
import type { Route } from './+types/submit-launch'

// Only members get it, and every page loads the names of what a route imports.
const LaunchForm = lazy(() => import('./launch-form.tsx'))

const LOADING = <Loading className="panel min-h-96 p-6" />

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: launchWords.submitPageTitle,
    description: launchWords.submitDescription,
    path: '/submit-launch',
    noIndex: true,
  })

/** Visitors are redirected to the sign-in (spec 2 §6). */
export default function SubmitLaunch() {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (!loading && !user) void navigate('/auth?next=/submit-launch', { replace: true })
  }, [loading, user, navigate])
  return (
    <div className="page max-w-2xl py-8">
      <h1 className="display text-title">{launchWords.submitTitle}</h1>
      <p className="mt-1 mb-6 text-soft">{launchWords.submitText}</p>
      {user ? (
        <Suspense fallback={LOADING}>
          <LaunchForm userId={user.id} />
        </Suspense>
      ) : (
        LOADING
      )}
    </div>
  )
}
