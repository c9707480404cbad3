import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import type SuggestionList from '../search/suggestions.tsx'
import { readText } from '../shared/parameters.ts'
import * as uiWords from '../ui/words.ts'

interface SearchBoxProps {
  label: string
  className?: string
  /** For a page whose main element it is. */
  isLarge?: boolean
  /** The keys that lead to the box, shown on large screens while it is empty and wide enough; null until they work. */
  keys?: { label: string; name: string } | null
  /** Suggests tools, uses and categories below the box; the code is loaded when the visitor comes near. */
  hasSuggestions?: boolean
}

/** Enter opens /?search={term}; an empty search does nothing (spec 1 §4). */
export function SearchBox({
  label,
  className = '',
  isLarge = false,
  keys,
  hasSuggestions = false,
}: SearchBoxProps) {
  const id = useId()
  const term = useSearchTerm()
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(term)
  useEffect(() => {
    // Only when the URL changes: text that was typed before hydration stays.
    if (input.current && shown.current !== term) input.current.value = term
    shown.current = term
  }, [term])
  const [Suggestions, setSuggestions] = useState<typeof SuggestionList>()
  const loadSuggestions = () => {
    void import('../search/suggestions.tsx').then(
      (part) => setSuggestions(() => part.default),
      // Without a network the plain search still works.
      () => {},
    )
  }
  // The visitor may have come to the field before its listeners.
  const loadIfFocused = useEffectEvent(() => {
    if (hasSuggestions && input.current === document.activeElement) loadSuggestions()
  })
  useEffect(() => loadIfFocused(), [])
  return (
    <Form
      action="/?index"
      role="search"
      aria-label={label}
      className={`@container relative ${className}`}
      onSubmit={(event) => {
        const words = new FormData(event.currentTarget).get('search')
        if (String(words).trim() === '') event.preventDefault()
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
        dir="auto"
        maxLength={200}
        placeholder={uiWords.searchTools}
        defaultValue={term}
        aria-keyshortcuts={keys?.name}
        className={`peer w-full border border-edge bg-card text-base transition-shadow placeholder:text-soft ${isLarge ? 'min-h-14 rounded-2xl pr-4 pl-12 shadow-raised' : `min-h-10 rounded-full py-2 pl-10 ${keys === undefined ? 'pr-4' : 'pr-4 lg:@min-[16rem]:placeholder-shown:pr-18'}`}`}
        {...(hasSuggestions
          ? {
              role: 'combobox',
              autoComplete: 'off',
              'aria-expanded': false,
              'aria-autocomplete': 'list' as const,
              onFocus: loadSuggestions,
              onPointerEnter: loadSuggestions,
            }
          : {})}
      />
      {Suggestions && input.current ? <Suggestions input={input.current} term={term} /> : null}
      {keys ? (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 hidden min-h-6 -translate-y-1/2 items-center rounded-md border border-line bg-sunken px-1.5 font-sans text-xs font-medium text-soft lg:@min-[16rem]:peer-placeholder-shown:inline-flex"
        >
          {keys.label}
        </kbd>
      ) : null}
    </Form>
  )
}

/** The search term in the home page's URL; other pages have their own search boxes. */
function useSearchTerm(): string {
  const { pathname, search } = useLocation()
  return pathname === '/' ? readText(new URLSearchParams(search), 'search', 200) : ''
}
