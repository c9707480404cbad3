import { Link, useNavigate } from 'react-router'
import { dropSession } from './sign-out.ts'

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
      Your session has ended. {isKept ? 'What you typed is kept: ' : 'Please '}
      <Link
        className="underline"
        to={to}
        onClick={(event) => {
          event.preventDefault()
          void leave()
        }}
      >
        sign in again
      </Link>{' '}
      {isKept ? 'and save it.' : 'and choose the password anew.'}
    </p>
  )
}
