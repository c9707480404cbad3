import { Outlet } from 'react-router'
import { RequireSignIn } from './require-sign-in.tsx'

/** Pages for members, which get the member by `useMember`. Only the browser knows the session. */
export default function MemberLayout() {
  return <RequireSignIn>{(user) => <Outlet context={user} />}</RequireSignIn>
}
