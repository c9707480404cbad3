import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from '../button.tsx'
import * as uiWords from '../words.ts'

interface ConfirmProps {
  title: string
  text: React.ReactNode
  cancelLabel?: string
  confirmLabel: string
  onConfirm: () => void
}

interface ConfirmButtonProps extends ConfirmProps {
  /** Of the button that opens the dialog. */
  label: React.ReactNode
  look?: React.ComponentProps<typeof Button>['look']
}

/** A button with a confirmation dialog. */
export function ConfirmButton({ label, look = 'danger', ...props }: ConfirmButtonProps) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger render={<Button look={look}>{label}</Button>} />
      <Question {...props} />
    </AlertDialog.Root>
  )
}

interface ConfirmDialogProps extends ConfirmProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** A confirmation dialog that a form opens. */
export function ConfirmDialog({ isOpen, onOpenChange, ...props }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Question {...props} />
    </AlertDialog.Root>
  )
}

function Question({
  title,
  text,
  cancelLabel = uiWords.cancel,
  confirmLabel,
  onConfirm,
}: ConfirmProps) {
  return (
    <QuestionPanel title={title} text={text}>
      <div className="answers">
        <AlertDialog.Close render={<Button look="secondary">{cancelLabel}</Button>} />
        <AlertDialog.Close
          render={<Button look="danger">{confirmLabel}</Button>}
          onClick={onConfirm}
        />
      </div>
    </QuestionPanel>
  )
}

/** The question of an `AlertDialog`, above its choices and answers. */
export const QuestionPanel = ({ title, text, children }: QuestionPanelProps) => (
  <AlertDialog.Portal>
    <AlertDialog.Backdrop className="shade" />
    <AlertDialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid w-104 max-w-[90vw] -translate-1/2 gap-4 p-6">
      <AlertDialog.Title className="display text-lg wrap-anywhere">{title}</AlertDialog.Title>
      <AlertDialog.Description className="text-soft wrap-anywhere">{text}</AlertDialog.Description>
      {children}
    </AlertDialog.Popup>
  </AlertDialog.Portal>
)

type QuestionPanelProps = Pick<ConfirmProps, 'title' | 'text'> & React.PropsWithChildren
