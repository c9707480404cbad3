import { pageMeta } from '../data/page-meta.ts'
import { IDENTITY } from '../identity.ts'
import type { Route } from './+types/contact'
import { ContactForm } from './contact-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact',
    description: 'Questions, help, a bug, or business: write to us.',
    path: '/contact',
  })

export default function Contact() {
  return (
    <div className="page grid max-w-5xl gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div>
        <h1 className="display text-title">Contact</h1>
        <p className="mt-1 mb-6 text-soft">What is it about?</p>
        <ContactForm />
      </div>
      <aside aria-label="Other ways to reach us" className="panel h-fit p-5 text-sm">
        <h2 className="mb-1 font-semibold">By e-mail</h2>
        <a
          href={`mailto:${IDENTITY.contact}`}
          className="inline-block py-1 text-link hover:underline"
        >
          {IDENTITY.contact}
        </a>
        <h2 className="mt-4 mb-1 font-semibold">Elsewhere</h2>
        <p className="text-soft">Follow us on social media for news and new launches.</p>
      </aside>
    </div>
  )
}
