'use client'

import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { Field, Input, Select } from '../../../../app/ui/forms/field.tsx'

const RATINGS = [
  ['', 'Any Rating'],
  ['3', '3+ Stars'],
  ['4', '4+ Stars'],
  ['4.5', '4.5+ Stars'],
]
const SORTS = [
  ['name', 'Name'],
  ['rating', 'Rating'],
  ['reviews', 'Reviews'],
]

export function Filters({ categories, values }) {
  const router = useRouter()
  const form = useRef(null)
  const apply = () => {
    const filters = new URLSearchParams(new FormData(form.current))
    router.push(`/tools?${filters}`, { scroll: false })
  }
  const choices = [
    ['category', 'Category', [['', 'All Categories'], ...categories.map((name) => [name, name])]],
    ['rating', 'Minimum rating', RATINGS],
    ['sort', 'Sort by', SORTS],
  ]
  return (
    <form
      ref={form}
      action="/tools"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      className="panel mb-6 grid grid-cols-2 gap-4 p-4 *:min-w-0 lg:grid-cols-4 [&>:nth-child(-n+2)]:col-span-2 lg:[&>:nth-child(-n+2)]:col-span-1"
    >
      <Field label="Search">
        {(control) => (
          <Input
            {...control}
            type="search"
            name="search"
            maxLength={200}
            defaultValue={values.search}
            placeholder="Search tools..."
            onChange={apply}
          />
        )}
      </Field>
      {choices.map(([name, label, options]) => (
        <Field key={name} label={label}>
          {(control) => (
            <Select
              {...control}
              name={name}
              defaultValue={values[name]}
              options={options}
              onChange={apply}
            />
          )}
        </Field>
      ))}
      <noscript>
        <button type="submit">Apply filters</button>
      </noscript>
    </form>
  )
}
