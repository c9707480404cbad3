import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sendCommand } from '../data/command.ts'
import { CommandError, describeAs } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import { signOut } from '../sign-in/sign-out.ts'
import { Button } from '../ui/button.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { QuestionPanel } from '../ui/forms/confirm-button.tsx'
import * as settingsWords from './words.ts'

const CHOICES = [
  [true, settingsWords.deleteKeepReviews],
  [false, settingsWords.deleteDeleteReviews],
] as const

/** Asks for confirmation, and whether the reviews stay. */
export function DeleteAccount() {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [keepsReviews, setKeepsReviews] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await deleteAccount(keepsReviews).finally(() => setBusy(false))
    setOpen(false)
    await navigate('/')
    return toastSuccess(settingsWords.deleteDone, settingsWords.deleteDoneMore)
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger render={<Button look="danger">{settingsWords.deleteButton}</Button>} />
      <QuestionPanel title={settingsWords.deleteTitle} text={settingsWords.deleteText}>
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">{settingsWords.deleteReviews}</legend>
          {CHOICES.map(([keeps, label]) => (
            <label key={label} className="flex min-h-8 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name="reviews"
                checked={keepsReviews === keeps}
                onChange={() => setKeepsReviews(keeps)}
                className="accent-ink"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className="answers">
          <AlertDialog.Close
            render={<Button look="secondary">{settingsWords.deleteKeep}</Button>}
          />
          <Button look="danger" disabled={isBusy} onClick={() => toastFailure(remove())}>
            {isBusy ? settingsWords.deleteDeleting : settingsWords.deleteGo}
          </Button>
        </div>
      </QuestionPanel>
    </AlertDialog.Root>
  )
}

/** @throws {CommandError} with a public message */
async function deleteAccount(keep_reviews: boolean): Promise<void> {
  // The database queues the files of a deleted account. A refusal, as of the last administrator, has its own message.
  const supabase = await getSupabase()
  await sendCommand(supabase.rpc('delete_account', { keep_reviews })).catch((error: unknown) => {
    if (error instanceof CommandError && error.reason === 'refused') throw error
    return describeAs(settingsWords.deleteFailed)(error)
  })
  // The server has ended the session; the browser still has its copy.
  await supabase.auth.signOut({ scope: 'local' })
}

export function DangerZone() {
  const navigate = useNavigate()
  return (
    <>
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
        <DeleteAccount />
      </div>
    </>
  )
}
