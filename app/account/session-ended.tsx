import { Link } from 'react-router'

interface SessionEndedProps {
  /** Where the form is. */
  next: string
  /** A password that was typed is kept nowhere. */
  isKept?: boolean
}

/** Said in a form whose sending was refused for want of a session. */
export function SessionEnded({ next, isKept = true }: SessionEndedProps) {
  return (
    <p role="alert" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
      Your session has ended. {isKept ? 'What you typed is kept: ' : 'Please '}
      <Link className="underline" to={`/auth?next=${encodeURIComponent(next)}`}>
        sign in again
      </Link>{' '}
      {isKept ? 'and save it.' : 'and choose the password anew.'}
    </p>
  )
}
