import { useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { FileButton } from '../../ui/forms/file-button.tsx'
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
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} url={url} size={80} isSquare={isSquare ?? false} />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-3">
          <PictureButton
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

interface PictureButtonProps {
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
export function PictureButton({ label, isBusy, isFull = false, ...props }: PictureButtonProps) {
  const choose = (file: File) => {
    const problem = findPictureProblem(file)
    if (problem) void toastError(uiWords.error, problem)
    else props.onChoose(file)
  }
  return (
    <FileButton
      {...props}
      label={isBusy ? uiWords.pictureUploading : label}
      accept="image/*"
      isDisabled={isBusy || isFull}
      onChoose={choose}
    />
  )
}
