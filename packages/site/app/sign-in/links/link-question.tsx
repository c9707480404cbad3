import { AlertDialog } from '@base-ui/react/alert-dialog'
import { createRoot } from 'react-dom/client'
import { Button } from '../../ui/button.tsx'
import { QuestionPanel } from '../../ui/forms/confirm-button.tsx'
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
      <QuestionPanel title={words.title} text={words.text}>
        <div className="answers">
          <AlertDialog.Close render={<Button look="secondary">{words.no}</Button>} />
          <Button onClick={() => onAnswer(true)}>{words.yes}</Button>
        </div>
      </QuestionPanel>
    </AlertDialog.Root>
  )
}
