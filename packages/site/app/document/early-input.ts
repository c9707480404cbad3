import { useEffect } from 'react'
import { REMEMBER_STATEMENT } from '../session/pending-press.ts'

const GLOBAL = 'earlyInput'

declare global {
  interface Window {
    [GLOBAL]?: {
      values: Map<EventTarget | null, string>
      /** The last one alone: a button that submits no form, or a link of a member with `data-press`. */
      pressed: HTMLElement | null
      stop: () => void
    }
  }
}

/**
 * An inline script that records what is typed, chosen or pressed before the page is hydrated: on a
 * slow network a field is there two seconds before its script.
 */
export const EARLY_INPUT_SCRIPT = `{
const recording=new AbortController();
const early=window.${GLOBAL}={values:new Map(),pressed:null,stop:()=>recording.abort()};
const on=(type,listener)=>addEventListener(type,listener,{capture:true,signal:recording.signal});
on('input',({target})=>early.values.set(target,target.value));
on('click',(event)=>{
const link=event.target.closest('a[data-press]'),press=link?.dataset.press;
early.pressed=event.target.closest('button[type=button]:not([popovertarget])');
if(!link||event.ctrlKey||event.metaKey||event.shiftKey)return;
if('session' in document.documentElement.dataset){event.preventDefault();early.pressed=link}
else ${REMEMBER_STATEMENT}
});
}`

/** Replays the recorded input once the page is hydrated. */
export function useEarlyInput(): void {
  useEffect(() => {
    const early = window[GLOBAL]
    if (!early) return
    early.stop()
    delete window[GLOBAL]
    for (const [field, value] of early.values) if (isInPage(field)) replay(field, value)
    if (isInPage(early.pressed)) early.pressed?.click()
  }, [])
}

const isInPage = (target: EventTarget | null) => target instanceof Element && target.isConnected

function replay(field: EventTarget | null, value: string): void {
  if (field instanceof HTMLSelectElement) {
    setValue(field, value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLTextAreaElement || isTextInput(field)) {
    const { selectionStart, selectionEnd } = field
    // React ignores an input event whose value it has already seen.
    if (field.value === value) setValue(field, '')
    setValue(field, value)
    if (field === document.activeElement && selectionStart !== null) {
      field.setSelectionRange(selectionStart, selectionEnd)
    }
  }
}

const OTHER_TYPES = new Set(['checkbox', 'radio', 'file', 'hidden'])

const isTextInput = (field: EventTarget | null): field is HTMLInputElement =>
  field instanceof HTMLInputElement && !OTHER_TYPES.has(field.type)

function setValue(field: HTMLElement, value: string): void {
  // React replaces the setter of the element itself; the prototype's leaves its record alone.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
