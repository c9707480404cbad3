/** The places that the header and its side menu name, in the specification's order. */
export const MAIN_LINKS = [
  { to: '/categories', label: 'Categories' },
  { to: '/launches', label: 'Launches' },
  { to: '/compare', label: 'Compare' },
  { to: '/write-review', label: 'Write Review' },
] as const
