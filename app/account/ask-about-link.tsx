import { AlertDialog } from '@base-ui/react/alert-dialog'
import { createRoot } from 'react-dom/client'
import { Button } from '../ui/button.tsx'
import * as sessionWords from './words/session.ts'

/** Asks whether another account may take the place of the one that is signed in. */
export function askToSwitch(from: string, to: string): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const answer = (isWanted: boolean) => {
      root.unmount()
      place.remove()
      resolve(isWanted)
    }
    root.render(<Question from={from} to={to} onAnswer={answer} />)
  })
}

interface QuestionProps {
  from: string
  to: string
  onAnswer: (isWanted: boolean) => void
}

function Question({ from, to, onAnswer }: QuestionProps) {
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => isOpen || onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="shade" />
        <AlertDialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid w-104 max-w-[90vw] -translate-1/2 gap-4 p-6">
          <AlertDialog.Title className="display text-2xl">
            {sessionWords.switchTitle}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-soft wrap-break-word">
            {sessionWords.switchText(from, to)}
          </AlertDialog.Description>
          <div className="answers">
            <AlertDialog.Close
              render={<Button look="secondary">{sessionWords.switchStay}</Button>}
            />
            <Button onClick={() => onAnswer(true)}>{sessionWords.switchGo}</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
