import { useId } from 'react'
import { toastError } from '../../ui/feedback/toast.ts'
import * as uiWords from '../../ui/words.ts'
import { findPictureProblem } from '../upload-picture.ts'

interface FileButtonProps {
  label: string
  /** While a file is uploaded, another one cannot be chosen. */
  isBusy: boolean
  /** No further file can be chosen. */
  isFull?: boolean
  /** Gets an image of an accepted size. */
  onChoose: (file: File) => void
  ref?: React.Ref<HTMLInputElement>
}

/** A button that chooses an image from the device. */
export function FileButton({ label, isBusy, isFull = false, onChoose, ref }: FileButtonProps) {
  const id = useId()
  const isDisabled = isBusy || isFull
  const choose = (file: File | undefined) => {
    if (!file || isDisabled) return
    const problem = findPictureProblem(file)
    if (problem) void toastError(uiWords.error, problem)
    else onChoose(file)
  }
  return (
    <label
      htmlFor={id}
      className={`inline-flex min-h-10 cursor-pointer items-center rounded-control border border-edge bg-card px-4 text-sm font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link ${isDisabled ? 'opacity-60' : ''}`}
    >
      {isBusy ? uiWords.pictureUploading : label}
      <input
        ref={ref}
        id={id}
        type="file"
        accept="image/*"
        className="sr-only"
        aria-disabled={isDisabled || undefined}
        onClick={(event) => isDisabled && event.preventDefault()}
        onChange={(event) => {
          choose(event.target.files?.[0])
          // Otherwise choosing the same file again would fire no event.
          event.target.value = ''
        }}
      />
    </label>
  )
}
