import { IDENTITY } from '../../shared/identity.ts'

export const aboutPageTitle = 'About'
export const aboutDescription = `Why ${IDENTITY.name} exists and what it stands for.`
export const aboutTitle = `About ${IDENTITY.name}`
export const aboutStory = `Choosing software is guesswork when everyone who praises it sells it. ${IDENTITY.name} began with a simple wish: to hear from the people who use a tool every day, good and bad, with the evidence next to the stars.`
export const aboutValues = 'Our values'
export const aboutValueList = [
  {
    title: 'Transparency',
    text: 'Every rating shows how many people are behind it, and anyone can read the rules.',
  },
  {
    title: 'Community',
    text: 'Professionals help each other choose by saying what they like and what they would change.',
  },
  {
    title: 'Innovation',
    text: 'New products get a launch day, and their makers get honest feedback.',
  },
] as const
export const aboutFigures = 'In figures'
export const aboutMarks =
  'Names and logos of tools belong to their owners and are shown to identify the tools. The drawings come from Simple Icons (CC0), SVG Logos (CC0) and Devicon (MIT).'

export const figuresTools = 'Tools listed'
export const figuresReviews = 'User reviews'
export const figuresPeople = 'Active users'

/** Spec 2 §2: shown while demo content is loaded. */
export const FIXED_FIGURES = [
  { figure: 'about-tools', value: '500+', label: figuresTools },
  { figure: 'about-reviews', value: '10K+', label: figuresReviews },
  { figure: 'about-people', value: '25K+', label: figuresPeople },
  { figure: 'about-years', value: '5+', label: 'Years of trust' },
]

// Spec 2 §2.
export const contactTitle = 'Contact'
export const contactDescription = 'Questions, help, a bug, or business: write to us.'
export const contactText = 'What is it about?'
export const contactOther = 'Other ways to reach us'
export const contactMail = 'By email'
export const contactElsewhere = 'Elsewhere'
export const contactSocial = 'Follow us on social media for news and new launches.'

// Spec 2 §2.
export const messageType = 'Type of inquiry'
export const messageTitle = 'Your message'
export const messageName = 'Name'
export const messageEmail = 'Email'
export const messageSubject = 'Subject'
export const messageMessage = 'Message'
export const messageSend = 'Send Message'
export const messageSent = 'Message sent successfully!'
export const messageSentMore = "Thank you for contacting us. We'll get back to you soon."
export const messageNoName = 'Name is required'
export const messageNoSubject = 'Subject is required'
export const messageNoMessage = 'Message is required'

/** Spec 2 §2: the kinds of inquiry; the first is the default. */
export const INQUIRIES = [
  { type: 'general', title: 'General Inquiry', text: 'Questions about the site, or an idea.' },
  { type: 'support', title: 'Support', text: 'Help with your account or a review.' },
  { type: 'bug', title: 'Bug Report', text: 'Something does not work as it should.' },
  { type: 'business', title: 'Business Inquiry', text: 'Partnerships, press and companies.' },
] as const

// The menu of an installed site's icon.
export const iconMenuTools = 'All tools'
export const iconMenuLaunches = 'Launches'
export const iconMenuWriteReview = 'Write a review'
