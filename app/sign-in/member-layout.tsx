import type { User } from '@supabase/supabase-js'
import { LockKeyhole } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import * as signInWords from './words.ts'

/** Pages for members, which get the member by `useMember`. Only the browser knows the session. */
export default function MemberLayout() {
  return <RequireSignIn>{(user) => <Outlet context={user} />}</RequireSignIn>
}

/** A guarded page: its content is for members only (spec 1 §2). */
export function RequireSignIn({ children }: { children: (user: User) => React.ReactNode }) {
  const { loading, user } = useSession()
  const { pathname, search } = useLocation()
  if (user) return children(user)
  if (loading) {
    return <Loading className="page py-24 text-center" />
  }
  return (
    <Notice isPage icon={LockKeyhole} title={signInWords.guardTitle} text={signInWords.guardText}>
      <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`}>
        {uiWords.signIn}
      </LinkButton>
    </Notice>
  )
}
