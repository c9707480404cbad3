import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../data/query.ts'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import { ChoiceList, type Place } from './choice-row.tsx'
import { findSuggestions } from './find.ts'
import { MIN_LETTERS, OPTIONS } from './use-choices.ts'
import * as paletteWords from './words.ts'

interface SuggestingInputProps extends React.ComponentProps<'input'> {
  /** The plain input that this one replaces; its text and selection continue. */
  replaced: HTMLInputElement
  /** Whether the plain input had the focus. */
  isFocused: boolean
  /** The text of the URL; when it changes, it replaces the typed one. */
  term: string
}

/** A search field that suggests tools, uses and categories below itself. Enter without a suggestion sends the form. */
export default function SuggestingInput({
  replaced,
  isFocused,
  term,
  ...props
}: SuggestingInputProps) {
  const navigate = useNavigate()
  const [words, setWords] = useState(replaced.value)
  const [isDismissed, setDismissed] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const shownTerm = useRef(term)
  useEffect(() => {
    if (shownTerm.current !== term) setWords(term)
    shownTerm.current = term
  }, [term])
  // Before the next key press. The replaced input still knows its selection.
  useLayoutEffect(() => {
    if (!isFocused) return
    input.current?.focus()
    input.current?.setSelectionRange(replaced.selectionStart, replaced.selectionEnd)
  }, [replaced, isFocused])

  const typed = words.trim()
  const wanted = useDebounced(typed)
  const { data = [] } = useRead(
    ['palette', 'suggestions', wanted],
    ({ signal }) => findSuggestions(wanted, signal),
    { enabled: wanted.length >= MIN_LETTERS, ...OPTIONS },
  )
  const found = typed === wanted && typed !== term && !isDismissed ? data : []
  const count = found.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={found}
      value={words}
      onValueChange={(value, { reason }) => {
        if (reason === 'item-press') return
        setWords(value)
        setDismissed(false)
      }}
      itemToStringValue={({ label }: Place) => label}
    >
      {/* Base UI adds a second input, and Enter sends a form of two inputs only with a button. */}
      <button type="submit" hidden />
      <div className="group">
        <Autocomplete.Input
          {...props}
          ref={input}
          aria-expanded={count > 0}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || count === 0) return
            // The browser would also clear the field.
            event.preventDefault()
            setDismissed(true)
          }}
        />
        <div
          tabIndex={-1}
          className={`panel absolute inset-x-0 top-full z-50 mt-1.5 p-1.5 md:min-w-80 shadow-raised outline-none not-group-focus-within:hidden ${count === 0 ? 'hidden' : ''}`}
        >
          <Autocomplete.Status className="sr-only">
            {count > 0 ? paletteWords.count(count) : ''}
          </Autocomplete.Status>
          <ChoiceList<Place>
            words={words}
            className="pb-1"
            onChoose={(place) => {
              setWords('')
              input.current?.blur()
              void navigate(place.to)
            }}
          />
        </div>
      </div>
    </Autocomplete.Root>
  )
}
