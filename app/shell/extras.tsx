import { Overlays } from './overlays.tsx'
import { PageChange } from './page-change.tsx'
import { PaletteHint } from './palette-hint.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const PARTS = { change: PageChange, hint: PaletteHint, overlays: Overlays, theme: ThemeSwitch }

export type Extra = keyof typeof PARTS

/** What no page needs to be shown, in one file. */
export default function Extras({ part }: { part: Extra }) {
  const Part = PARTS[part]
  return <Part />
}
