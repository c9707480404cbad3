import { createContext, useContext, useRef, useState } from 'react'
import { describeFailure, isSignedOut, logFailure } from '../../data/command-error.ts'
import { Button, type ButtonProps } from '../button.tsx'
import { toastSessionEnded } from '../feedback/toast.ts'
import { useHydrated } from '../use-hydrated.ts'
import * as uiWords from '../words.ts'
import { FormError } from './field.tsx'

/** Whether the form around a button is being sent. */
const SendingContext = createContext(false)

interface FormPanelProps {
  /** react-hook-form's `handleSubmit`. */
  onSubmit: (event: React.FormEvent) => Promise<void>
  title?: string
  /** Below the title: what happened to an earlier attempt or a draft. */
  notice?: React.ReactNode
  /** Replaces the classes of the card. */
  className?: string
  children: React.ReactNode
}

/**
 * A form on a card, with an error message below it if sending fails. The method is POST: if the
 * browser sends the form before hydration, no password gets into the URL.
 */
export function FormPanel({
  onSubmit,
  title,
  notice,
  className = 'panel grid gap-4 p-6',
  children,
}: FormPanelProps) {
  const isLocked = useRef(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const send = async (event: React.FormEvent) => {
    // A double click must not send the form twice.
    if (isLocked.current) return
    isLocked.current = true
    setSending(true)
    setFailure(undefined)
    try {
      await onSubmit(event)
    } catch (error) {
      logFailure(error)
      if (isSignedOut(error)) void toastSessionEnded()
      else setFailure(describeFailure(error))
    } finally {
      isLocked.current = false
      setSending(false)
    }
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(event)
      }}
      className={className}
    >
      {title ? <h2 className="display text-lg">{title}</h2> : null}
      {notice}
      <SendingContext value={isSending}>{children}</SendingContext>
      <FormError message={failure} />
    </form>
  )
}

interface SubmitButtonProps extends Omit<ButtonProps, 'type'> {
  /** Its words while FormPanel sends the form. */
  sending?: string
}

/**
 * A submit button for a form that a script sends. It is disabled while FormPanel sends the form, and
 * until hydration, because the browser would send the form itself.
 */
export function SubmitButton({ sending, disabled = false, children, ...props }: SubmitButtonProps) {
  const isHydrated = useHydrated()
  const isSending = useContext(SendingContext)
  return (
    <>
      <Button
        isNativelyDisabled={!isHydrated}
        {...props}
        type="submit"
        disabled={isSending || disabled}
      >
        {isSending && sending ? sending : children}
      </Button>
      <noscript>
        <p className="text-sm text-soft">{uiWords.needsScript}</p>
      </noscript>
    </>
  )
}
