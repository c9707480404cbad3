import { Link, useNavigate } from 'react-router'
import { Rich } from '../ui/rich-text.tsx'
import { dropSession } from './sign-out.ts'
import * as sessionWords from './words/session.ts'

interface SessionEndedProps {
  /** Where the form is. */
  next: string
  /** A password that was typed is kept nowhere. */
  isKept?: boolean
}

/** Said in a form whose sending was refused for want of a session. */
export function SessionEnded({ next, isKept = true }: SessionEndedProps) {
  const navigate = useNavigate()
  const to = `/auth?next=${encodeURIComponent(next)}`
  const leave = async () => {
    await dropSession()
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
