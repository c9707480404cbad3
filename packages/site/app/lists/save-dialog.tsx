import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { toastMade } from '../ui/feedback/toast.ts'
import * as uiWords from '../ui/words.ts'
import { type SavedTool, SaveTool } from './save-tool.tsx'
import * as listWords from './words.ts'

interface SaveDialogProps {
  tool: SavedTool
  /** Gets the focus back. */
  opener: React.RefObject<HTMLElement | null>
  /** The dialog has disappeared. */
  onClosed: () => void
}

/** Saves a tool over its page (spec 7 §3). */
export function SaveDialog({ tool, opener, onClosed }: SaveDialogProps) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(true)
  const close = (list: string | null) => {
    setOpen(false)
    void toastMade(listWords.saved(tool.name), '', {
      label: listWords.show,
      onClick: () => void navigate(list ? `/list/${list}` : '/lists'),
    })
  }
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isShown) => {
        if (!isShown) onClosed()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="shade" />
        <Dialog.Popup
          finalFocus={opener}
          className="panel fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-1.5rem)] w-104 max-w-[calc(100vw-1.5rem)] -translate-1/2 gap-4 overflow-y-auto p-6 shadow-raised"
        >
          <Dialog.Title className="display text-lg wrap-anywhere">
            {listWords.saveTitle(tool.name)}
          </Dialog.Title>
          <SaveTool tool={tool} onSaved={close}>
            <Dialog.Close render={<Button look="secondary">{uiWords.cancel}</Button>} />
          </SaveTool>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
