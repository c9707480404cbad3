import { Link, useLocation, useNavigate } from 'react-router'
import { logFailure } from '../../data/command-error.ts'
import * as dataWords from '../../data/words.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { getSupabase } from '../session.ts'

/**
 * For a form that the server refused because the session has ended.
 * @param isKept false for a password, of which there is no draft
 */
export function SessionEnded({ isKept }: { isKept: boolean }) {
  const navigate = useNavigate()
  const to = `/auth?next=${encodeURIComponent(useLocation().pathname)}`
  const leave = async () => {
    // The sign-in page would take the session for a valid one.
    const { auth } = await getSupabase()
    const { error } = await auth.signOut({ scope: 'local' })
    if (error) logFailure(error)
    await navigate(to)
  }
  return (
    <p role="alert" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
      <Rich
        text={isKept ? dataWords.sessionEndedKept : dataWords.sessionEndedLost}
        parts={{
          link: (words) => (
            <Link
              className="underline"
              to={to}
              onClick={(event) => {
                event.preventDefault()
                void leave()
              }}
            >
              {words}
            </Link>
          ),
        }}
      />
    </p>
  )
}
