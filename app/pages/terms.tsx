import { pageMeta } from '../data/page-meta.ts'
import { IDENTITY } from '../identity.ts'
import type { Route } from './+types/terms'
import { Prose } from './prose.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms of Service',
    description: `The rules for using ${IDENTITY.name}.`,
    path: '/terms',
  })

const SECTIONS = [
  { title: 'Acceptance', text: 'By using this site you accept these terms.' },
  {
    title: 'Use licence',
    text: 'You may read, quote and link to what is published here for your own work.',
  },
  {
    title: 'User content',
    text: `What you write stays yours. You give ${IDENTITY.name} a non-exclusive, perpetual licence to show it.`,
  },
  {
    title: 'Account responsibilities',
    text: 'Keep your password to yourself. Do not keep several accounts to manipulate ratings, and do not pretend to be someone else.',
  },
  {
    title: 'Prohibited uses',
    text: 'No invented reviews, no reviews for pay, no harassment, nothing unlawful, and no attempts to break the site.',
  },
  {
    title: 'Disclaimer',
    text: 'Reviews are their writers’ opinions. The site is offered as it is.',
  },
  {
    title: 'Limitations',
    text: `As far as the law allows, ${IDENTITY.name} is not liable for decisions made on the strength of a review.`,
  },
  {
    title: 'Termination',
    text: `An account may be closed at ${IDENTITY.name}’s sole discretion when these terms are broken.`,
  },
  { title: 'Contact', text: `Write to ${IDENTITY.contact}.` },
]

export default function Terms() {
  return <Prose title="Terms of Service" sections={SECTIONS} />
}
