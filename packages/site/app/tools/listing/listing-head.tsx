import { X } from 'lucide-react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { readText } from '../../shared/parameters.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { toCapabilityPath } from '../tool.ts'
import * as listingWords from '../words/listing.ts'
import type { Filter } from './filter-bar.tsx'
import type { Listing } from './listing.ts'
import type { SearchNote as Note } from './read-search-note.ts'

interface ListingHeadProps {
  title: string
  /** The number of tools. */
  count: React.ReactNode
  /** Links at the end of the line. */
  children?: React.ReactNode
}

export const ListingHead = ({ title, count, children }: ListingHeadProps) => (
  <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
    <h1 className="display text-title">{title}</h1>
    <p className="min-w-0 text-soft tabular-nums wrap-anywhere">{count}</p>
    <div className="ml-auto flex flex-wrap items-baseline gap-3 empty:hidden">{children}</div>
  </div>
)

/** A short text as a link that removes it. */
const CHIP =
  'inline-flex min-h-8 items-center gap-1 rounded-full bg-sunken px-3 text-sm wrap-anywhere hover:underline'

/** What is set, as links without it. */
export function ChosenFilters({ chosen }: { chosen: readonly Filter[] }) {
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  /** The URL without these parameters; other filters begin at their first page. */
  const without = (names: readonly string[]) => {
    const kept = [...parameters].filter(([name]) => ![...names, 'after', 'index'].includes(name))
    return { pathname, search: `?${new URLSearchParams(kept)}` }
  }
  // The landing page has a search of its own to clear.
  const all = [...(pathname === '/' ? [] : ['search']), 'sort', ...chosen.map(({ name }) => name)]
  if (!all.some((name) => readText(parameters, name, 1))) return null
  return (
    <ul aria-label={listingWords.filtersChosen} className="flex flex-wrap items-center gap-2">
      {chosen.map(({ name, value, options }) => (
        <li key={name} className="relative">
          <Link to={without([name])} preventScrollReset className={CHIP}>
            <span className="sr-only">{listingWords.filtersRemove}</span>
            {options.find(([option]) => option === value)?.[1] ?? value}
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={without(all)}
          preventScrollReset
          className="px-1 py-1.5 text-sm text-link hover:underline"
        >
          {listingWords.allToolsClear}
        </Link>
      </li>
    </ul>
  )
}

/** Links below a search that finds nothing. */
export function NearestUses({ listing }: { listing: Listing }) {
  if (listing.nearest.length === 0) return null
  return (
    <nav aria-label={listingWords.nearestUses} className="text-center text-sm text-soft">
      {listingWords.nearestUses}{' '}
      {listing.nearest.map(({ slug, name }) => (
        <Link
          key={slug}
          to={toCapabilityPath(slug)}
          className="mx-1.5 inline-block py-1 text-link wrap-anywhere hover:underline"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** How the search was understood. Each word that set a filter can become text by one click. */
export function SearchNote({ note, listing }: { note: Note; listing: Listing | undefined }) {
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const toSearch = (search: string) => {
    const changed = new URLSearchParams(parameters)
    changed.set('search', search)
    return { pathname, search: `?${changed}` }
  }
  const { alternatives, comparison, corrected, facts, ignored } = note
  // Tools with a fact come first, so that further pages have none either.
  const missing =
    listing?.query.sort === 'relevance' && listing.query.after === null && listing.tools.length > 0
      ? facts
          .filter(({ words }) => !listing.tools.some(({ matches }) => matches?.includes(words)))
          .map(({ label }) => label)
      : []
  return (
    <div className="mb-4 grid gap-2 text-sm wrap-anywhere empty:hidden">
      {alternatives ? (
        <p className="text-base font-semibold">
          <Link to={alternatives.path} className="text-link hover:underline">
            {alternatives.text}
          </Link>
        </p>
      ) : null}
      {comparison ? (
        <p className="text-base font-semibold">
          <Link to={comparison.path} className="text-link hover:underline">
            {comparison.text}
          </Link>
        </p>
      ) : null}
      {corrected ? (
        <p>
          <Rich text={listingWords.noteCorrected} parts={{ corrected: <b>{corrected}</b> }} />
        </p>
      ) : null}
      {facts.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {facts.map(({ label, searchWithout }) => (
            <li key={searchWithout}>
              <Link to={toSearch(searchWithout)} preventScrollReset className={CHIP}>
                <span className="sr-only">{listingWords.noteRemove}</span>
                {listingWords.factFirst(label)}
                <X aria-hidden className="size-4 shrink-0" />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {missing.length > 0 ? <p>{listingWords.noteMissing(missing)}</p> : null}
      {ignored ? <p className="text-soft">{listingWords.noteIgnored(ignored)}</p> : null}
    </div>
  )
}
