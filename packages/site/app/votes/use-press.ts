import { useEffect, useState } from 'react'
import {
  holdPress,
  isHeld,
  type Press,
  rememberPress,
  toPressText,
} from '../session/pending-press.ts'
import { useSession } from '../session/session.ts'

/** What a control gets that only members can use. */
export interface PressProps {
  onClick: (event: React.MouseEvent) => void
  'data-press'?: string
}

/**
 * The control of visitors, and of members until their session and code are known. A press waits for the
 * session: the control for members takes it (`takePress`), or it is remembered over the sign-in.
 * @param onSignedOut offers the sign-in
 */
export function usePress([kind, id]: Press, onSignedOut: () => void): PressProps {
  const { loading, user } = useSession()
  const [, setPresses] = useState(0)
  useEffect(() => {
    if (loading || user || !isHeld([kind, id])) return
    rememberPress([kind, id])
    onSignedOut()
  })
  return {
    'data-press': toPressText([kind, id]),
    onClick: (event) => {
      // Keys that open a link elsewhere.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      holdPress([kind, id])
      setPresses((presses) => presses + 1)
    },
  }
}
