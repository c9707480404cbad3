import { Autocomplete } from '@base-ui/react/autocomplete'
import { Clock, CornerDownLeft, Rocket, Search, Shapes, User, Zap } from 'lucide-react'
import { ToolLogo } from '../tools/tool-logo.tsx'
import type { Choice } from './choice.ts'

const ICONS = {
  recent: Clock,
  category: Shapes,
  page: CornerDownLeft,
  action: Zap,
  person: User,
  launch: Rocket,
  search: Search,
}

/** A row of the palette. */
export function ChoiceRow({ choice, onChoose }: { choice: Choice; onChoose: () => void }) {
  const { kind, id, label, detail } = choice
  return (
    <Autocomplete.Item
      value={choice}
      onClick={onChoose}
      // The outline is visible with forced colors.
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm -outline-offset-2 outline-transparent data-highlighted:bg-sunken data-highlighted:outline-2"
    >
      <span className="grid w-7 shrink-0 place-items-center text-soft">
        {kind === 'tool' ? <ToolLogo id={id} name={label} size={28} /> : <Icon kind={kind} />}
      </span>
      <span className="max-w-[70%] shrink-0 truncate font-medium">{label}</span>
      <span className="min-w-0 flex-1 truncate text-right text-soft">{detail}</span>
    </Autocomplete.Item>
  )
}

function Icon({ kind }: { kind: keyof typeof ICONS }) {
  const Sign = ICONS[kind]
  return <Sign aria-hidden size={17} />
}
