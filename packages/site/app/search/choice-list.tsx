import { CornerDownLeft, Plus, Search, Shapes, Target } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import type { Kind, Place } from './find-suggestions.ts'
import { splitMatches } from './match.ts'
import * as searchWords from './words.ts'

const ICONS: Partial<Record<Kind, typeof Search>> = {
  capability: Target,
  category: Shapes,
  search: Search,
}

/** A place with its position in the list. */
type Choice = Place & { index: number }

interface ChoiceListProps {
  id: string
  groups: readonly { kind: Kind; items: readonly Choice[] }[]
  /** What is typed; the matched letters are marked. */
  words: string
  /** The position of the highlighted choice. */
  active: number
  onChoose: (place: Place) => void
}

/** The choices of a combobox in groups; the focus stays in its field. */
export function ChoiceList({ id, groups, words, active, onChoose }: ChoiceListProps) {
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={searchWords.results}
      onMouseDown={(event) => event.preventDefault()}
      className="panel absolute inset-x-0 top-full z-50 mt-1.5 p-1.5 md:min-w-80 shadow-raised outline-none"
    >
      {groups.map(({ kind, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: A fieldset is no group of options.
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className="pb-1">
          <div id={`${id}-${kind}`} className="text-xs font-semibold text-soft px-3 py-1.5">
            {searchWords.KINDS[kind]}
          </div>
          {items.map((choice) => (
            <ChoiceRow
              key={choice.to}
              id={`${id}-${choice.index}`}
              choice={choice}
              words={words}
              isActive={choice.index === active}
              onChoose={() => onChoose(choice)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface ChoiceRowProps {
  id: string
  choice: Choice
  words: string
  isActive: boolean
  onChoose: () => void
}

function ChoiceRow({ id, choice, words, isActive, onChoose }: ChoiceRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const Icon = choice.isNew ? Plus : (ICONS[choice.kind] ?? CornerDownLeft)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The field handles the keys.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      // The outline is visible with forced colors.
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm -outline-offset-2 outline-transparent hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2"
    >
      <span className="grid w-7 shrink-0 place-items-center text-soft">
        {choice.id ? (
          <ToolLogo id={choice.id} name={choice.label} size={28} />
        ) : (
          <Icon aria-hidden size={17} />
        )}
      </span>
      <span className="max-w-[70%] shrink-0 truncate font-medium">
        {splitMatches(choice.label, words).map(({ text, start, isMatch }) =>
          isMatch ? (
            <mark key={start} className="bg-transparent text-inherit underline underline-offset-4">
              {text}
            </mark>
          ) : (
            <Fragment key={start}>{text}</Fragment>
          ),
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-right text-soft">{choice.detail}</span>
      {choice.average ? (
        <span className="w-6 text-right font-semibold tabular-nums">
          {formatOneDecimal(choice.average)}
        </span>
      ) : null}
    </div>
  )
}
