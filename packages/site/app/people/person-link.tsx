import { Link } from 'react-router'
import { isAreaOn } from '../shared/areas.ts'

interface PersonLinkProps {
  /** Undefined or null if the account was deleted. */
  username: string | null | undefined
  className?: string
  children: React.ReactNode
}

/** A person's name, with a link to their profile if they have one. */
export function PersonLink({ username, className = '', children }: PersonLinkProps) {
  if (!username || !isAreaOn('profiles')) return <span className={className}>{children}</span>
  return (
    <Link to={`/user/${username}`} className={`min-h-6 leading-6 hover:underline ${className}`}>
      {children}
    </Link>
  )
}
