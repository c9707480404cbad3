import { localStore, toWriteStatement } from '../data/browser-storage.ts'

/** A press that needs an account: what it does, such as `helpful`, and the id of what it is about. */
export type Press = readonly [kind: string, id: string]

/** The value of the attribute `data-press`, by which the script before hydration finds the control. */
export const toPressText = ([kind, id]: Press) => `${kind} ${id}`

const KEY = 'toolmark.press'

/** As long as a sign-up with its mail may take. */
const LIFE_MS = 60 * 60 * 1000

let held: string | undefined

/** Holds a press until the session and the code for members are known. */
export function holdPress(press: Press): void {
  held = toPressText(press)
}

export const isHeld = (press: Press): boolean => held === toPressText(press)

/**
 * Remembers a press of a visitor over the sign-in, in all tabs: the link of a mail opens another one. The
 * last one alone.
 */
export function rememberPress(press: Press, now = Date.now()): void {
  held = undefined
  localStore.setItem(KEY, `${now} ${toPressText(press)}`)
}

export const forgetPress = (): void => localStore.removeItem(KEY)

/** For the script before hydration: `press` is the value of `data-press`. */
export const REMEMBER_STATEMENT = toWriteStatement(KEY, "Date.now()+' '+press")

/** @returns whether the press waits to be carried out, and since before the sign-in; it is taken once */
export function takePress(press: Press, now = Date.now()): 'held' | 'remembered' | undefined {
  if (isHeld(press)) {
    held = undefined
    return 'held'
  }
  const [, at, text] = /^(\d+) (.*)$/.exec(localStore.getItem(KEY) ?? '') ?? []
  if (text !== toPressText(press)) return undefined
  forgetPress()
  const age = now - Number(at)
  return age >= 0 && age < LIFE_MS ? 'remembered' : undefined
}
