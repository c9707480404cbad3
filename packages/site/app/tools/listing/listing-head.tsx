import { X } from 'lucide-react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { readText } from '../../shared/parameters.ts'
import { toCapabilityPath } from '../tool.ts'
import * as listingWords from '../words/listing.ts'
import type { Filter } from './filter-bar.tsx'
import type { Listing } from './listing.ts'

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
    <nav aria-label={listingWords.nearestUses} className="text-sm text-soft">
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

/** How the search was understood, in one line. Each chip takes back by one click what was made of its words. */
export function SearchNote({ listing }: { listing: Listing }) {
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  if (!listing.note) return null
  const { alternatives, comparison, corrected, facts, ignored, unknown, without } = listing.note
  const toSearch = (search: string) => {
    const changed = new URLSearchParams(parameters)
    changed.set('search', search)
    changed.delete('after')
    return { pathname, search: `?${changed}` }
  }
  const chips = [
    ...(corrected
      ? [{ label: listingWords.noteCorrected(corrected.text), to: corrected.searchAsTyped }]
      : []),
    ...facts.map(({ label, searchWithout }) => ({
      label: listingWords.factFirst(label),
      to: searchWithout,
    })),
    ...without.map(({ text, searchWith }) => ({
      label: listingWords.noteWithout(text),
      to: searchWith,
    })),
    ...ignored.map(({ text, searchWith }) => ({
      label: listingWords.noteIgnored(text),
      to: searchWith,
    })),
  ]
  const page = alternatives ?? comparison
  const missing = describeMissing(listing, facts, unknown)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm wrap-anywhere empty:hidden">
      {page ? (
        <p className="basis-full text-base font-semibold">
          <Link to={page.path} className="text-link hover:underline">
            {page.text}
          </Link>
        </p>
      ) : null}
      {chips.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {chips.map(({ label, to }) => (
            <li key={label}>
              <Link to={toSearch(to)} preventScrollReset className={CHIP}>
                <span className="sr-only">{listingWords.noteRemove}</span>
                {label}
                <X aria-hidden className="size-4 shrink-0" />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {missing ? <p>{missing}</p> : null}
    </div>
  )
}

function describeMissing(
  listing: Listing,
  facts: readonly { words: string; label: string }[],
  unknown: readonly string[],
): string | null {
  if (unknown.length > 0) return listingWords.noteUnknown(unknown)
  if (listing.total === 0 && listing.parts.length > 0) return listingWords.noteNotAll
  const unmet = facts.filter(({ words }) => listing.unmet.includes(words))
  return listing.tools.length > 0 && unmet.length > 0
    ? listingWords.noteMissing(unmet.map(({ label }) => label))
    : null
}
