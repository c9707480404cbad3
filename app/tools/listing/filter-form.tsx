import { useEffect, useRef } from 'react'
import { Form, useLocation, useNavigationType, useSearchParams, useSubmit } from 'react-router'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { DEBOUNCE_MS } from '../../ui/forms/use-debounced.ts'
import * as uiWords from '../../ui/words.ts'
import * as listingWords from '../words/listing.ts'

type Options = readonly (readonly [value: string, label: string])[]

interface FilterFormProps {
  /** Without it the form does not filter by category. */
  categories?: readonly string[]
  /** The selected category; empty for all. */
  category?: string
  ratings: Options
  sorts: Options
  /** The filters by facts, with their names in the URL and their labels. */
  facets?: readonly { name: string; label: string; options: Options }[]
  /** Facts that the search asks for, by the names of the filters. */
  wantedFacts?: readonly { name: string; label: string }[]
  /** Without it the form has no search field: the one in the header is used. */
  searchPlaceholder?: string
}

/** History state of navigations by this form. */
const FROM_FORM = { from: 'filters' }

/**
 * The URL contains the filters. Each change is a navigation that cancels the previous one, so an older
 * answer never replaces a newer one. The search field is uncontrolled: no keystroke is overwritten.
 */
export function FilterForm({
  categories,
  category = '',
  ratings,
  sorts,
  facets = [],
  wantedFacts = [],
  searchPlaceholder,
}: FilterFormProps) {
  const { pathname, key, state } = useLocation()
  const navigation = useNavigationType()
  const [parameters] = useSearchParams()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = parameters.get('search') ?? ''
  const action = pathname === '/' ? '/?index' : pathname

  /** @param isTyping replaces the history entry, so that Back does not undo single letters */
  const applyFilters = (isTyping = false) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const filters = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) {
      if (String(value).trim() !== '') filters.set(name, String(value))
    }
    // The first order is the default without a search; with a search the best match is the default.
    if (!search && filters.get('sort') === sorts[0]?.[0]) filters.delete('sort')
    void submit(filters, {
      action,
      replace: isTyping && search !== '',
      preventScrollReset: true,
      state: FROM_FORM,
    })
  }

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

  return (
    <Form
      ref={form}
      action={action}
      aria-label={listingWords.filtersLabel}
      onSubmit={(event) => {
        event.preventDefault()
        applyFilters()
      }}
      className="panel mb-6 grid grid-cols-2 gap-4 p-4 *:min-w-0 lg:grid-cols-4 [&>:nth-child(-n+2)]:col-span-2 lg:[&>:nth-child(-n+2)]:col-span-1"
    >
      {searchPlaceholder ? (
        <Field label={listingWords.filtersSearch}>
          {(control) => (
            <Input
              {...control}
              type="search"
              name="search"
              maxLength={200}
              defaultValue={search}
              placeholder={searchPlaceholder}
              onChange={() => {
                clearTimeout(timer.current)
                timer.current = setTimeout(() => applyFilters(true), DEBOUNCE_MS)
              }}
            />
          )}
        </Field>
      ) : (
        <input type="hidden" name="search" value={search} />
      )}
      {categories ? (
        <FilterSelect
          name="category"
          label={listingWords.filtersCategory}
          onChange={() => applyFilters()}
          options={[
            ['', listingWords.filtersAllCategories],
            ...categories.map((name) => [name, name] as const),
          ]}
          // The parameter may be an alias of the category.
          value={category}
        />
      ) : null}
      <FilterSelect
        name="rating"
        value={parameters.get('rating') ?? ''}
        label={listingWords.filtersRating}
        onChange={() => applyFilters()}
        options={ratings}
      />
      <FilterSelect
        name="sort"
        // The list ignores an unknown sort.
        value={sorts.find(([sort]) => sort === parameters.get('sort'))?.[0] ?? ''}
        label={listingWords.filtersSort}
        onChange={() => applyFilters()}
        options={search ? [['', listingWords.filtersBestMatch], ...sorts] : sorts}
      />
      {facets.map((facet) => (
        <FilterSelect
          {...facet}
          key={facet.name}
          // Tools without the fact are in the list as well, after the others.
          options={facet.options.map(([value, label]) => {
            const wanted = wantedFacts.find(({ name }) => name === facet.name)
            return [value, value === '' && wanted ? listingWords.factFirst(wanted.label) : label]
          })}
          value={parameters.get(facet.name) ?? ''}
          onChange={() => applyFilters()}
        />
      ))}
      <noscript>
        <button type="submit">{uiWords.apply}</button>
      </noscript>
    </Form>
  )
}

interface FilterSelectProps {
  name: string
  label: string
  options: Options
  /** The value in the URL. */
  value: string
  onChange: () => void
}

function FilterSelect({ name, label, options, value, onChange }: FilterSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  const isOption = options.some(([option]) => option === value)
  // Any other value in the URL becomes an additional option.
  const allOptions = isOption || value === '' ? options : [...options, [value, value] as const]
  const selected = isOption || value !== '' ? value : (options[0]?.[0] ?? '')
  // Sets the value instead of the key: a new element would lose the focus.
  useEffect(() => {
    if (select.current) select.current.value = selected
  }, [selected])
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          ref={select}
          name={name}
          defaultValue={selected}
          options={allOptions}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
