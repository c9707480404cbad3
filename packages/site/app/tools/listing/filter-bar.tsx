import { useEffect, useId, useRef } from 'react'
import { Form, useLocation, useNavigationType, useSearchParams, useSubmit } from 'react-router'
import { readChoice, readText } from '../../shared/parameters.ts'
import { Button } from '../../ui/button.tsx'
import { CONTROL } from '../../ui/forms/field.tsx'
import { DEBOUNCE_MS } from '../../ui/forms/use-debounced.ts'
import * as uiWords from '../../ui/words.ts'
import * as listingWords from '../words/listing.ts'
import type { Listing } from './listing.ts'
import { ChosenFilters } from './listing-head.tsx'

type Options = readonly (readonly [value: string, label: string])[]

interface FilterBarProps {
  /** Undefined if it could not be read. */
  listing: Pick<Listing, 'total' | 'isMore'> | undefined
  /** Without it the form does not filter by category. */
  categories?: readonly string[]
  /** The selected category; empty for all. */
  category?: string
  ratings: Options
  /** None if the list has one order. */
  sorts?: Options
  /** The filters by facts, with their names in the URL and their labels. */
  facets?: readonly { name: string; label: string; options: Options }[]
  /** The filters by attributes of the catalog, in a sheet; undefined if they could not be read. */
  attributes?: readonly { name: string; label: string; options: Options }[] | undefined
  /** Facts that the search asks for, by the names of the filters. */
  wantedFacts?: readonly { name: string; label: string }[]
  /** Where it has a search field: the header has one from 768 px. */
  searchOn?: 'all' | 'phones'
}

/** History state of navigations by this form. */
const FROM_FORM = { from: 'filters' }

/**
 * The URL contains the filters. Each change is a navigation that cancels the previous one, so an older
 * answer never replaces a newer one. The search field is uncontrolled: no keystroke is overwritten.
 * One row on large screens; on phones the filters are in a sheet, and in between those by facts.
 */
export function FilterBar({
  listing,
  categories,
  category = '',
  ratings,
  sorts = [],
  facets = [],
  attributes = [],
  wantedFacts = [],
  searchOn,
}: FilterBarProps) {
  const { pathname, key, state } = useLocation()
  const navigation = useNavigationType()
  const [parameters] = useSearchParams()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = readText(parameters, 'search', 200)
  const isHome = pathname === '/'
  const action = isHome ? '/?index' : pathname

  /** @param isTyping replaces the history entry, so that Back does not undo single letters */
  const applyFilters = (isTyping = false) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const filters = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) {
      if (String(value).trim() !== '') filters.set(name, String(value))
    }
    // Without a search that page is the landing page, which "Clear Search" opens.
    if (isHome && !filters.has('search')) return
    // The first order is the default without a search; with a search the best match is the default.
    if (!search && filters.get('sort') === sorts[0]?.[0]) filters.delete('sort')
    void submit(filters, {
      action,
      replace: isTyping && search !== '',
      preventScrollReset: true,
      state: FROM_FORM,
    })
  }
  const apply = () => applyFilters()

  // Back and "Clear Filters" change the URL from outside, so they set the search field. A navigation by
  // this form does not: the visitor may have typed more in the meantime.
  const isFromForm = navigation !== 'POP' && state?.from === FROM_FORM.from
  const shownKey = useRef(key)
  useEffect(() => {
    if (shownKey.current === key) return
    shownKey.current = key
    if (isFromForm) return
    clearTimeout(timer.current)
    const field = form.current?.elements.namedItem('search')
    if (field instanceof HTMLInputElement) field.value = search
  }, [key, isFromForm, search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const categoryOptions = (categories ?? []).map((name) => [name, name] as const)
  // The parameter may be an alias of the category.
  const ofCategory: Filter = {
    name: 'category',
    label: listingWords.filtersCategory,
    options: [['', listingWords.filtersAllCategories], ...categoryOptions],
    value: category,
  }
  const ofRating: Filter = {
    name: 'rating',
    label: listingWords.filtersRating,
    options: ratings,
    value: readText(parameters, 'rating', 40),
  }
  const main = categories ? [ofCategory, ofRating] : [ofRating]
  const facts = facets.map(({ name, label, options }): Filter => {
    const wanted = wantedFacts.find((fact) => fact.name === name)
    // Tools without the fact are in the list as well, after the others.
    const first = wanted ? [['', listingWords.factFirst(wanted.label)] as const] : []
    return {
      name,
      label,
      options: [...first, ...options.slice(first.length)],
      value: readText(parameters, name, 40),
    }
  })
  const details = attributes.map((attribute): Filter => {
    const value = readText(parameters, attribute.name, 200)
    const isOption = attribute.options.some(([option]) => option === value)
    const own = [value, listingWords.attributeChosen(attribute.label, value)] as const
    return {
      ...attribute,
      options: isOption ? attribute.options : [...attribute.options, own],
      value,
    }
  })
  const isChosen = ({ value }: Filter) => value !== ''
  const chosen = [...main, ...facts, ...details].filter(isChosen)
  // Beside filters by facts there is no room for labels, and values such as "Any Rating" need none.
  const areNamed = facets.length === 0
  return (
    <div className="mb-2 grid gap-2">
      <Form
        ref={form}
        action={action}
        aria-label={listingWords.filtersLabel}
        onSubmit={(event) => {
          event.preventDefault()
          applyFilters()
          for (const sheet of event.currentTarget.querySelectorAll(':popover-open')) {
            if (sheet instanceof HTMLElement) sheet.hidePopover()
          }
        }}
        className="flex flex-wrap gap-2 md:flex-nowrap"
      >
        {searchOn ? (
          <>
            <label htmlFor="search" className="sr-only">
              {listingWords.filtersSearch}
            </label>
            {/* Hidden, it still sends the search. */}
            <input
              id="search"
              type="search"
              name="search"
              dir="auto"
              maxLength={200}
              defaultValue={search}
              placeholder={uiWords.searchTools}
              className={`${CONTROL} min-h-11 md:min-h-10 md:min-w-24 md:flex-1 md:py-1.5 ${searchOn === 'phones' ? 'md:hidden' : ''}`}
              onChange={() => {
                clearTimeout(timer.current)
                timer.current = setTimeout(() => applyFilters(true), DEBOUNCE_MS)
              }}
            />
          </>
        ) : null}
        <SheetButton popoverTarget="filters" className="min-w-28 md:hidden">
          {listingWords.filtersButton(chosen.length)}
        </SheetButton>
        <Sheet id="filters" aria-label={listingWords.filtersLabel} className="md:not-open:contents">
          {main.map((filter) => (
            <FilterSelect
              key={filter.name}
              {...filter}
              labelClass={areNamed ? '' : 'md:sr-only'}
              onChange={apply}
            />
          ))}
          {facts.length > 0 ? (
            <>
              <SheetButton
                popoverTarget="more-filters"
                className="max-md:hidden min-[68.75rem]:hidden"
              >
                {listingWords.filtersMore(facts.filter(isChosen).length)}
              </SheetButton>
              <Sheet
                id="more-filters"
                aria-label={listingWords.filtersMore(0)}
                className="max-md:contents min-[68.75rem]:not-open:contents"
              >
                {facts.map((filter) => (
                  <FilterSelect
                    key={filter.name}
                    {...filter}
                    labelClass="min-[68.75rem]:sr-only"
                    onChange={apply}
                  />
                ))}
              </Sheet>
            </>
          ) : null}
          {details.length > 0 ? (
            <>
              <SheetButton popoverTarget="details" className="max-md:hidden">
                {listingWords.filtersDetails(details.filter(isChosen).length)}
              </SheetButton>
              <Sheet
                id="details"
                aria-label={listingWords.filtersDetails(0)}
                className="max-md:contents"
              >
                {details.map((filter) => (
                  <FilterSelect
                    key={filter.name}
                    {...filter}
                    labelClass="sr-only"
                    onChange={apply}
                  />
                ))}
              </Sheet>
            </>
          ) : null}
          <Button type="submit" className="min-h-11 md:hidden">
            {listing
              ? listingWords.filtersShow(listing.total, listing.isMore)
              : listingWords.filtersShowAny}
          </Button>
        </Sheet>
        {sorts.length > 0 ? (
          <FilterSelect
            name="sort"
            value={
              readChoice(
                parameters,
                'sort',
                sorts.map(([sort]) => sort),
              ) ?? ''
            }
            label={listingWords.filtersSort}
            options={search ? [['', listingWords.filtersBestMatch], ...sorts] : sorts}
            onChange={apply}
            className="flex-1 md:ml-auto md:flex-initial"
          />
        ) : null}
        <noscript>
          <Button type="submit" look="secondary">
            {uiWords.apply}
          </Button>
        </noscript>
      </Form>
      <ChosenFilters chosen={chosen} />
    </div>
  )
}

/** The browser opens and closes it, also without scripts. `sheet` in app.css has its look. */
const Sheet = ({ className, ...props }: React.ComponentProps<'fieldset'>) => (
  <fieldset
    {...props}
    popover="auto"
    className={`sheet ${className}`}
    // Otherwise the sheet could cover what has the focus.
    onBlur={({ currentTarget, relatedTarget }) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
    }}
  />
)

