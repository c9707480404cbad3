/** The site's identity. An operator changes only this file and public/icon.svg. */
export const IDENTITY = {
  name: 'Toolmark',
  claim: 'Software tools, reviewed by professionals',
  about: 'Reviews of software tools, with the evidence beside every rating.',
  /** BCP 47; the language of every words.ts, and the format of numbers and dates. */
  locale: 'en',
  /** The contact address. */
  contact: 'hello@toolmark.example',
  /** The site's accounts elsewhere. */
  social: [
    { href: 'https://social.example/@toolmark', label: 'Mastodon' },
    { href: 'https://professionals.example/toolmark', label: 'LinkedIn' },
    { href: 'https://code.example/toolmark', label: 'GitHub' },
  ],
  /** OKLCH hues in degrees of all colors. Lightness and chroma are fixed, which keeps the contrast. */
  hues: { ink: 268, paper: 90, marker: 100, link: 264 },
} as const
