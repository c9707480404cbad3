import { EARLY_INPUT } from './early-input.ts'

const PRELOAD = '<link rel="modulepreload"'
/** Means nothing to a browser, until the page is seen. */
const LATER = '<link rel="later"'

const ENTRY =
  /(<script [^>]*type="module"[^>]*>)import ("[^"]+");\n((?:import \* as route\d+ from "[^"]+";\n)+)([\s\S]*?)(?=<\/script>)/
const IMPORT = /import \* as (route\d+) from ("[^"]+");\n/g

/**
 * Scripts come behind what is seen first: browsers would else send for thirty of them before the
 * style sheet, and run them before they paint. The router has no setting for it.
 * @param html a whole page as the router writes it
 * @returns the same, whose modules are fetched as soon as something was painted; a page that is
 *   written in another way keeps it, with its modules at low priority. What is typed, chosen
 *   or pressed meanwhile is remembered for `useEarlyInput`
 */
export function loadScriptsAfterPaint(html: string): string {
  const entry = ENTRY.exec(html)
  if (!entry) return html.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`)
  const [all, open = '', manifest = '', imports = '', rest = ''] = entry
  const routes = [...imports.matchAll(IMPORT)]
  const names = routes.map(([, name]) => name).join(',')
  const loads = [...routes.map(([, , address]) => address), manifest]
    .map((address) => `import(${address})`)
    .join(',')
  const script = onceSeen(`const [${names}]=await Promise.all([${loads}]);${rest}`)
  const before = html.slice(0, entry.index).replaceAll(PRELOAD, LATER)
  return before + open + script + html.slice(entry.index + all.length)
}

/** @param body what an async function does */
const onceSeen = (body: string) => `
const hearing=new AbortController();
const early=window.${EARLY_INPUT}={typed:new Map(),pressed:null,stop:()=>hearing.abort()};
const hear=(what,then)=>addEventListener(what,then,{capture:true,signal:hearing.signal});
hear('input',({target})=>early.typed.set(target,target.value));
hear('click',({target})=>{early.pressed=target.closest('button[type=button]')});
let begun=false;
const begin=async()=>{
if(begun)return;
begun=true;
for(const [at,link] of document.querySelectorAll('link[rel=later]').entries()){
link.rel='modulepreload';
if(at%${AT_ONCE}===0)await new Promise((go)=>setTimeout(go));
}
${body}
};
if(globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')){
new PerformanceObserver((seen)=>{
if(seen.getEntriesByName('first-contentful-paint').length>0)begin();
}).observe({type:'paint',buffered:true});
setTimeout(begin,${PATIENCE});
}else begin();
`

/** So many are sent for in one go: all of them would hold a phone up for a tenth of a second. */
const AT_ONCE = 8

/** Where nothing is ever painted, as in a tab behind others, in milliseconds. */
const PATIENCE = 2000
