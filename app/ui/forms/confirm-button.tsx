import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from '../button.tsx'

interface ConfirmButtonProps {
  /** On the button that opens the question. */
  label: React.ReactNode
  look?: React.ComponentProps<typeof Button>['look']
  title: string
  text: React.ReactNode
  /** On the button that changes nothing. */
  keep: string
  /** On the button that does it. */
  go: string
  onGo: () => void
}

/** A button that asks for confirmation. */
export function ConfirmButton({
  label,
  look = 'danger',
  title,
  text,
  keep,
  go,
  onGo,
}: ConfirmButtonProps) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger render={<Button look={look}>{label}</Button>} />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="shade" />
        <AlertDialog.Popup className="panel fixed top-1/2 left-1/2 z-50 grid w-104 max-w-[90vw] -translate-1/2 gap-4 p-6">
          <AlertDialog.Title className="display text-2xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-soft">{text}</AlertDialog.Description>
          <div className="answers">
            <AlertDialog.Close render={<Button look="secondary">{keep}</Button>} />
            <AlertDialog.Close render={<Button look="danger">{go}</Button>} onClick={onGo} />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
