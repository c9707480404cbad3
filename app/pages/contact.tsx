import { IDENTITY } from '../shared/identity.ts'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/contact'
import { ContactForm } from './contact-form.tsx'
import * as pagesWords from './words/pages.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pagesWords.contactTitle,
    description: pagesWords.contactDescription,
    path: '/contact',
  })

export default function Contact() {
  return (
    <div className="page grid max-w-5xl gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div>
        <h1 className="display text-title">{pagesWords.contactTitle}</h1>
        <p className="mt-1 mb-6 text-soft">{pagesWords.contactText}</p>
        <ContactForm />
      </div>
      <aside aria-label={pagesWords.contactOther} className="panel h-fit p-5 text-sm">
        <h2 className="mb-1 font-semibold">{pagesWords.contactMail}</h2>
        <a
          href={`mailto:${IDENTITY.contact}`}
          className="inline-block py-1 text-link hover:underline"
        >
          {IDENTITY.contact}
        </a>
        <h2 className="mt-4 mb-1 font-semibold">{pagesWords.contactElsewhere}</h2>
        <p className="text-soft">{pagesWords.contactSocial}</p>
        <ul>
          {IDENTITY.social.map(({ href, label }) => (
            <li key={href}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-block py-1 text-link hover:underline"
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
