/** The places that the header and its side menu name, in the specification's order. */
export const MAIN_LINKS = [
  { to: '/categories', label: 'Categories' },
  { to: '/launches', label: 'Launches' },
  { to: '/compare', label: 'Compare' },
  { to: '/write-review', label: 'Write Review' },
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
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
    ],
  },
] as const

/** The footer's last column: who the site is elsewhere. */
export const resources = 'Resources'
