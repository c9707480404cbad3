// chunk: frame

import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import type SuggestingInput from '../palette/suggesting-input.tsx'
import { readText } from '../shared/parameters.ts'
import * as uiWords from '../ui/words.ts'

interface SearchBoxProps {
  label: string
  className?: string
  /** For a page whose main element it is. */
  isLarge?: boolean
  /** Placed at the end of the box, on large screens. */
  end?: React.ReactNode
  /** Suggests tools, uses and categories below the box; the code is loaded when the visitor comes near. */
  hasSuggestions?: boolean
}

/** Enter opens /?search={term}; an empty search does nothing (spec 1 §4). */
export function SearchBox({
  label,
  className = '',
  isLarge = false,
  end,
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
  const [Suggesting, setSuggesting] = useState<{
    Input: typeof SuggestingInput
    replaced: HTMLInputElement
    isFocused: boolean
  }>()
  const loadSuggestions = () => {
    void import('../palette/suggesting-input.tsx').then(
      ({ default: Input }) => {
        const field = input.current
        if (!field) return
        const isFocused = field === document.activeElement
        setSuggesting((loaded) => loaded ?? { Input, replaced: field, isFocused })
      },
      // Without a network the plain search still works.
      () => {},
    )
  }
  const field = {
    id,
    type: 'search',
    name: 'search',
    maxLength: 200,
    placeholder: uiWords.searchTools,
    className: `w-full border border-edge bg-card text-base transition-shadow placeholder:text-soft ${isLarge ? 'min-h-14 rounded-2xl pr-4 pl-12 text-lg shadow-raised' : `min-h-10 rounded-full py-2 pl-10 ${end === undefined ? 'pr-4' : 'pr-4 lg:pr-18'}`}`,
  }
  return (
    <Form
      action="/?index"
      role="search"
      aria-label={label}
      className={`relative ${className}`}
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
      {Suggesting ? (
        <Suggesting.Input
          {...field}
          term={term}
          replaced={Suggesting.replaced}
          isFocused={Suggesting.isFocused}
        />
      ) : (
        <input
          {...field}
          ref={input}
          defaultValue={term}
          {...(hasSuggestions
            ? {
                // As after the code is loaded, so that the role does not change under the visitor.
                role: 'combobox',
                'aria-expanded': false,
                'aria-autocomplete': 'list' as const,
                onFocus: loadSuggestions,
                onPointerEnter: loadSuggestions,
              }
            : {})}
        />
      )}
      {end}
    </Form>
  )
}

/** The search term in the home page's URL; other pages have their own search boxes. */
function useSearchTerm(): string {
  const { pathname, search } = useLocation()
  return pathname === '/' ? readText(new URLSearchParams(search), 'search', 200) : ''
}
