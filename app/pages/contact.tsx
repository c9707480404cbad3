import { pageMeta } from '../data/page-meta.ts'
import { IDENTITY } from '../identity.ts'
import type { Route } from './+types/contact'
import { ContactForm } from './contact-form.tsx'
import { CONTACT } from './words/pages.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: CONTACT.title,
    description: CONTACT.description,
    path: '/contact',
  })

export default function Contact() {
  return (
    <div className="page grid max-w-5xl gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div>
        <h1 className="display text-title">{CONTACT.title}</h1>
        <p className="mt-1 mb-6 text-soft">{CONTACT.text}</p>
        <ContactForm />
      </div>
      <aside aria-label={CONTACT.other} className="panel h-fit p-5 text-sm">
        <h2 className="mb-1 font-semibold">{CONTACT.mail}</h2>
        <a
          href={`mailto:${IDENTITY.contact}`}
          className="inline-block py-1 text-link hover:underline"
        >
          {IDENTITY.contact}
        </a>
        <h2 className="mt-4 mb-1 font-semibold">{CONTACT.elsewhere}</h2>
        <p className="text-soft">{CONTACT.social}</p>
      </aside>
    </div>
  )
}
