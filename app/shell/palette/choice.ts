import type * as paletteWords from '../words/palette.ts'

export type Kind = keyof typeof paletteWords.KINDS

/** A place that the palette leads to. */
export interface Place {
  kind: Kind
  /** Tells it from every other. */
  id: string
  label: string
  /** What else is worth knowing, beside the name. */
  detail?: string | undefined
  to: string
}

/** Something that the palette does. */
export interface Deed {
  kind: 'action'
  id: string
  label: string
  detail?: string
  run: () => void
}

export type Choice = Place | Deed

export interface ChoiceGroup {
  kind: Kind
  items: Choice[]
}
