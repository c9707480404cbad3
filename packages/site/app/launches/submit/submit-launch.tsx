import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../session/session.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import * as launchWords from '../words.ts'
import type { Route } from './+types/submit-launch'
import { LaunchForm } from './launch-form.tsx'

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
    <div className="page column min-h-dvh py-6 print:min-h-0">
      <h1 className="display text-title">{launchWords.submitTitle}</h1>
      <p className="mt-1 mb-6 text-soft">{launchWords.submitText}</p>
      {user ? <LaunchForm userId={user.id} /> : <Loading className="panel min-h-96 p-6" />}
    </div>
  )
}
