import type { User } from '@supabase/supabase-js'
import { useOutletContext } from 'react-router'
import { useSession } from './session.ts'

interface SignedInProps {
  children: React.ReactNode
  /** For visitors, and until the session is known. */
  otherwise?: React.ReactNode
}

/**
 * Content for members only. It keeps `useSession` out of the page: when the session becomes known,
 * React renders this small part again and not the whole page.
 */
export function SignedIn({ children, otherwise = null }: SignedInProps) {
  const { user } = useSession()
  return user ? children : otherwise
}

/** The viewer of a page for members, within `sign-in/member-layout.tsx`. */
export const useMember = () => useOutletContext<User>()
