import Link from 'next/link'
import { MAIN_LINKS } from '../../../../app/shell/words.ts'
import { Logo } from './logo.jsx'
import { SearchBox } from './search-box.jsx'

const ICON = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 20,
  height: 20,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}

export function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/90 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-4 lg:gap-8">
        <Logo />
        <SearchBox />
        <nav aria-label="Main" className="ml-auto hidden items-center gap-1 lg:flex">
          {MAIN_LINKS.map(({ to, label }) => (
            <Link
              key={to}
              href={to}
              className="inline-flex min-h-10 items-center rounded-control px-3 text-[0.9375rem] font-medium transition-colors hover:bg-sunken hover:text-ink text-soft"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 lg:ml-0">
          <Link
            href="/auth"
            className="inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-2 text-[0.9375rem] font-semibold transition-colors border-transparent bg-ink text-on-ink hover:bg-ink/85"
          >
            Get Started
          </Link>
          <button
            type="button"
            aria-label="Open menu"
            aria-haspopup="dialog"
            className="inline-grid size-10 place-items-center rounded-control hover:bg-sunken lg:hidden"
          >
            <svg {...ICON} aria-hidden="true">
              <path d="M4 5h16" />
              <path d="M4 12h16" />
              <path d="M4 19h16" />
            </svg>
          </button>
        </div>
      </div>
    </header>
  )
}
