import { useEffect } from 'react'
import { describeFailure } from '../../data/command-error.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { isRefused, refreshStaffRole } from './staff-role.ts'

/** Says why data for staff could not be read: the server's refusal, or a failure that may pass. */
export function StaffFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isFinal = isRefused(error)
  useEffect(() => {
    // The role may have ended meanwhile.
    if (isFinal) void refreshStaffRole()
  }, [isFinal])
  if (!isFinal) return <LoadFailure onRetry={onRetry} />
  return (
    <p role="alert" className="text-soft">
      {describeFailure(error)}
    </p>
  )
}
