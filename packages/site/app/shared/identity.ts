import type { Area } from './area-table.ts'

/** What an operator can set in site.toml, and which of the site's texts are the operator's own. */
export interface Identity {
  name: string
  /** Follows the name in the title of the home page. */
  tagline: string
  about: string
  /** BCP 47; the language of what people and the operator write (app/shared/languages.ts). */
  locale: string
  /** The contact address. */
  contact: string
  /** The site's accounts elsewhere. */
  social: readonly { href: string; label: string }[]
  /** OKLCH hues in degrees of all colors. Lightness and chroma are fixed, which keeps the contrast. */
  hues: Readonly<Record<'ink' | 'paper' | 'marker' | 'link', number>>
  /** The button of the operator's own OpenID Connect issuer. */
  oidcLabel: string
  /** Whether there is a page /imprint. */
  hasImprint: boolean
  /** The areas of the site that are not there. */
  offAreas: readonly Area[]
}

declare global {
  /** Set by server/main.ts, and in the browser by the document's first script. */
  var siteIdentity: Partial<Identity> | undefined
}

const DEFAULTS: Identity = {
  name: 'Toolmark',
  tagline: 'software tools, reviewed by professionals',
  about: 'Reviews of software tools, with the evidence beside every rating.',
  locale: 'en',
  contact: 'hello@toolmark.example',
  social: [
    { href: 'https://social.example/@toolmark', label: 'Mastodon' },
    { href: 'https://professionals.example/toolmark', label: 'LinkedIn' },
    { href: 'https://code.example/toolmark', label: 'GitHub' },
  ],
  hues: { ink: 268, paper: 90, marker: 100, link: 264 },
  oidcLabel: 'Single sign-on',
  hasImprint: false,
  offAreas: [],
}

/**
 * The site's identity: the defaults, changed by the operator's folder (server/branding/site-folder.ts).
 * The browser's build has no defaults, because the document says all of it (vite.config.ts).
 */
export const IDENTITY: Identity = {
  ...DEFAULTS,
  ...globalThis.siteIdentity,
  hues: { ...DEFAULTS.hues, ...globalThis.siteIdentity?.hues },
}
