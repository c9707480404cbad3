import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pageMeta } from '../data/page-meta.ts'
import { useSession } from '../data/session.ts'
import { IDENTITY } from '../identity.ts'
import type { Route } from './+types/submit-launch'
import { LaunchForm } from './launch-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Submit a launch',
    description: `Launch your product on ${IDENTITY.name}.`,
    path: '/submit-launch',
    noIndex: true,
  })

/** The signed-out are sent to the sign-in (spec 2 §6). */
export default function SubmitLaunch() {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (!loading && !user) void navigate('/auth?next=/submit-launch', { replace: true })
  }, [loading, user, navigate])
  return (
    <div className="page max-w-2xl py-8">
      <h1 className="display text-title">Submit Your Product</h1>
      <p className="mt-1 mb-6 text-soft">
        One day in the light: on its launch day your product stands among all that launch then,
        ranked by upvotes.
      </p>
      {user ? (
        <LaunchForm userId={user.id} />
      ) : (
        <p role="status" className="panel h-96 p-6 text-soft">
          Loading...
        </p>
      )}
    </div>
  )
}
