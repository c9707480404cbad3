/** Where people write to; operators put their own here. */
export const CONTACT = 'hello@toolmark.example'

/** Where the site is elsewhere; operators put their own here. */
export const SOCIAL = [
  { href: 'https://social.example/@toolmark', label: 'Mastodon' },
  { href: 'https://professionals.example/toolmark', label: 'LinkedIn' },
  { href: 'https://code.example/toolmark', label: 'GitHub' },
] as const
