import { ChevronLeft, ChevronRight } from 'lucide-react'
import { LinkButton } from '../ui/button.tsx'
import { formatDay, today } from '../ui/format/day.ts'
import * as launchesWords from './words.ts'

interface DayNavigationProps {
  /** The shown day as "yyyy-MM-dd"; undefined if the list shows all days. */
  day: string | undefined
  /** The nearest days with launches. */
  before: string | null | undefined
  after: string | null | undefined
}

/** Links to the nearest days of the archive. */
export function DayNavigation({ day, before, after }: DayNavigationProps) {
  const toDayPath = (other: string) => (other === today() ? '/launches' : `/launches?day=${other}`)
  if (!before && !day) return null
  return (
    <nav aria-label={launchesWords.daysLabel} className="flex flex-wrap gap-3">
      {before ? (
        <LinkButton look="secondary" to={toDayPath(before)}>
          <ChevronLeft aria-hidden size={16} />
          {formatDay(before)}
        </LinkButton>
      ) : null}
      {day && after ? (
        <LinkButton look="secondary" to={toDayPath(after)}>
          {formatDay(after)}
          <ChevronRight aria-hidden size={16} />
        </LinkButton>
      ) : null}
      {day ? (
        <LinkButton look="quiet" to="/launches?tab=ended">
          {launchesWords.daysAll}
        </LinkButton>
      ) : null}
    </nav>
  )
}
