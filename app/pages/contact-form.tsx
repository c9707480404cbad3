import { useCommandForm } from '../session/use-command-form.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { Field, Input, TextArea } from '../ui/forms/field.tsx'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import { contactSchema, EMPTY_MESSAGE } from './contact-schema.ts'
import * as pagesWords from './words/pages.ts'

/** Sending is simulated: the form stores and sends nothing (spec 2 §2). */
const DELAY_MS = 1000

export function ContactForm() {
  const { form, panel } = useCommandForm({
    schema: contactSchema,
    empty: EMPTY_MESSAGE,
    send: () => new Promise((resolve) => setTimeout(resolve, DELAY_MS)),
    onSent: (sent) => {
      sent.form.reset(EMPTY_MESSAGE)
      void toastSuccess(pagesWords.messageSent, pagesWords.messageSentMore)
    },
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <FormPanel {...panel}>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">{pagesWords.messageType}</legend>
        {pagesWords.INQUIRIES.map(({ type, title, text }) => (
          <label
            key={type}
            className="grid cursor-pointer gap-0.5 rounded-control border border-edge p-4 has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
          >
            <span className="flex items-center gap-2 font-medium">
              <input type="radio" value={type} {...register('type')} className="accent-ink" />
              {title}
            </span>
            <span className="text-sm text-soft">{text}</span>
          </label>
        ))}
      </fieldset>
      {/* Read-only while sending: disabled fields would lose the focus. */}
      <fieldset className="grid gap-5">
        <legend className="sr-only">{pagesWords.messageTitle}</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={pagesWords.messageName} error={errors.name?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('name')}
                readOnly={isSubmitting}
                required
                autoComplete="name"
              />
            )}
          </Field>
          <Field label={pagesWords.messageEmail} error={errors.email?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('email')}
                readOnly={isSubmitting}
                type="email"
                required
                autoComplete="email"
              />
            )}
          </Field>
        </div>
        <Field label={pagesWords.messageSubject} error={errors.subject?.message}>
          {(control) => (
            <Input {...control} {...register('subject')} readOnly={isSubmitting} required />
          )}
        </Field>
        <Field label={pagesWords.messageMessage} error={errors.message?.message}>
          {(control) => (
            <TextArea
              {...control}
              {...register('message')}
              readOnly={isSubmitting}
              required
              rows={6}
            />
          )}
        </Field>
      </fieldset>
      <div>
        <SubmitButton disabled={isSubmitting}>
          {isSubmitting ? uiWords.sending : pagesWords.messageSend}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
