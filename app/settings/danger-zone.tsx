import { useNavigate } from 'react-router'
import { signOut } from '../sign-in/sign-out.ts'
import { Button } from '../ui/button.tsx'
import { DeleteAccount } from './delete-account.tsx'
import * as settingsWords from './words.ts'

export function DangerZone({ userId }: { userId: string }) {
  const navigate = useNavigate()
  return (
    <section className="panel grid gap-4 border-bad p-6" aria-labelledby="danger">
      <h2 id="danger" className="display text-2xl">
        {settingsWords.dangerTitle}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">{settingsWords.dangerSignOutText}</p>
        <Button
          look="secondary"
          onClick={() => void signOut().then((isDone) => isDone && navigate('/auth'))}
        >
          {settingsWords.dangerSignOut}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">{settingsWords.dangerDeleteText}</p>
        <DeleteAccount userId={userId} />
      </div>
    </section>
  )
}
