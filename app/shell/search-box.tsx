import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import * as uiWords from '../ui/words.ts'

interface SearchBoxProps {
  label: string
  className?: string
  /** The way in to everything, where it stands alone. */
  isLarge?: boolean
  onSearch?: () => void
  /** At the end of the box, which leaves room for it at large widths. */
  end?: React.ReactNode
}

/** Enter goes to /?search={term}; without words nothing happens (spec 1 §4). */
export function SearchBox({
  label,
  className = '',
  isLarge = false,
  onSearch,
  end,
}: SearchBoxProps) {
  const id = useId()
  const term = useSearchTerm()
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(term)
  useEffect(() => {
    // Not before the address changes: what was typed while the script came is kept.
    if (input.current && shown.current !== term) input.current.value = term
    shown.current = term
  }, [term])
  return (
    <Form
      action="/?index"
      role="search"
      aria-label={label}
      className={`relative ${className}`}
      onSubmit={(event) => {
        const words = new FormData(event.currentTarget).get('search')
        if (String(words).trim() === '') event.preventDefault()
        else onSearch?.()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        size={isLarge ? 22 : 18}
        aria-hidden
        className={`absolute top-1/2 -translate-y-1/2 text-soft ${isLarge ? 'left-4' : 'left-3'}`}
      />
      <input
        ref={input}
        id={id}
        type="search"
        name="search"
        defaultValue={term}
        maxLength={200}
        placeholder={uiWords.searchTools}
        className={`w-full border border-edge bg-card text-base transition-shadow placeholder:text-soft ${isLarge ? 'min-h-14 rounded-2xl pr-4 pl-12 text-lg shadow-raised' : `min-h-10 rounded-full py-2 pl-10 ${end === undefined ? 'pr-4' : 'pr-4 lg:pr-18'}`}`}
      />
      {end}
    </Form>
  )
}

/** What the address searches for; the listings' own boxes are theirs. */
function useSearchTerm(): string {
  const { pathname, search } = useLocation()
  return pathname === '/' ? (new URLSearchParams(search).get('search') ?? '') : ''
}
