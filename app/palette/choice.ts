import type * as paletteWords from './words/palette.ts'

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
}

/** A choice that does something on this page. */
export interface Command {
  kind: 'action'
  id: string
  label: string
  detail?: string
  run: () => void
}

export type Choice = Place | Command

export interface ChoiceGroup {
  kind: Kind
  items: Choice[]
}
