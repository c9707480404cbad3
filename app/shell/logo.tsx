import { Link } from 'react-router'

export function Logo() {
  return (
    <Link to="/" className="display inline-flex min-h-10 items-center text-xl">
      <span className="marked px-0.5">Tool</span>mark
    </Link>
  )
}
