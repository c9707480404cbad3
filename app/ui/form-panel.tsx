interface FormPanelProps {
  /** react-hook-form's `handleSubmit`: what is wrong is said beside the fields, not by the browser. */
  onSubmit: (event: React.FormEvent) => Promise<void>
  children: React.ReactNode
}

/** A form on a card. Were it sent without its script, nothing of it may be in the address. */
export function FormPanel({ onSubmit, children }: FormPanelProps) {
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="panel grid gap-5 p-6"
    >
      {children}
    </form>
  )
}
