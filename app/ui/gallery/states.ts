import { useEffect } from 'react'

/** What a pointer or a keyboard brings about, as `data-look` says it. */
const STATES = { ':hover': 'hover', ':focus-visible': 'focus', ':active': 'active' }

/**
 * Shows the states of controls side by side: each rule for a state also holds for elements that are
 * marked with the state's name.
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
