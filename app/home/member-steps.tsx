import { FirstSteps } from '../people/first-steps.tsx'
import { useSession } from '../session/session.ts'

/** The first steps of a new member; loaded only for members. */
export default function MemberSteps() {
  const { user } = useSession()
  return user ? (
    <div className="page empty:hidden">
      <FirstSteps userId={user.id} />
    </div>
  ) : null
}
