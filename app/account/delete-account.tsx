import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getSupabase } from '../data/session.ts'
import { removeOtherPictures } from '../data/upload-picture.ts'
import { Button } from '../ui/button.tsx'
import { orToast, toastError, toastSuccess } from '../ui/toast.ts'

const CHOICES = [
  [true, 'Keep my reviews, as Anonymous'],
  [false, 'Delete my reviews as well'],
] as const

/** Asks once more, and what should become of the reviews. */
export function DeleteAccount({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [keepsReviews, setKeepsReviews] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const failure = await deleteAccount(userId, keepsReviews).finally(() => setBusy(false))
    if (failure) return toastError('Error', failure)
    setOpen(false)
    await navigate('/')
    return toastSuccess('Account deleted', 'Your account and what belonged to it are gone.')
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger render={<Button look="danger">Delete Account</Button>} />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-ink/40" />
        <AlertDialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid w-104 max-w-[90vw] -translate-1/2 gap-4 p-6">
          <AlertDialog.Title className="display text-2xl">Delete your account?</AlertDialog.Title>
          <AlertDialog.Description className="text-soft">
            Profile, picture, votes, follows and account events are deleted for good. Your launches
            stay, without your name.
          </AlertDialog.Description>
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-medium">And your reviews?</legend>
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
          <div className="flex flex-wrap justify-end gap-3">
            <AlertDialog.Close render={<Button look="secondary">Keep my account</Button>} />
            <Button look="danger" disabled={isBusy} onClick={() => orToast(remove())}>
              {isBusy ? 'Deleting...' : 'Delete for good'}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** @returns what to say when it failed */
async function deleteAccount(userId: string, keep_reviews: boolean): Promise<string | undefined> {
  try {
    // The files first: without the account nobody may remove them.
    await removeOtherPictures('avatars', userId, null)
  } catch {
    return 'Failed to delete file'
  }
  const supabase = await getSupabase()
  const { error } = await supabase.rpc('delete_account', { keep_reviews })
  if (error) return 'Your account could not be deleted. Please try again.'
  // The server knows this session no longer; only the browser has to forget it.
  await supabase.auth.signOut({ scope: 'local' })
  return undefined
}
