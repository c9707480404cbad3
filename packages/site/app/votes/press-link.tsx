import { useNavigate } from 'react-router'
import type { Press } from '../session/pending-press.ts'
import { LinkButton } from '../ui/button.tsx'
import { usePress } from './use-press.ts'

interface PressLinkProps {
  press: Press
  /** The page to come back to after the sign-in. */
  next: string
  className?: string
  children: React.ReactNode
}

/** A control of members as visitors see it: it leads to the sign-in, after which the press is carried out. */
export function PressLink({ press, next, ...props }: PressLinkProps) {
  const navigate = useNavigate()
  const to = `/auth?next=${encodeURIComponent(next)}`
  const pressProps = usePress(press, () => void navigate(to))
  return <LinkButton to={to} look="secondary" rel="nofollow" {...props} {...pressProps} />
}
