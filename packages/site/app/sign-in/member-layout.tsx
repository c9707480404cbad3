import type { User } from '@supabase/supabase-js'
import { LockKeyhole } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import * as signInWords from './words.ts'

const CodeStep = lazy(async () => {
  const { CodeStep } = await import('./second-factor/code-form.tsx')
  return { default: CodeStep }
})

/** Pages for members, which get the member by `useMember`. Only the browser knows the session. */
export default function MemberLayout() {
  return <RequireSignIn>{(user) => <Outlet context={user} />}</RequireSignIn>
}

interface GuardProps {
  children: (user: User) => React.ReactNode
}

/** A guarded page: its content is for members only (spec 1 §2). The footer stays below the screen meanwhile. */
export const RequireSignIn = (props: GuardProps) => (
  <div className="min-h-dvh print:min-h-0">
    <Guard {...props} />
  </div>
)

function Guard({ children }: GuardProps) {
  const { loading, user, awaitsCode } = useSession()
  const { pathname, search } = useLocation()
  if (user) return children(user)
  if (loading) return <Loading className="page py-6" />
  // A mailed link, as of a change of the address, has signed in with the first step only.
  if (awaitsCode) {
    return (
      <Suspense>
        <CodeStep pageTitle={signInWords.guardTitle} />
      </Suspense>
    )
  }
  return (
    <Notice isPage icon={LockKeyhole} title={signInWords.guardTitle} text={signInWords.guardText}>
      <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`}>
        {uiWords.signIn}
      </LinkButton>
    </Notice>
  )
}
