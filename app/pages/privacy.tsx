import { pageMeta } from '../data/page-meta.ts'
import { IDENTITY } from '../identity.ts'
import type { Route } from './+types/privacy'
import { Prose } from './prose.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description: `What ${IDENTITY.name} keeps about you, why, and what you can do about it.`,
    path: '/privacy',
  })

const SECTIONS = [
  {
    title: 'Information we collect',
    text: 'What you tell us when you make an account or write a review: your e-mail address, your username, and whatever else you put into your profile. Your password is kept only as a hash.',
  },
  {
    title: 'How we use it',
    text: 'To show your reviews, to let you sign in, and to write to you about your account. Nothing else.',
  },
  {
    title: 'Sharing',
    text: 'Reviews are public, with your username and picture. How much more of your profile others see is your choice. We sell nothing to anybody.',
  },
  {
    title: 'Security',
    text: 'Who may read or change what is decided in the database itself, for every request. Connections are encrypted where the site is served over HTTPS.',
  },
  {
    title: 'Your rights',
    text: 'You may see and correct what we hold about you, have it deleted, opt out of marketing, have a copy, and object to how it is used.',
  },
  {
    title: 'Cookies',
    text: 'We set none. Your session is kept in your browser’s local storage, and goes when you sign out.',
  },
  {
    title: 'Changes to this policy',
    text: 'When this policy changes, this page does, and its date with it.',
  },
  { title: 'Contact', text: `Write to ${IDENTITY.contact}.` },
]

export default function Privacy() {
  return <Prose title="Privacy Policy" sections={SECTIONS} />
}
