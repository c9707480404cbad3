import { Link } from 'react-router'

interface PersonLinkProps {
  /** Absent where the account is gone. */
  username: string | null | undefined
  className?: string
  children: React.ReactNode
}

/** A person's name, which leads to the profile where there is one. */
export function PersonLink({ username, className = '', children }: PersonLinkProps) {
  if (!username) return <span className={className}>{children}</span>
  return (
    <Link to={`/user/${username}`} className={`min-h-6 hover:underline ${className}`}>
      {children}
    </Link>
  )
}
