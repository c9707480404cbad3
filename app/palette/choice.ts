import type * as paletteWords from './words.ts'

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
  /** Of a tool. */
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

export interface ChoiceGroup {
  kind: Kind
  items: Choice[]
}
