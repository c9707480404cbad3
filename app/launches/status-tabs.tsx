import { useId } from 'react'
import { Link } from 'react-router'
import { TAB, TAB_LIST } from '../ui/tabs.ts'
import { STATUSES, type Status } from './launch.ts'
import * as launchesWords from './words/list.ts'

interface StatusTabsProps {
  chosen: Status
  /** What the chosen tab holds. */
  children: React.ReactNode
}

/**
 * Tabs whose choice is the address, so each is a link. The keys are those of the ARIA practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/); Base UI's tabs would be a tenth of the page.
 */
export function StatusTabs({ chosen, children }: StatusTabsProps) {
  const id = useId()
  return (
    <>
      <div
        role="tablist"
        aria-label={launchesWords.tabs}
        className={TAB_LIST}
        onKeyDown={followKeys}
      >
        {STATUSES.map((one) => (
          <Link
            key={one}
            id={`${id}-${one}`}
            role="tab"
            aria-selected={one === chosen}
            aria-controls={one === chosen ? `${id}-panel` : undefined}
            data-active={one === chosen || undefined}
            tabIndex={one === chosen ? 0 : -1}
            to={one === 'live' ? '/launches' : `/launches?tab=${one}`}
            preventScrollReset
            className={TAB}
          >
            {launchesWords.tab[one]}
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

/** Arrows, Home and End move the focus, round the end; Enter, which a link knows, and Space choose. */
function followKeys(event: React.KeyboardEvent<HTMLElement>): void {
  // With others they are the browser's, as Alt and an arrow go back.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const place = tabs.indexOf(event.target as HTMLElement)
  const places: Record<string, number> = {
    ArrowRight: place + 1,
    ArrowLeft: place - 1,
    Home: 0,
    End: -1,
  }
  const next = places[event.key]
  if (next === undefined && event.key !== ' ') return
  event.preventDefault()
  if (next === undefined) tabs[place]?.click()
  else tabs.at(next % tabs.length)?.focus()
}
