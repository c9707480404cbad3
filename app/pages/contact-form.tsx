import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { SubmitButton } from '../ui/button.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { FormPanel } from '../ui/form-panel.tsx'
import { toastSuccess } from '../ui/toast.ts'
import { COMMON } from '../ui/words.ts'
import { contactSchema, EMPTY_MESSAGE } from './contact-schema.ts'
import { INQUIRIES, MESSAGE } from './words/pages.ts'

/** Sending is simulated: nothing is stored, nothing is called (spec 2 §2). In milliseconds. */
const DELAY = 1000

export function ContactForm() {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: EMPTY_MESSAGE,
  })
  const { errors, isSubmitting } = formState
  const send = handleSubmit(async () => {
    await new Promise((resolve) => setTimeout(resolve, DELAY))
    reset(EMPTY_MESSAGE)
    void toastSuccess(MESSAGE.sent, MESSAGE.sentMore)
  })
  return (
    <FormPanel onSubmit={send}>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">{MESSAGE.type}</legend>
        {INQUIRIES.map(({ type, title, text }) => (
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
      {/* What is on its way cannot be changed, and goes when it has arrived; the focus stays. */}
      <fieldset className="grid gap-5">
        <legend className="sr-only">{MESSAGE.title}</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={MESSAGE.name} error={errors.name?.message}>
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
          <Field label={MESSAGE.email} error={errors.email?.message}>
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
        <Field label={MESSAGE.subject} error={errors.subject?.message}>
          {(control) => (
            <Input {...control} {...register('subject')} readOnly={isSubmitting} required />
          )}
        </Field>
        <Field label={MESSAGE.message} error={errors.message?.message}>
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
          {isSubmitting ? COMMON.sending : MESSAGE.send}
        </SubmitButton>
      </div>
    </FormPanel>
  )
}
