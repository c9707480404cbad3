import { useEffect, useRef } from 'react'
import { Form, useLocation, useNavigationType, useSearchParams, useSubmit } from 'react-router'
import { Field, Input, Select } from '../ui/forms/field.tsx'
import { DEBOUNCE_MS } from '../ui/forms/use-debounced.ts'
import * as listingWords from './words/listing.ts'

type Options = readonly (readonly [value: string, label: string])[]

interface FilterFormProps {
  categories: readonly string[]
  /** The one that the address means; empty for all. */
  category: string
  ratings: Options
  sorts: Options
  /** Shown where the screen has its own search box; else the header's is used. */
  searchPlaceholder?: string
}

/** Marks the addresses that this form made. */
const FROM_FORM = { from: 'filters' }

/**
 * Filters live in the address. Each change is a navigation that overtakes the one before it, so an
 * older answer never shows after a newer one; the box keeps its own text, so no keystroke is lost.
 */
export function FilterForm({
  categories,
  category,
  ratings,
  sorts,
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

  /** @param isTyping then one address follows the next, so that Back undoes choices, not letters */
  const apply = (isTyping = false) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const filters = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) {
      if (String(value).trim() !== '') filters.set(name, String(value))
    }
    // Without a search this is the default order; it must not replace the best match.
    if (!search && filters.get('sort') === sorts[0]?.[0]) filters.delete('sort')
    void submit(filters, {
      action,
      replace: isTyping && search !== '',
      preventScrollReset: true,
      state: FROM_FORM,
    })
  }

  // Back and Clear change the address from outside: the box follows. An answer to its own letters
  // leaves it alone, since more of them may have been typed meanwhile.
  const isOwn = navigation !== 'POP' && state?.from === FROM_FORM.from
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (isOwn) return
    clearTimeout(timer.current)
    const box = form.current?.elements.namedItem('search')
    if (box instanceof HTMLInputElement) box.value = search
  }, [key, isOwn, search])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <Form
      ref={form}
      action={action}
      aria-label={listingWords.filtersLabel}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
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
                timer.current = setTimeout(() => apply(true), DEBOUNCE_MS)
              }}
            />
          )}
        </Field>
      ) : (
        <input type="hidden" name="search" value={search} />
      )}
      <Choice
        name="category"
        label={listingWords.filtersCategory}
        onChange={() => apply()}
        options={[
          ['', listingWords.filtersAllCategories],
          ...categories.map((name) => [name, name] as const),
        ]}
        // An address may name a category by an alias.
        value={category}
      />
      <Choice
        name="rating"
        value={parameters.get('rating') ?? ''}
        label={listingWords.filtersRating}
        onChange={() => apply()}
        options={ratings}
      />
      <Choice
        name="sort"
        value={parameters.get('sort') ?? ''}
        label={listingWords.filtersSort}
        onChange={() => apply()}
        options={search ? [['', listingWords.filtersBestMatch], ...sorts] : sorts}
      />
      <noscript>
        <button type="submit">{listingWords.filtersApply}</button>
      </noscript>
    </Form>
  )
}

interface ChoiceProps {
  name: string
  label: string
  options: Options
  /** What the address chooses. */
  value: string
  onChange: () => void
}

function Choice({ name, label, options, value, onChange }: ChoiceProps) {
  const select = useRef<HTMLSelectElement>(null)
  const known = options.some(([option]) => option === value)
  // What is no option, a part of a raw category perhaps, is shown as it came.
  const all = known || value === '' ? options : [...options, [value, value] as const]
  const shown = known || value !== '' ? value : (options[0]?.[0] ?? '')
  // The control follows the address without a new element, which would lose the focus.
  useEffect(() => {
    if (select.current) select.current.value = shown
  }, [shown])
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          ref={select}
          name={name}
          defaultValue={shown}
          options={all}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
