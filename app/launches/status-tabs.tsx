import { useId } from 'react'
import { Link } from 'react-router'
import { TAB, TAB_LIST } from '../ui/tabs.ts'
import { STATUSES, type Status } from './launch.ts'
import * as launchesWords from './words/list.ts'

interface StatusTabsProps {
  chosen: Status
  /** The panel of the chosen tab. */
  children: React.ReactNode
}

/**
 * Tabs as links, because the URL contains the chosen tab. The keys follow the ARIA Authoring Practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Base UI's tabs would be a tenth of the page's code.
 */
export function StatusTabs({ chosen, children }: StatusTabsProps) {
  const id = useId()
  return (
    <>
      <div
        role="tablist"
        aria-label={launchesWords.tabs}
        className={TAB_LIST}
        onKeyDown={handleTabKeys}
      >
        {STATUSES.map((status) => (
          <Link
            key={status}
            id={`${id}-${status}`}
            role="tab"
            aria-selected={status === chosen}
            aria-controls={status === chosen ? `${id}-panel` : undefined}
            data-active={status === chosen || undefined}
            tabIndex={status === chosen ? 0 : -1}
            to={status === 'live' ? '/launches' : `/launches?tab=${status}`}
            preventScrollReset
            className={TAB}
          >
            {launchesWords.tab[status]}
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
