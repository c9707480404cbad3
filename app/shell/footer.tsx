import { Link } from 'react-router'
import { CONTACT, SOCIAL } from '../pages/contact-address.ts'
import { Logo } from './logo.tsx'

const COLUMNS = [
  {
    title: 'Product',
    links: [
      { to: '/tools', label: 'All Tools' },
      { to: '/categories', label: 'Categories' },
      { to: '/launches', label: 'Launches' },
      { to: '/compare', label: 'Compare' },
      { to: '/write-review', label: 'Write Review' },
    ],
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

export function Footer() {
  return (
    <footer className="mt-16 border-t border-line bg-sunken">
      <div className="page grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <Logo />
          <p className="mt-2 max-w-60 text-sm text-soft">
            Reviews of software tools, with the evidence beside every rating.
          </p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-2 text-sm font-semibold">{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-block py-1 text-sm text-soft hover:text-ink hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <h2 className="mb-2 text-sm font-semibold">Resources</h2>
          <ul className="mb-2">
            {SOCIAL.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-block py-1 text-sm text-soft hover:text-ink hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <a
            href={`mailto:${CONTACT}`}
            className="inline-block py-1 text-sm text-soft hover:text-ink hover:underline"
          >
            {CONTACT}
          </a>
        </div>
      </div>
    </footer>
  )
}
