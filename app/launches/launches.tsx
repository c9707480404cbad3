import { Tabs } from '@base-ui/react/tabs'
import { Link, useSearchParams } from 'react-router'
import { pageMeta } from '../data/page-meta.ts'
import { useSession } from '../data/session.ts'
import { siteContext } from '../data/site.ts'
import { LinkButton } from '../ui/button.tsx'
import { formatDay, today } from '../ui/day.ts'
import { TAB, TAB_LIST } from '../ui/tabs.ts'
import type { Route } from './+types/launches'
import { readLaunches, STATUSES, type Status } from './launch.ts'
import { LaunchList } from './launch-list.tsx'

const LABELS: Record<Status, string> = { live: 'Live', scheduled: 'Upcoming', ended: 'Past' }

/** The tab is in the address; anything else is the live one. */
const statusOf = (parameters: URLSearchParams): Status =>
  STATUSES.find((status) => status === parameters.get('tab')) ?? 'live'

export async function loader({ context, request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams
  const status = statusOf(parameters)
  const { supabase } = context.get(siteContext)
  const after = parameters.get('after')
  const page = await readLaunches(supabase, status, after)
  return { status, day: today(), page, isFirst: after === null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Product Launches – Toolmark',
    description: 'What was launched today, what is coming, and what came before.',
    path: '/launches',
  })

export default function Launches({
  loaderData: { status, day, page, isFirst },
}: Route.ComponentProps) {
  const { user } = useSession()
  const [parameters] = useSearchParams()
  const chosen = statusOf(parameters)
  return (
    <div className="page py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="display text-4xl">Product Launches</h1>
          <p className="mt-1 text-soft">
            Today is {formatDay(day)}: a launch day is the same for everyone, midnight to midnight
            UTC.
          </p>
        </div>
        {user ? <LinkButton to="/submit-launch">Submit Your Product</LinkButton> : null}
      </div>
      <Tabs.Root value={chosen}>
        <Tabs.List aria-label="Launches" className={TAB_LIST}>
          {STATUSES.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              className={TAB}
              nativeButton={false}
              render={<Link to={addressOf(one)} preventScrollReset />}
            >
              {LABELS[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={chosen} className="mt-6">
          <LaunchList key={`${status} ${day}`} status={status} page={page} isFirst={isFirst} />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  )
}

const addressOf = (status: Status) => (status === 'live' ? '/launches' : `/launches?tab=${status}`)
