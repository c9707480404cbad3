import { Link, useNavigate } from 'react-router'
import { Rich } from '../ui/format/rich-text.tsx'
import { removeSession } from './sign-out.ts'
import * as sessionWords from './words/session.ts'

interface SessionEndedProps {
  /** The form's page. */
  next: string
  /** False for a password, of which there is no draft. */
  isKept?: boolean
}

/** For a form that the server refused because the session has ended. */
export function SessionEnded({ next, isKept = true }: SessionEndedProps) {
  const navigate = useNavigate()
  const to = `/auth?next=${encodeURIComponent(next)}`
  const leave = async () => {
    await removeSession()
    await navigate(to)
  }
  return (
    <p role="alert" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
      <Rich
        text={isKept ? sessionWords.sessionEndedKept : sessionWords.sessionEndedLost}
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
