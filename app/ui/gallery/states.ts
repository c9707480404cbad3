import { useEffect } from 'react'

/** The states of pointer and keyboard, as values of `data-look`. */
const STATES = { ':hover': 'hover', ':focus-visible': 'focus', ':active': 'active' }

/**
 * Copies each CSS rule for a state to elements that carry the state's name, so that the page shows
 * all states side by side.
 */
export function useForcedStates(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const rules = [...document.styleSheets].flatMap((each) => [...each.cssRules])
    sheet.replaceSync(rules.map(({ cssText }) => forced(cssText)).join('\n'))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
}

/** Class names such as `hover\:bg-sunken` are not states. */
const forced = (css: string) =>
  Object.entries(STATES).reduce(
    (text, [state, look]) =>
      text.replaceAll(new RegExp(`(?<!\\\\)${state}(?![\\w-])`, 'g'), `[data-look="${look}"]`),
    css,
  )
