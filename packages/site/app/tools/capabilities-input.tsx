import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import * as uiWords from '../ui/words.ts'
import { CapabilityPicker } from './tool-picker.tsx'
import * as editWords from './words/edits.ts'

const CAPABILITIES_MAX = 20

interface CapabilitiesInputProps {
  /** Slugs. */
  chosen: readonly string[]
  /** The names of those that were chosen before. */
  known?: readonly { slug: string; name: string }[]
  onChange: (chosen: string[]) => void
}

/** What a tool can be used for. */
export function CapabilitiesInput({ chosen, known = [], onChange }: CapabilitiesInputProps) {
  const [names, setNames] = useState(() => new Map(known.map(({ slug, name }) => [slug, name])))
  const area = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={area} className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{editWords.FIELDS.capabilities}</legend>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map((slug) => {
          // A draft has no names.
          const name = names.get(slug) ?? slug.replaceAll('-', ' ')
          return (
            <li
              key={slug}
              className="inline-flex items-center rounded-full bg-sunken pl-3 text-sm wrap-anywhere"
            >
              {name}
              <button
                type="button"
                aria-label={uiWords.removeNamed(name)}
                className="grid size-9 place-items-center rounded-full text-soft hover:text-ink"
                onClick={() => {
                  onChange(chosen.filter((other) => other !== slug))
                  // The button disappears.
                  area.current?.querySelector('input')?.focus()
                }}
              >
                <X aria-hidden size={16} />
              </button>
            </li>
          )
        })}
      </ul>
      <CapabilityPicker
        label={editWords.capabilityPick}
        excluded={chosen}
        isFull={chosen.length >= CAPABILITIES_MAX}
        onPick={({ slug, name }) => {
          setNames(new Map([...names, [slug, name]]))
          onChange([...chosen, slug])
        }}
      />
    </fieldset>
  )
}
