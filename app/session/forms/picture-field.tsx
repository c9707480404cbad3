import { useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useTask } from '../../ui/feedback/use-task.ts'
import * as uiWords from '../../ui/words.ts'
import { FileButton } from './file-button.tsx'

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
