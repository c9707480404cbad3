import { Overlays } from '../palette/overlays.tsx'
import { PaletteHint } from '../palette/palette-hint.tsx'
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx'
import { PageChange } from './page-change.tsx'

const PARTS = { change: PageChange, hint: PaletteHint, overlays: Overlays, theme: ThemeSwitch }

export type DeferredPart = keyof typeof PARTS

/** One chunk for all of them. */
export default function DeferredParts({ part }: { part: DeferredPart }) {
  const Part = PARTS[part]
  return <Part />
}
