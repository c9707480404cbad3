import { useGrowing } from '../data/growing.ts'
import { getSupabase } from '../data/session.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { type LaunchPage, readLaunches, type Status } from './launch.ts'
import { LaunchCard } from './launch-card.tsx'

const EMPTY: Record<Status, string> = {
  live: 'No launches today. Check back tomorrow!',
  scheduled: 'No upcoming launches scheduled.',
  ended: 'No past launches found.',
}

interface LaunchListProps {
  status: Status
  page: LaunchPage
  /** Whether the page begins the list, so that places in it are ranks. */
  isFirst: boolean
}

export function LaunchList({ status, page, isFirst }: LaunchListProps) {
  const growing = useGrowing(page, async (after) =>
    readLaunches(await getSupabase(), status, after),
  )
  const isRanked = status === 'live' && isFirst
  let place = 0
  return (
    <section aria-labelledby="launches">
      {status === 'live' ? (
        <div className="mb-4">
          <h2 id="launches" className="display text-2xl">
            Today's Launches ({page.total})
          </h2>
          <p className="text-sm text-soft">Ranked by upvotes</p>
        </div>
      ) : (
        <h2 id="launches" className="sr-only">
          Launches
        </h2>
      )}
      {page.launches.length === 0 ? (
        <p role="status" className="panel py-16 text-center text-soft">
          {EMPTY[status]}
        </p>
      ) : null}
      <ol className="grid gap-4">
        {growing.pages.flatMap(({ launches }) => {
          const among = launches.map(({ id }) => id)
          return launches.map((launch) => {
            place += 1
            return (
              <li key={launch.id}>
                <LaunchCard launch={launch} among={among} rank={isRanked ? place : undefined} />
              </li>
            )
          })
        })}
      </ol>
      <ShowMore {...growing} />
    </section>
  )
}
