import {
  BadgeCheck,
  Eye,
  type LucideIcon,
  MessageSquareQuote,
  Scale,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { IDENTITY } from '../identity.ts'
import { FigureRow } from './figure-row.tsx'
import type { Figure } from './figures.ts'

const REASONS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: BadgeCheck,
    title: 'Verified reviews',
    text: 'Every reviewer confirmed an e-mail address before the first word.',
  },
  {
    icon: ShieldCheck,
    title: 'No fake content',
    text: 'One review a person and tool, and no way to write a rating but to review.',
  },
  {
    icon: Users,
    title: 'Professionals',
    text: 'Reviewers can show what they do and where, so that you can weigh their words.',
  },
  {
    icon: Scale,
    title: 'Both sides',
    text: 'What people like stands beside what they do not, with how many said so.',
  },
  {
    icon: Eye,
    title: 'Open to look into',
    text: 'The rules that guard the reviews are published with the rest of the software.',
  },
  {
    icon: MessageSquareQuote,
    title: 'In their own words',
    text: 'Reviews are shown whole, newest first, and stay their writer’s to edit or remove.',
  },
]

export function TrustSection({ figures }: { figures: readonly Figure[] }) {
  return (
    <section className="mt-10 border-y border-line bg-sunken py-14" aria-labelledby="why-trust">
      <div className="page grid gap-8">
        <h2 id="why-trust" className="display text-3xl">
          Why Trust {IDENTITY.name}
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
        <FigureRow figures={figures} />
      </div>
    </section>
  )
}
