import { IDENTITY } from '../../identity.ts'

export const ABOUT = {
  pageTitle: 'About',
  description: `Why ${IDENTITY.name} exists and what it stands for.`,
  title: `About ${IDENTITY.name}`,
  story: `Choosing software is guesswork when everyone who praises it sells it. ${IDENTITY.name} began with a simple wish: to hear from the people who use a tool every day, good and bad, with the evidence beside the stars.`,
  values: 'Our values',
  valueList: [
    {
      title: 'Transparency',
      text: 'Every rating shows how many people stand behind it, and every rule is open to read.',
    },
    {
      title: 'Community',
      text: 'Professionals help each other choose: with what they like, and with what they would change.',
    },
    {
      title: 'Innovation',
      text: 'New products get a day in the light, and their makers get honest answers.',
    },
  ],
  figures: 'In figures',
} as const

export const FIGURES = {
  tools: 'Tools listed',
  reviews: 'User reviews',
  people: 'Active users',
} as const

/** Spec 2 §2; while demo content is loaded. */
export const FIXED_FIGURES = [
  { value: '500+', label: FIGURES.tools },
  { value: '10K+', label: FIGURES.reviews },
  { value: '25K+', label: FIGURES.people },
  { value: '5+', label: 'Years of trust' },
]

/** Spec 2 §2. */
export const CONTACT = {
  title: 'Contact',
  description: 'Questions, help, a bug, or business: write to us.',
  text: 'What is it about?',
  other: 'Other ways to reach us',
  mail: 'By e-mail',
  elsewhere: 'Elsewhere',
  social: 'Follow us on social media for news and new launches.',
} as const

/** Spec 2 §2. */
export const MESSAGE = {
  type: 'Type of inquiry',
  title: 'Your message',
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sent: 'Message sent successfully!',
  sentMore: "Thank you for contacting us. We'll get back to you soon.",
  noName: 'Name is required',
  noSubject: 'Subject is required',
  noMessage: 'Message is required',
} as const

/** Spec 2 §2: the kinds of inquiry, the first of which is the default. */
export const INQUIRIES = [
  { type: 'general', title: 'General Inquiry', text: 'Questions about the site, or an idea.' },
  { type: 'support', title: 'Support', text: 'Help with your account or a review.' },
  { type: 'bug', title: 'Bug Report', text: 'Something does not work as it should.' },
  { type: 'business', title: 'Business Inquiry', text: 'Partnerships, press and companies.' },
] as const

/** What an installed site offers on its icon. */
export const ICON_MENU = {
  tools: 'All tools',
  launches: 'Launches',
  writeReview: 'Write a review',
} as const
