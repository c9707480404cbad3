import { useRef, useState } from 'react'
import { describeFailure, logFailure } from '../../data/command-error.ts'
import { FormError } from './field.tsx'

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
  className = 'panel grid gap-5 p-6',
  children,
}: FormPanelProps) {
  const isSending = useRef(false)
  const [failure, setFailure] = useState<string>()
  const send = async (event: React.FormEvent) => {
    // A double click must not send the form twice.
    if (isSending.current) return
    isSending.current = true
    setFailure(undefined)
    try {
      await onSubmit(event)
    } catch (error) {
      logFailure(error)
      setFailure(describeFailure(error))
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
      {title ? <h2 className="display text-2xl">{title}</h2> : null}
      {notice}
      {children}
      <FormError message={failure} />
    </form>
  )
}