const SheetButton = ({ className, ...props }: React.ComponentProps<'button'>) => (
  <button
    {...props}
    type="button"
    className={`min-h-11 rounded-control border border-edge bg-card px-3 whitespace-nowrap md:min-h-10 md:text-sm ${className}`}
  />
)

export interface Filter {
  /** In the URL. */
  name: string
  label: string
  options: Options
  /** The value in the URL. */
  value: string
}

interface FilterSelectProps extends Filter {
  /** Where the label is for screen readers only. */
  labelClass?: string
  className?: string
  onChange: () => void
}

function FilterSelect({
  name,
  label,
  options,
  value,
  labelClass = '',
  className = '',
  onChange,
}: FilterSelectProps) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const isOption = options.some(([option]) => option === value)
  // Any other value in the URL becomes an additional option.
  const allOptions = isOption || value === '' ? options : [...options, [value, value] as const]
  const selected = isOption || value !== '' ? value : (options[0]?.[0] ?? '')
  const applied = useRef<string>(undefined)
  // Sets the value instead of the key: a new element would lose the focus.
  useEffect(() => {
    const element = select.current
    if (!element || applied.current === selected) return
    const isChosenEarly = applied.current === undefined && element.value !== selected
    applied.current = selected
    // On the page of results, whose script comes late, a visitor may have chosen before it.
    if (isChosenEarly) onChange()
    else element.value = selected
  }, [selected, onChange])
  return (
    <div
      className={`relative flex min-h-11 min-w-0 items-center rounded-control border border-edge bg-card pl-3 outline-offset-2 outline-link has-focus-visible:outline-2 md:min-h-10 md:text-sm ${className}`}
    >
      <label htmlFor={id} className={`shrink-0 pr-2 text-soft ${labelClass}`}>
        {label}
      </label>
      <select
        id={id}
        ref={select}
        name={name}
        // Otherwise a browser may restore a choice that is not in the URL.
        autoComplete="off"
        defaultValue={selected}
        onChange={onChange}
        className="arrowed min-w-0 flex-1 self-stretch bg-transparent pr-8 field-sizing-content outline-none"
      >
        {allOptions.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
