import { AlertDialog } from '@base-ui/react/alert-dialog'
import { createRoot } from 'react-dom/client'
import { Button } from '../../ui/button.tsx'
import * as signInWords from '../words.ts'

/** Asks whether the link's account may replace the signed-in one. */
export const askToSwitch = (from: string, to: string): Promise<boolean> =>
  ask({
    title: signInWords.switchTitle,
    text: signInWords.switchText(from, to),
    no: signInWords.switchStay,
    yes: signInWords.switchGo,
  })

/** Asks whether a link that this browser did not request may sign in. */
export const askToContinue = (email: string): Promise<boolean> =>
  ask({
    title: signInWords.continueTitle(email),
    text: signInWords.continueText,
    no: signInWords.continueNo,
    yes: signInWords.continueYes,
  })

interface QuestionWords {
  title: string
  text: string
  no: string
  yes: string
}

/** @returns false as well if the dialog is closed without an answer */
function ask(words: QuestionWords): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const answer = (isWanted: boolean) => {
      root.unmount()
      place.remove()
      resolve(isWanted)
    }
    root.render(<Question words={words} onAnswer={answer} />)
  })
}

interface QuestionProps {
  words: QuestionWords
  onAnswer: (isWanted: boolean) => void
}

function Question({ words, onAnswer }: QuestionProps) {
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => isOpen || onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="shade" />
        <AlertDialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid w-104 max-w-[90vw] -translate-1/2 gap-4 p-6">
          <AlertDialog.Title className="display text-2xl wrap-anywhere">
            {words.title}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-soft wrap-anywhere">
            {words.text}
          </AlertDialog.Description>
          <div className="answers">
            <AlertDialog.Close render={<Button look="secondary">{words.no}</Button>} />
            <Button onClick={() => onAnswer(true)}>{words.yes}</Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
