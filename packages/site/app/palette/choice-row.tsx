import { Autocomplete } from '@base-ui/react/autocomplete'
import {
  Clock,
  CornerDownLeft,
  MousePointer2,
  Package,
  Rocket,
  Search,
  Shapes,
  Star,
  Target,
  User,
  Zap,
} from 'lucide-react'
import { Fragment } from 'react'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'
import { splitMatches } from './rank.ts'
import * as paletteWords from './words.ts'

const ICONS = {
  here: MousePointer2,
  tool: Package,
  recent: Clock,
  capability: Target,
  category: Shapes,
  page: CornerDownLeft,
  action: Zap,
  person: User,
  launch: Rocket,
  search: Search,
}

interface ChoiceListProps<Item extends Choice> {
  /** What is typed; the matched letters are marked. */
  words: string
  onChoose: (choice: Item) => void
  /** Of each group. */
  className: string
}

/** The groups of an `Autocomplete` with their choices. */
export const ChoiceList = <Item extends Choice>({
  words,
  onChoose,
  className,
}: ChoiceListProps<Item>) => (
  <Autocomplete.List aria-label={paletteWords.results} className="outline-none">
    {(group: Group<Item>) => (
      <Autocomplete.Group key={group.kind} items={group.items} className={className}>
        <Autocomplete.GroupLabel className="kicker px-3 py-1.5">
          {paletteWords.KINDS[group.kind]}
        </Autocomplete.GroupLabel>
        <Autocomplete.Collection>
          {(choice: Item) => (
            <ChoiceRow
              key={`${choice.kind} ${choice.id}`}
              choice={choice}
              words={words}
              onChoose={() => onChoose(choice)}
            />
          )}
        </Autocomplete.Collection>
      </Autocomplete.Group>
    )}
  </Autocomplete.List>
)

interface ChoiceRowProps {
  choice: Choice
  words: string
  onChoose: () => void
}

function ChoiceRow({ choice, words, onChoose }: ChoiceRowProps) {
  const { kind, id, label, detail, keys } = choice
  const tool = 'tool' in choice ? choice.tool : undefined
  const rating = tool?.rating
  return (
    <Autocomplete.Item
      value={choice}
      onClick={onChoose}
      // The outline is visible with forced colors.
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm -outline-offset-2 outline-transparent data-highlighted:bg-sunken data-highlighted:outline-2"
    >
      <span className="grid w-7 shrink-0 place-items-center text-soft">
        {tool ? <ToolLogo id={id} name={label} size={28} /> : <Icon kind={kind} />}
      </span>
      <span className="max-w-[70%] shrink-0 truncate font-medium">
        {splitMatches(label, words).map(({ text, start, isMatch }) =>
          isMatch ? (
            <mark key={start} className="bg-transparent text-inherit underline underline-offset-4">
              {text}
            </mark>
          ) : (
            <Fragment key={start}>{text}</Fragment>
          ),
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-right text-soft">{detail}</span>
      {rating == null ? null : (
        <span className="inline-flex shrink-0 items-center gap-1 tabular-nums">
          <Star aria-hidden size={13} className="fill-star text-star" />
          <span className="sr-only">{uiWords.ratingOutOfFive(rating)}</span>
          <span aria-hidden>{formatOneDecimal(rating)}</span>
        </span>
      )}
      {keys ? (
        <span aria-hidden className="hidden shrink-0 gap-1 sm:flex">
          {keys.map((key) => (
            <kbd
              key={key}
              className="grid min-w-6 place-items-center rounded-md border border-line bg-sunken px-1 font-sans text-xs text-soft"
            >
              {key}
            </kbd>
          ))}
        </span>
      ) : null}
    </Autocomplete.Item>
  )
}

function Icon({ kind }: { kind: keyof typeof ICONS }) {
  const Sign = ICONS[kind]
  return <Sign aria-hidden size={17} />
}

export type Kind = keyof typeof paletteWords.KINDS

/** A choice that opens a page. */
export interface Place {
  kind: Kind
  /** Unique within its kind. */
  id: string
  label: string
  /** Shown beside the label, and searched too. */
  detail?: string | undefined
  to: string
  /** Of a tool whose `id` is its primary key. */
  tool?: { slug: string; rating: number | null }
  /** The shortcut that opens the same page. */
  keys?: readonly string[]
}

/** A choice that does something on this page. */
export interface Command {
  kind: 'action' | 'here'
  id: string
  label: string
  detail?: string
  keys?: readonly string[]
  run: () => void
  /** The palette stays open for a second step. */
  isStep?: true
}

export type Choice = Place | Command

interface Group<Item> {
  kind: Kind
  items: Item[]
}

export type ChoiceGroup = Group<Choice>
export type PlaceGroup = Group<Place>
