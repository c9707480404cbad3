import { useEffect, useRef } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { IDENTITY } from '../shared/identity.ts'
import { formatDay, today } from '../ui/format/day.ts'
import { ThemeSwitch } from '../ui/theme/theme.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { Logo } from './header.tsx'
import * as shellWords from './words.ts'

const LINK = 'inline-block py-1 text-sm text-soft wrap-anywhere hover:text-ink hover:underline'

/** The end of a printed page. Pages are cached, so only the browser knows the day, and the query. */
function PrintedFrom() {
  const { pathname } = useLocation()
  const { siteUrl = '' } = useRouteLoaderData<typeof rootLoader>('root') ?? {}
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const write = () => {
      const [address = ''] = location.href.split('#')
      if (text.current) text.current.textContent = shellWords.printedOn(address, formatDay(today()))
    }
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  }, [])
  return (
    <p ref={text} className="page print-only pt-6 text-sm wrap-anywhere">
      {shellWords.printedFrom(siteUrl + pathname)}
    </p>
  )
}

export function Footer() {
  // Without scripts it has no effect.
  const isHydrated = useHydrated()
  return (
    <>
      <PrintedFrom />
      <footer className="mt-6 border-t border-line bg-sunken/60 md:mt-18">
        <div className="page grid grid-cols-2 gap-x-6 gap-y-6 py-6 md:grid-cols-3 md:gap-y-12 md:py-12 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
          <div className="col-span-full grid grid-cols-[1fr_auto] content-start gap-4 lg:col-span-1 lg:grid-cols-1">
            <Logo isFarDown />
            <div className="h-9.5 lg:order-1">{isHydrated ? <ThemeSwitch /> : null}</div>
            <p className="col-span-full max-w-64 text-sm text-soft wrap-anywhere">
              {IDENTITY.about}
            </p>
          </div>
          {shellWords.FOOTER.map(({ title, links }) => (
            <nav key={title} aria-label={title} className="max-md:nth-3:row-span-2">
              <h2 className="mb-2 text-sm font-semibold">{title}</h2>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} className={LINK}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <h2 className="mb-2 text-sm font-semibold">{shellWords.resources}</h2>
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
    </>
  )
}
