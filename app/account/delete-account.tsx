import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getSupabase } from '../data/session.ts'
import { removeOtherPictures } from '../data/upload-picture.ts'
import { PICTURE_FAILURE } from '../data/words.ts'
import { Button } from '../ui/button.tsx'
import { orToast, toastError, toastSuccess } from '../ui/toast.ts'
import { COMMON } from '../ui/words.ts'
import { DELETE } from './words/settings.ts'

const CHOICES = [
  [true, DELETE.keepReviews],
  [false, DELETE.deleteReviews],
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
    if (failure) return toastError(COMMON.error, failure)
    setOpen(false)
    await navigate('/')
    return toastSuccess(DELETE.done, DELETE.doneMore)
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger render={<Button look="danger">{DELETE.button}</Button>} />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-ink/40" />
        <AlertDialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid w-104 max-w-[90vw] -translate-1/2 gap-4 p-6">
          <AlertDialog.Title className="display text-2xl">{DELETE.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-soft">{DELETE.text}</AlertDialog.Description>
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-medium">{DELETE.reviews}</legend>
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
            <AlertDialog.Close render={<Button look="secondary">{DELETE.keep}</Button>} />
            <Button look="danger" disabled={isBusy} onClick={() => orToast(remove())}>
              {isBusy ? DELETE.deleting : DELETE.go}
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
    return PICTURE_FAILURE.notDeleted
  }
  const supabase = await getSupabase()
  const { error } = await supabase.rpc('delete_account', { keep_reviews })
  if (error) return DELETE.failed
  // The server knows this session no longer; only the browser has to forget it.
  await supabase.auth.signOut({ scope: 'local' })
  return undefined
}
