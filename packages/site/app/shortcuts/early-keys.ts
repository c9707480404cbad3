import { toReadExpression } from '../data/browser-storage.ts'
import { APPLE, SINGLE_KEYS } from './read-keys.ts'

const GLOBAL = 'earlyKeys'

declare global {
  interface Window {
    [GLOBAL]?: AbortController
  }
}

/** Elements with their own keys. */
export const BUSY =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/**
 * An inline script: Ctrl K and "/" lead to the search of the header until the code of the shortcuts is there.
 * @param button opens the search where its box is hidden
 */
export const toEarlyKeysScript = (button: string) => `{
const {signal}=window.${GLOBAL}=new AbortController();
addEventListener('keydown',(event)=>{
const {key,ctrlKey,metaKey,target}=event;
if(event.altKey||(ctrlKey||metaKey?key!=='k'||!(${APPLE}.test(navigator.platform)?metaKey:ctrlKey):key!=='/'||target.closest('${BUSY}')||${toReadExpression(SINGLE_KEYS)}==='off'))return;
event.preventDefault();
const box=document.querySelector('header [role=search] input');
if(box.getClientRects().length)box.focus();else document.querySelector('${button}').click();
},{signal})
}`

export const endEarlyKeys = () => window[GLOBAL]?.abort()
