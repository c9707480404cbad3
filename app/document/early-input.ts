import { useEffect } from 'react'

/** Where the page's first script leaves what it heard (scripts-last.ts). */
export const EARLY_INPUT = 'toolmarkEarlyInput'

declare global {
  interface Window {
    [EARLY_INPUT]?: {
      typed: Map<EventTarget | null, string>
      /** The last one alone; those of forms need no script. */
      pressed: HTMLButtonElement | null
      stop: () => void
    }
  }
}

/**
 * What was typed, chosen or pressed before the page could hear it is said again once it can: a slow
 * network brings the text field long before its script.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const early = window[EARLY_INPUT]
    if (!early) return
    early.stop()
    delete window[EARLY_INPUT]
    for (const [field, value] of early.typed) sayAgain(field, value)
    if (early.pressed?.isConnected) early.pressed.click()
  }, [])
}

function sayAgain(field: EventTarget | null, value: string): void {
  if (field instanceof HTMLSelectElement) {
    say(field, value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLTextAreaElement || isText(field)) {
    // React takes a text that it found there for known: only one that differs is news to it.
    if (field.value === value) say(field, '')
    say(field, value)
  }
}

const WITHOUT_TEXT = new Set(['checkbox', 'radio', 'file', 'hidden'])

const isText = (field: EventTarget | null): field is HTMLInputElement =>
  field instanceof HTMLInputElement && !WITHOUT_TEXT.has(field.type)

function say(field: HTMLElement, value: string): void {
  // React watches the field's own setter, and not that of its kind.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
