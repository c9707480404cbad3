import { BadgeCheck, Eye, MessageSquareQuote, Scale, ShieldCheck, Users } from 'lucide-react'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { FigureRow } from './figure-row.tsx'
import type { Figure } from './figures.ts'
import * as homeWords from './words.ts'

const REASONS = [
  { icon: BadgeCheck, ...homeWords.whyTrustVerified },
  { icon: ShieldCheck, ...homeWords.whyTrustGenuine },
  { icon: Users, ...homeWords.whyTrustProfessionals },
  { icon: Scale, ...homeWords.whyTrustBothSides },
  { icon: Eye, ...homeWords.whyTrustOpen },
  { icon: MessageSquareQuote, ...homeWords.whyTrustOwnWords },
]

export function TrustSection({ figures }: { figures: readonly Figure[] | undefined }) {
  return (
    // The last section of the page adjoins the footer.
    <section
      className="mt-10 -mb-20 border-t border-line bg-sunken py-14"
      aria-labelledby="why-trust"
    >
      <div className="page grid gap-8">
        <h2 id="why-trust" className="display text-3xl">
          {homeWords.whyTrustTitle}
        </h2>
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {REASONS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <Icon aria-hidden size={22} className="mt-0.5 shrink-0 text-link" />
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-sm text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        {figures ? <FigureRow figures={figures} /> : <SectionFailure />}
      </div>
    </section>
  )
}
