import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { signOut } from './sign-out.ts'

export function DangerZone({ userId }: { userId: string }) {
  const navigate = useNavigate()
  return (
    <section className="panel grid gap-4 border-bad p-6" aria-labelledby="danger">
      <h2 id="danger" className="display text-2xl">
        Danger Zone
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">End this session on this device.</p>
        <Button
          look="secondary"
          onClick={() => void signOut().then((isDone) => isDone && navigate('/auth'))}
        >
          Sign Out
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">Delete the account and what belongs to it, for good.</p>
        <DeleteAccount userId={userId} />
      </div>
    </section>
  )
}
