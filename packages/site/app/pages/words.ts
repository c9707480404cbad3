import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'

const privacy = {
  title: 'Privacy Policy',
  description: `What ${IDENTITY.name} keeps about you, why, and what you can do about it.`,
  sections: [
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
      text: `Reviews are public, with your username and picture. How much more of your profile others see is your choice. ${
        isAreaOn('open_data')
          ? 'Ratings with usernames are also part of the open data of each night, which anyone may copy; with a private profile your name is not in it. '
          : ''
      }We do not sell data.`,
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
  ],
}

const terms = {
  title: 'Terms of Service',
  description: `The rules for using ${IDENTITY.name}.`,
  sections: [
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
  ],
}

const imprint = {
  title: 'Imprint',
  description: `The operator of ${IDENTITY.name}, and how to reach them.`,
  sections: null,
}

/** By their paths. An imprint without a text of the operator's does not exist. */
export const LEGAL_PAGES = { privacy, terms, imprint }

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
  ...(isAreaOn('launches')
    ? [
        {
          title: 'Innovation',
          text: 'New products get a launch day, and their makers get honest feedback.',
        },
      ]
    : []),
] as const
export const aboutDocuments = 'How the site works, and how to run one of your own'
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
export const contactSocial = isAreaOn('launches')
  ? 'Follow us on social media for news and new launches.'
  : 'Follow us on social media for news.'

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

export const documentsTitle = 'Documents'
export const documentsDescription = `How ${IDENTITY.name} works, how to run a site of your own, and how to change it.`
export const documentsContents = 'On this page'
/** The sections of the index. Documents that no section names are in the last one. */
export const documentSections = [
  {
    title: 'Run a site',
    paths: ['readme', 'operating', 'settings', 'scaling', 'security', 'policies'],
  },
  {
    title: 'Change the software',
    paths: ['architecture', 'contract', 'errors', 'recipes', 'style', 'testing', 'contributing'],
  },
  { title: 'Measurements', paths: ['bench'] },
  { title: 'What each screen does', folder: 'spec' },
  { title: 'Decisions', folder: 'decisions' },
  { title: 'The project', paths: ['changelog', 'code-of-conduct', 'disclosure'] },
] as const

// The menu of an installed site's icon.
export const iconMenuTools = 'All tools'
export const iconMenuLaunches = 'Launches'
export const iconMenuWriteReview = 'Write a review'
