import { useEffect } from 'react'

/** The pseudo-classes and their values of `data-look`. */
const STATES = { ':hover': 'hover', ':focus-visible': 'focus', ':active': 'active' }

/** Copies each CSS rule for a state to elements with `data-look`, so that a page can show all states. */
export function useForcedStates(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const rules = [...document.styleSheets].flatMap((each) => [...each.cssRules])
    sheet.replaceSync(rules.map(({ cssText }) => replaceStates(cssText)).join('\n'))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
}

/** Leaves class names such as `hover\:bg-sunken` unchanged. */
const replaceStates = (css: string) =>
  Object.entries(STATES).reduce(
    (text, [state, look]) =>
      text.replaceAll(new RegExp(`(?<!\\\\)${state}(?![\\w-])`, 'g'), `[data-look="${look}"]`),
    css,
  )
