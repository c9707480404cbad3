import { useId, useRef, useState } from 'react'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import { findPictureProblem } from '../../data/upload-picture.ts'
import { Avatar } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { toastError } from '../feedback/toast.ts'
import * as uiWords from '../words.ts'

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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      logFailure(error)
      await toastError(uiWords.error, describeFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const remove = async () => {
    await onRemove()
    // The button disappears with the picture, so the focus moves to the input.
    input.current?.focus()
  }
  const choose = (file: File | undefined) => {
    if (!file || isBusy) return
    const problem = findPictureProblem(file)
    if (problem) void toastError(uiWords.error, problem)
    else void run(() => onChoose(file))
  }
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar name={name} url={url} size={80} isSquare={isSquare ?? false} />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-3">
          <label
            htmlFor={id}
            className={`inline-flex min-h-10 cursor-pointer items-center rounded-control border border-edge bg-card px-4 text-sm font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link ${isBusy ? 'opacity-60' : ''}`}
          >
            {isBusy ? uiWords.pictureUploading : label}
            <input
              ref={input}
              id={id}
              type="file"
              accept="image/*"
              className="sr-only"
              aria-disabled={isBusy || undefined}
              onClick={(event) => isBusy && event.preventDefault()}
              onChange={(event) => {
                choose(event.target.files?.[0])
                // Otherwise choosing the same file again would fire no event.
                event.target.value = ''
              }}
            />
          </label>
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
