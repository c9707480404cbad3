import { z } from 'zod'
import { emailSchema } from '../session/forms/field-schemas.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { IDENTITY } from '../shared/identity.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { InputField, TextAreaField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import { RadioCard } from '../ui/forms/radio-card.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import * as uiWords from '../ui/words.ts'
import type { Route } from './+types/contact'
import * as pageWords from './words.ts'

const contactSchema = z.object({
  type: z.enum(['general', 'support', 'bug', 'business']),
  name: z.string().trim().min(1, pageWords.messageNoName),
  email: emailSchema,
  subject: z.string().trim().min(1, pageWords.messageNoSubject),
  message: z.string().trim().min(1, pageWords.messageNoMessage),
})

const EMPTY_MESSAGE = {
  type: 'general' as const,
  name: '',
  email: '',
  subject: '',
  message: '',
}

/** Sending is simulated: the form stores and sends nothing (spec 2 §2). */
const DELAY_MS = 1000

function ContactForm() {
  const { form, panel } = useCommandForm({
    schema: contactSchema,
    empty: EMPTY_MESSAGE,
    send: () => new Promise((resolve) => setTimeout(resolve, DELAY_MS)),
    onSent: (sent) => {
      sent.form.reset(EMPTY_MESSAGE)
      void toastSuccess(pageWords.messageSent, pageWords.messageSentMore)
    },
  })
  const field = fieldsOf(form)
  const { register, formState } = form
  const { isSubmitting } = formState
  return (
    <FormPanel {...panel}>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">{pageWords.messageType}</legend>
        {pageWords.INQUIRIES.map(({ type, title, text }) => (
          <RadioCard key={type} value={type} {...register('type')} title={title} text={text} />
        ))}
      </fieldset>
      {/* Read-only while sending: disabled fields would lose the focus. */}
      <fieldset className="grid gap-4">
        <legend className="sr-only">{pageWords.messageTitle}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <InputField
            label={pageWords.messageName}
            {...field('name')}
            readOnly={isSubmitting}
            required
            autoComplete="name"
          />
          <InputField
            label={pageWords.messageEmail}
            {...field('email')}
            readOnly={isSubmitting}
            type="email"
            required
            autoComplete="email"
          />
        </div>
        <InputField
          label={pageWords.messageSubject}
          {...field('subject')}
          readOnly={isSubmitting}
          required
        />
        <TextAreaField
          label={pageWords.messageMessage}
          {...field('message')}
          readOnly={isSubmitting}
          required
          rows={6}
        />
      </fieldset>
      <div>
        <SubmitButton sending={uiWords.sending}>{pageWords.messageSend}</SubmitButton>
      </div>
    </FormPanel>
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageWords.contactTitle,
    description: pageWords.contactDescription,
    path: '/contact',
  })

export default function Contact() {
  return (
    <div className="page grid gap-6 py-6 lg:grid-cols-[minmax(0,45rem)_18rem]">
      <div>
        <h1 className="display text-title">{pageWords.contactTitle}</h1>
        <p className="mt-1 mb-6 text-soft">{pageWords.contactText}</p>
        <ContactForm />
      </div>
      <aside aria-label={pageWords.contactOther} className="panel h-fit p-4 text-sm">
        <h2 className="mb-1 font-semibold">{pageWords.contactMail}</h2>
        <a
          href={`mailto:${IDENTITY.contact}`}
          className="inline-block py-1 text-link wrap-anywhere hover:underline"
        >
          {IDENTITY.contact}
        </a>
        <h2 className="mt-4 mb-1 font-semibold">{pageWords.contactElsewhere}</h2>
        <p className="text-soft">{pageWords.contactSocial}</p>
        <ul>
          {IDENTITY.social.map(({ href, label }) => (
            <li key={href}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-block py-1 text-link wrap-anywhere hover:underline"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
