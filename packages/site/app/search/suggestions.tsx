import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../data/query.ts'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import { ChoiceList } from './choice-list.tsx'
import { findMemberPages, findSuggestions, groupPlaces, type Place } from './find-suggestions.ts'
import * as searchWords from './words.ts'

/** A shorter text would find nearly everything. */
const MIN_LETTERS = 2

interface SuggestionsProps {
  /** The field of the server's document; this component sets its state for screen readers. */
  input: HTMLInputElement
  /** The text of the URL; when it changes, it replaces the typed one. */
  term: string
}

/** The list below a search field. Enter without a suggestion sends the form. */
export default function Suggestions({ input, term }: SuggestionsProps) {
  const navigate = useNavigate()
  const listId = useId()
  const [words, setWords] = useState(input.value)
  const [isOpen, setOpen] = useState(document.activeElement === input)
  // By its address, since results of the server may arrive before it.
  const [chosenPath, setChosenPath] = useState<string>()
  const [shownTerm, setShownTerm] = useState(term)
  if (shownTerm !== term) {
    setShownTerm(term)
    setWords(term)
  }

  const typed = words.trim()
  const wanted = useDebounced(typed)
  // The Supabase client retries by itself.
  const { data = [] } = useRead(
    ['suggestions', wanted],
    ({ signal }) => findSuggestions(wanted, signal),
    { enabled: wanted.length >= MIN_LETTERS, retry: false, networkMode: 'always' },
  )
  const isAsking = isOpen && typed !== term && typed.length >= MIN_LETTERS
  const groups = groupPlaces(
    isAsking ? [...(typed === wanted ? data : []), ...findMemberPages(typed)] : [],
  )
  const places = groups.flatMap(({ items }) => items)
  const active = places.findIndex(({ to }) => to === chosenPath)
  const chosen = places[active]

  const choose = ({ to }: Place) => {
    input.value = ''
    setWords('')
    input.blur()
    void navigate(to)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || places.length === 0) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      // Before the first and after the last one is the text itself.
      const stops = places.length + 1
      const next = (active + 1 + (key === 'ArrowDown' ? 1 : stops - 1)) % stops
      setChosenPath(places[next - 1]?.to)
    } else if (key === 'Enter' && chosen) choose(chosen)
    // The browser would also clear the field.
    else if (key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
  }

  useEffect(() => {
    const show = () => {
      setWords(input.value)
      setChosenPath(undefined)
      setOpen(true)
    }
    const hide = () => setOpen(false)
    input.addEventListener('input', show)
    input.addEventListener('focus', show)
    input.addEventListener('blur', hide)
    // The visitor may have typed between the first rendering and these listeners.
    if (document.activeElement === input) show()
    return () => {
      input.removeEventListener('input', show)
      input.removeEventListener('focus', show)
      input.removeEventListener('blur', hide)
    }
  }, [input])

  useEffect(() => {
    input.addEventListener('keydown', onKeyDown)
    return () => input.removeEventListener('keydown', onKeyDown)
  })

  const hasPlaces = places.length > 0
  const activeId = chosen ? `${listId}-${active}` : null
  useEffect(() => {
    input.ariaExpanded = String(hasPlaces)
    setAttribute(input, 'aria-controls', hasPlaces ? listId : null)
    setAttribute(input, 'aria-activedescendant', activeId)
  }, [input, hasPlaces, listId, activeId])

  return (
    <>
      <p role="status" className="sr-only">
        {hasPlaces ? searchWords.count(places.length) : ''}
      </p>
      {hasPlaces ? (
        <ChoiceList id={listId} groups={groups} words={words} active={active} onChoose={choose} />
      ) : null}
    </>
  )
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
