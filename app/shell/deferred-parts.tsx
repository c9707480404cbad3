import { Overlays } from './overlays.tsx'
import { PageChange } from './page-change.tsx'
import { PaletteHint } from './palette-hint.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const PARTS = { change: PageChange, hint: PaletteHint, overlays: Overlays, theme: ThemeSwitch }

export type DeferredPart = keyof typeof PARTS

/** One chunk for all of them. */
export default function DeferredParts({ part }: { part: DeferredPart }) {
  const Part = PARTS[part]
  return <Part />
}
