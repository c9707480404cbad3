import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { takePress } from '../session/pending-press.ts'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import type { SaveDialog } from './save-dialog.tsx'
import type { SavedTool } from './save-tool.tsx'

interface SaveLinkProps extends Omit<ComponentProps<typeof LinkButton>, 'to'> {
  tool: SavedTool
}

/** A link to the page that saves a tool. With script a press opens a dialog and stays on the page. */
export function SaveLink({ tool, ...props }: SaveLinkProps) {
  const path = `/lists?add=${tool.slug}`
  const navigate = useNavigate()
  const link = useRef<HTMLAnchorElement>(null)
  const [Opened, setOpened] = useState<typeof SaveDialog>()
  const open = async () => {
    try {
      const { SaveDialog } = await import('./save-dialog.tsx')
      setOpened(() => SaveDialog)
    } catch {
      await navigate(path)
    }
  }
  const { user } = useSession()
  // The dialog whose member's session had ended.
  useEffect(() => {
    if (user && takePress(['save', tool.id])) void open()
  })
  return (
    <>
      <LinkButton
        {...props}
        to={path}
        ref={link}
        rel="nofollow"
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          void open()
        }}
      />
      {Opened ? <Opened tool={tool} opener={link} onClosed={() => setOpened(undefined)} /> : null}
    </>
  )
}
