import Link from 'next/link'
import { IDENTITY } from '../../../../app/shared/identity.ts'
import { Logo } from './logo.jsx'

const COLUMNS = {
  Product: {
    '/tools': 'All Tools',
    '/categories': 'Categories',
    '/launches': 'Launches',
    '/compare': 'Compare',
    '/write-review': 'Write Review',
  },
  Company: {
    '/about': 'About',
    '/trust': 'Trust Center',
    '/contact': 'Contact',
    '/privacy': 'Privacy',
    '/terms': 'Terms',
  },
}

const LINK = 'inline-block py-1 text-sm text-soft hover:text-ink hover:underline'

export function Footer() {
  return (
    <footer className="mt-20 border-t border-line bg-sunken/60">
      <div className="page grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-4">
          <Logo />
          <p className="max-w-64 text-sm text-soft">{IDENTITY.about}</p>
          <div className="h-9.5" />
        </div>
        {Object.entries(COLUMNS).map(([title, links]) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-2 text-sm font-semibold">{title}</h2>
            <ul>
              {Object.entries(links).map(([to, label]) => (
                <li key={to}>
                  <Link href={to} className={LINK}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <h2 className="mb-2 text-sm font-semibold">Resources</h2>
          <ul>
            {IDENTITY.social.map(({ href, label }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={LINK}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <a href={`mailto:${IDENTITY.contact}`} className={LINK}>
                {IDENTITY.contact}
              </a>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}
