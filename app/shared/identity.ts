/** Who this site is. An operator changes it here, and in public/icon.svg, and nowhere else. */
export const IDENTITY = {
  name: 'Toolmark',
  claim: 'Software tools, reviewed by professionals',
  about: 'Reviews of software tools, with the evidence beside every rating.',
  /** The language of every words.ts, as BCP 47 names it; numbers and dates are written as it has them. */
  locale: 'en',
  /** Where people write to. */
  contact: 'hello@toolmark.example',
  /** Where the site is elsewhere. */
  social: [
    { href: 'https://social.example/@toolmark', label: 'Mastodon' },
    { href: 'https://professionals.example/toolmark', label: 'LinkedIn' },
    { href: 'https://code.example/toolmark', label: 'GitHub' },
  ],
  /** OKLCH hues in degrees, which every colour of the site is made of; lightness and chroma stay, so
   * that what is read can be read. */
  hues: { ink: 268, paper: 90, marker: 100, link: 264 },
} as const
