import { useSession } from './session.ts'

interface SignedInProps {
  children: React.ReactNode
  /** For everybody else, and until it is known. */
  otherwise?: React.ReactNode
}

/**
 * What only members see. Who asks for the session is drawn again as soon as it is known: this is
 * small, where a page is not.
 */
export function SignedIn({ children, otherwise = null }: SignedInProps) {
  const { user } = useSession()
  return user ? children : otherwise
}
