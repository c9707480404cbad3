import { useRef, useState } from 'react'
import { failureWords, logFailure } from '../../data/command-error.ts'
import { FormError } from './field.tsx'

interface FormPanelProps {
  /** react-hook-form's `handleSubmit`; errors show beside the fields, not in the browser's bubbles. */
  onSubmit: (event: React.FormEvent) => Promise<void>
  /** Replaces the look of a card. */
  className?: string
  children: React.ReactNode
}

/**
 * A form on a card. It sends once at a time, and shows below it why sending failed. Its method is
 * POST, so that no field is in the address if the browser sends it before hydration.
 */
export function FormPanel({
  onSubmit,
  className = 'panel grid gap-5 p-6',
  children,
}: FormPanelProps) {
  const isSending = useRef(false)
  const [failure, setFailure] = useState<string>()
  const send = async (event: React.FormEvent) => {
    // A double click sends once.
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
