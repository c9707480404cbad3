import { IDENTITY } from '../../shared/identity.ts'

/** The links of the header and of its side menu, in the specification's order. */
export const MAIN_LINKS = [
  { to: '/categories', label: 'Categories' },
  { to: '/launches', label: 'Launches' },
  { to: '/compare', label: 'Compare' },
  { to: '/write-review', label: 'Write Review' },
] as const

/** The side menu has these after the links of the header. */
export const MORE_LINKS = [
  { to: '/tools', label: 'All Tools' },
  { to: '/trust', label: 'Trust Center' },
  { to: '/about', label: 'About' },
] as const

export const FOOTER = [
  {
    title: 'Product',
    links: [{ to: '/tools', label: 'All Tools' }, ...MAIN_LINKS],
  },
  {
    title: 'Company',
    links: [
      { to: '/about', label: 'About' },
      { to: '/trust', label: 'Trust Center' },
      { to: '/contact', label: 'Contact' },
      { to: '/guidelines', label: 'Guidelines' },
      { to: '/moderation-log', label: 'Moderation Log' },
      { to: '/api', label: 'API' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
      ...(IDENTITY.hasImprint ? [{ to: '/imprint', label: 'Imprint' }] : []),
    ],
  },
] as const

/** The footer's last column: the site's accounts elsewhere. */
export const resources = 'Resources'
