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
    say(field, HTMLSelectElement.prototype, value)
  } else if (field instanceof HTMLTextAreaElement) {
    sayAnew(field, HTMLTextAreaElement.prototype, value)
  } else if (field instanceof HTMLInputElement && !WITHOUT_TEXT.has(field.type)) {
    sayAnew(field, HTMLInputElement.prototype, value)
  }
}

const WITHOUT_TEXT = new Set(['checkbox', 'radio', 'file', 'hidden'])

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** React takes a text that it found there for known: only one that differs is news to it. */
function sayAnew(field: Field, prototype: Field, value: string): void {
  if (field.value === value) say(field, prototype, '')
  say(field, prototype, value)
}

/** @param prototype whose setter React does not watch, unlike the field's own */
function say(field: Field, prototype: Field, value: string): void {
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
