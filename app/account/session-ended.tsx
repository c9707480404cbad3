import { Link } from 'react-router'

/** Said in a form whose sending was refused for want of a session. @param next where the form is */
export function SessionEnded({ next }: { next: string }) {
  return (
    <p role="alert" className="rounded-control bg-marker px-3 py-2 text-sm text-on-marker">
      Your session has ended. What you typed is kept:{' '}
      <Link className="underline" to={`/auth?next=${encodeURIComponent(next)}`}>
        sign in again
      </Link>{' '}
      and save it.
    </p>
  )
}
