import { IDENTITY } from '../../shared/identity.ts'

export const privacyTitle = 'Privacy Policy'
export const privacyDescription = `What ${IDENTITY.name} keeps about you, why, and what you can do about it.`
export const privacySections = [
  {
    title: 'Information we collect',
    text: 'What you tell us when you make an account or write a review: your email address, your username, and whatever else you put into your profile. Your password is kept only as a hash.',
  },
  {
    title: 'How we use it',
    text: 'To show your reviews, to let you sign in, and to write to you about your account. Nothing else.',
  },
  {
    title: 'Sharing',
    text: 'Reviews are public, with your username and picture. How much more of your profile others see is your choice. We do not sell data.',
  },
  {
    title: 'Security',
    text: 'The database itself decides, for every request, who may read or change what. Connections are encrypted where the site is served over HTTPS.',
  },
  {
    title: 'Your rights',
    text: 'You may see and correct what we hold about you, have it deleted, opt out of marketing, have a copy, and object to how it is used.',
  },
  {
    title: 'Cookies',
    text: 'None that track you. When you sign in we set one that lets this browser sign in while another person tries wrong passwords for your account. It holds nothing about you that can be read, and ends after 180 days. Signing in with another account, such as GitHub’s, sets one for ten minutes. Your session is kept in your browser’s local storage, and goes when you sign out.',
  },
  {
    title: 'Changes to this policy',
    text: 'When this policy changes, we update this page and its date.',
  },
  { title: 'Contact', text: `Write to ${IDENTITY.contact}.` },
] as const

export const imprintTitle = 'Imprint'
export const imprintDescription = `The operator of ${IDENTITY.name}, and how to reach them.`

export const termsTitle = 'Terms of Service'
export const termsDescription = `The rules for using ${IDENTITY.name}.`
export const termsSections = [
  { title: 'Acceptance', text: 'By using this site you accept these terms.' },
  {
    title: 'Use license',
    text: 'You may read, quote and link to what is published here for your own work.',
  },
  {
    title: 'User content',
    text: `What you write stays yours. You give ${IDENTITY.name} a non-exclusive, perpetual license to show it.`,
  },
  {
    title: 'Account responsibilities',
    text: 'Keep your password to yourself. Do not keep several accounts to manipulate ratings, and do not pretend to be someone else.',
  },
  {
    title: 'Prohibited uses',
    text: 'No invented reviews, no paid reviews, no harassment, nothing unlawful, and no attempts to break the site.',
  },
  {
    title: 'Disclaimer',
    text: 'Reviews are the opinions of their authors. The site is provided as is.',
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
] as const
