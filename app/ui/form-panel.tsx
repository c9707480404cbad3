import { useRef, useState } from 'react'
import { failureWords, logFailure } from '../data/command-error.ts'
import { FormError } from './field.tsx'

interface FormPanelProps {
  /** react-hook-form's `handleSubmit`: what is wrong is said beside the fields, not by the browser. */
  onSubmit: (event: React.FormEvent) => Promise<void>
  /** How it looks, where it is not a card of its own. */
  className?: string
  children: React.ReactNode
}

/**
 * A form on a card, sent once at a time; what breaks while it is sent is said below it. Were it sent
 * without its script, nothing of it may be in the address.
 */
export function FormPanel({
  onSubmit,
  className = 'panel grid gap-5 p-6',
  children,
}: FormPanelProps) {
  const isSending = useRef(false)
  const [failure, setFailure] = useState<string>()
  const send = async (event: React.FormEvent) => {
    // A double click is one wish.
    if (isSending.current) return
    isSending.current = true
    setFailure(undefined)
    try {
      await onSubmit(event)
    } catch (error) {
      logFailure(error)
      setFailure(failureWords(error))
    } finally {
      isSending.current = false
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
      {children}
      <FormError message={failure} />
    </form>
  )
}
