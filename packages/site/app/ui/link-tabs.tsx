import { useId } from 'react'
import { Link } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/** Classes of a tab list and its tabs. */
export const TAB_LIST =
  'flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]'

export const TAB =
  'inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-sm sm:px-4 text-soft hover:text-ink data-active:border-ink data-active:font-semibold data-active:text-ink forced-colors:data-active:bg-[Highlight] forced-colors:data-active:text-[HighlightText] forced-colors:data-active:forced-color-adjust-none'

interface LinkTabsProps<Tab extends string> {
  /** The name of the tab list. */
  label: string
  tabs: readonly (readonly [tab: Tab, label: string])[]
  chosen: Tab
  toPath: (tab: Tab) => string
  /** The panel of the chosen tab. */
  children: React.ReactNode
}

/**
 * Tabs as links, because the URL contains the chosen tab. The keys follow the ARIA Authoring Practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Base UI's tabs would be a tenth of the page's code,
 * and do nothing without JavaScript.
 */
export function LinkTabs<Tab extends string>({
  label,
  tabs,
  chosen,
  toPath,
  children,
}: LinkTabsProps<Tab>) {
  const id = useId()
  // Without JavaScript the arrow keys do nothing, so each tab is a stop of the Tab key.
  const hasArrowKeys = useHydrated()
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={`${TAB_LIST} scroll-shadow [--ground:var(--paper)]`}
        onKeyDown={handleTabKeys}
      >
        {tabs.map(([tab, name]) => (
          <Link
            key={tab}
            id={`${id}-${tab}`}
            role="tab"
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${id}-panel` : undefined}
            data-active={tab === chosen || undefined}
            tabIndex={tab === chosen || !hasArrowKeys ? 0 : -1}
            to={toPath(tab)}
            preventScrollReset
            className={TAB}
          >
            {name}
          </Link>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        className="mt-6 grid gap-6"
      >
        {children}
      </div>
    </>
  )
}

/** Arrow keys (cyclic), Home and End move the focus. Space opens the tab, as Enter does. */
function handleTabKeys(event: React.KeyboardEvent<HTMLElement>): void {
  // Combinations such as Alt and an arrow key belong to the browser.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const index = tabs.indexOf(event.target as HTMLElement)
  const targets: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: -1,
  }
  const next = targets[event.key]
  if (next === undefined && event.key !== ' ') return
  event.preventDefault()
  if (next === undefined) tabs[index]?.click()
  else tabs.at(next % tabs.length)?.focus()
}
