'use client'

import { useId } from 'react'

export function SearchBox() {
  const id = useId()
  return (
    <search aria-label="Search the site" className="relative hidden max-w-xs flex-1 md:block">
      <form
        action="/"
        onSubmit={(event) => {
          const words = new FormData(event.currentTarget).get('search')
          if (String(words).trim() === '') event.preventDefault()
        }}
      >
        <label htmlFor={id} className="sr-only">
          Search the site
        </label>
        <svg
          xmlns="http://www.w3.org/2000/svg"
          width="18"
          height="18"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="absolute top-1/2 -translate-y-1/2 text-soft left-3"
          aria-hidden="true"
        >
          <path d="m21 21-4.34-4.34" />
          <circle cx="11" cy="11" r="8" />
        </svg>
        <input
          id={id}
          type="search"
          name="search"
          maxLength={200}
          placeholder="Search tools..."
          className="w-full border border-edge bg-card text-base transition-shadow placeholder:text-soft min-h-10 rounded-full py-2 pl-10 pr-4 lg:pr-18"
        />
      </form>
    </search>
  )
}
