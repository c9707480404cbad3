import { useId, useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import * as uiWords from '../../ui/words.ts'
import { findPictureProblem } from '../upload-picture.ts'

interface PictureFieldProps {
  label: string
  name: string
  url: string | null
  isSquare?: boolean
  /** @throws {CommandError} */
  onChoose: (file: File) => Promise<void>
  /** @throws {CommandError} */
  onRemove: () => Promise<void>
}

/** A picture, with buttons to change and remove it. */
export function PictureField({
  label,
  name,
  url,
  isSquare,
  onChoose,
  onRemove,
}: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, run] = useTask()
  const remove = async () => {
    await onRemove()
    // The button disappears with the picture, so the focus moves to the input.
    input.current?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar name={name} url={url} size={80} isSquare={isSquare ?? false} />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-3">
          <FileButton
            ref={input}
            label={label}
            isBusy={isBusy}
            onChoose={(file) => void run(() => onChoose(file))}
          />
          {url ? (
            <Button look="quiet" disabled={isBusy} onClick={() => void run(remove)}>
              {uiWords.remove}
            </Button>
          ) : null}
        </div>
        <p className="text-sm text-soft">{uiWords.pictureHint}</p>
      </div>
    </div>
  )
}

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
