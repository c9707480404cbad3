import { minutesInHour } from 'date-fns/constants'
import { Copy } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { FollowButton } from '../people/follow/follow-button.tsx'
import { PersonLink } from '../people/person-link.tsx'
import { useSession } from '../session/session.ts'
import { toToolPath } from '../tools/tool.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { copyLink } from '../ui/feedback/copy-link.ts'
import { formatTime } from '../ui/format/day.ts'
import { formatOneDecimal } from '../ui/format/numbers.ts'
import { hidden, Rich } from '../ui/format/rich-text.tsx'
import { RankLink } from '../ui/links.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import * as uiWords from '../ui/words.ts'
import { toMakerName, toToolName } from './launch.ts'
import type { DetailedLaunch, LaunchResult, PlaceOfDay } from './read-launches.ts'
import { ReminderButton } from './upvotes/upvote-button.tsx'
import * as launchWords from './words.ts'

// Loaded only for its maker.
const OwnLaunchActions = lazy(() => import('./submit/own-launch.tsx'))

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface LaunchFactsProps {
  launch: DetailedLaunch
  place: PlaceOfDay | null
  /** Of a past day. */
  result: LaunchResult | null
}

/** The column next to the text: maker, rank, time left, the tool's reviews, and a link to share. */
export function LaunchFacts({ launch, place, result }: LaunchFactsProps) {
  const { tools: tool, profiles: maker, status } = launch
  const name = toMakerName(launch)
  return (
    <aside className="panel grid content-start gap-4 p-6">
      <div className="grid gap-3">
        <h2 className="text-sm text-soft">{launchWords.detailMaker}</h2>
        <div className="flex items-center gap-3">
          <Avatar name={name} url={maker?.avatar_url} size={44} />
          <PersonLink username={maker?.username} className="min-w-0 font-medium wrap-anywhere">
            {name}
          </PersonLink>
        </div>
        {maker ? <FollowButton target={{ kind: 'user', id: maker.user_id, name }} /> : null}
      </div>
      <dl className="grid gap-3 text-sm">
        {place && status !== 'scheduled' ? (
          <Fact title={launchWords.detailRankTitle}>
            {launchWords.detailRank(place.rank, place.total, status === 'live')}
            <br />
            <RankLink item={`list=launches&launch=${launch.id}`} name={toToolName(launch)} />
          </Fact>
        ) : null}
        {result ? (
          <Fact title={launchWords.detailResultTitle}>
            {launchWords.detailResult(
              result.rank,
              result.upvotes_on_day,
              result.upvotes_by_new_accounts,
            )}
          </Fact>
        ) : null}
        {status === 'scheduled' ? <Begin day={launch.launch_date} /> : null}
        {status === 'live' ? <TimeLeft day={launch.launch_date} /> : null}
        {tool ? (
          <Fact title={launchWords.detailReviewsTitle}>
            {tool.rating_average === null ? (
              <Link
                to={`/write-review/${tool.slug}`}
                className="underline decoration-edge underline-offset-4"
              >
                {launchWords.detailNoReviews}
              </Link>
            ) : (
              <Link
                to={`${toToolPath(tool)}#reviews`}
                className="underline decoration-edge underline-offset-4"
              >
                <Rich
                  text={launchWords.detailReviews}
                  parts={{
                    tool: tool.name,
                    hidden,
                    rating: formatOneDecimal(tool.rating_average),
                    reviews: uiWords.ratingReviews(tool.review_count),
                  }}
                />
              </Link>
            )}
          </Fact>
        ) : null}
      </dl>
      <ReminderButton launch={launch} launchIds={[launch.id]} />
      <Button look="secondary" onClick={() => void copyLink()}>
        <Copy aria-hidden size={16} /> {uiWords.copyLink}
      </Button>
      <OfMaker launch={launch} />
    </aside>
  )
}

function OfMaker({ launch }: { launch: DetailedLaunch }) {
  const { user } = useSession()
  if (!user || user.id !== launch.profiles?.user_id) return null
  return (
    <Suspense>
      <OwnLaunchActions launch={launch} />
    </Suspense>
  )
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-soft">{title}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  )
}

/** The start of the launch day for the reader. Only the browser knows the time zone. */
function Begin({ day }: { day: string }) {
  const isHydrated = useHydrated()
  return (
    <Fact title={launchWords.detailBegins}>
      {isHydrated ? formatTime(`${day}T00:00:00Z`) : uiWords.nothing}
    </Fact>
  )
}

/** The time until the launch day ends. Only the browser knows it: the page is cached. */
function TimeLeft({ day }: { day: string }) {
  const [minutes, setMinutes] = useState<number>()
  useEffect(() => {
    const end = Date.parse(day) + DAY_MS
    const update = () => setMinutes(Math.max(0, Math.ceil((end - Date.now()) / MINUTE_MS)))
    update()
    const timer = setInterval(update, MINUTE_MS)
    return () => clearInterval(timer)
  }, [day])
  return (
    <Fact title={launchWords.detailTimeLeftTitle}>
      {minutes === undefined
        ? uiWords.nothing
        : launchWords.detailTimeLeft(Math.floor(minutes / minutesInHour), minutes % minutesInHour)}
    </Fact>
  )
}
