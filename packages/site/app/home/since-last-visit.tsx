import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { localStore } from '../data/browser-storage.ts'
import { retryFailedReads, useRead } from '../data/query.ts'
import * as peopleWords from '../people/words.ts'
import { getSupabase, useSession } from '../session/session.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import * as editWords from '../tools/words/edits.ts'
import { Badge } from '../ui/badge.tsx'
import { TextButton } from '../ui/button.tsx'
import { LoadFailure } from '../ui/feedback/loading.tsx'
import { formatDay } from '../ui/format/day.ts'
import { ShortRating } from '../ui/stars.tsx'
import MemberToggle from '../votes/member-toggle.tsx'
import * as homeWords from './words.ts'

type FeedRow = Awaited<ReturnType<typeof readFeed>>[number]

const KINDS: Readonly<Record<string, string>> = {
  review: homeWords.sinceReview,
  reply: homeWords.sinceReply,
  launch: homeWords.sinceLaunch,
  facts: homeWords.sinceFacts,
}

/** A reload or a return within this time continues the visit. */
const PAUSE_MS = 30 * 60_000
const KEY = 'toolmark.visits'

/** @returns when the visit before this one ended, in ms since 1970; 0 at the first one */
function continueVisit(): number {
  const [last = 0, before = 0] = (localStore.getItem(KEY) ?? '').split(' ').map(Number)
  const now = Date.now()
  const previous = now - last > PAUSE_MS ? last : before
  localStore.setItem(KEY, `${now} ${previous}`)
  return previous || 0
}

const isNew = ({ at }: FeedRow, lastVisit: number) => lastVisit > 0 && Date.parse(at) > lastVisit

function describe(rows: readonly FeedRow[], lastVisit: number): string {
  if (rows.length === 0) return homeWords.sinceNone
  if (lastVisit === 0) return homeWords.sinceFirst
  const count = rows.filter((row) => isNew(row, lastVisit)).length
  return count > 0 ? homeWords.sinceCount(count) : homeWords.sinceNothing
}

async function readFeed() {
  return (await (await getSupabase()).rpc('my_feed').throwOnError()).data
}

/** Cards of one height, so that their place can be reserved (landing.tsx). */
const CARD = 'panel relative grid h-36 gap-1 overflow-hidden p-4'

/** What happened around what a member follows; loaded only for members. */
export default function SinceLastVisit() {
  const { user } = useSession()
  const [lastVisit] = useState(continueVisit)
  const [areAllShown, setAllShown] = useState(false)
  const { data: rows, isError } = useRead(['my feed', user?.id], readFeed, {
    enabled: Boolean(user),
  })
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="since-last-visit" className="display text-lg sm:text-title">
          {homeWords.sinceTitle}
        </h2>
        {rows && rows.length > 3 && !areAllShown ? (
          <span className="shrink-0 max-md:hidden">
            <TextButton onClick={() => setAllShown(true)}>
              {homeWords.sinceAll(rows.length)}
            </TextButton>
          </span>
        ) : null}
      </div>
      {/* Two lines of a phone, whatever it says. */}
      <p className="mb-3 h-10 text-sm text-soft sm:h-5">
        {rows ? describe(rows, lastVisit) : null}
      </p>
      {isError ? <LoadFailure onRetry={() => void retryFailedReads()} /> : null}
      {rows?.length === 0 ? <FollowSuggestions card={CARD} /> : null}
      <ul className="rail" {...homeWords.railButtons}>
        {rows?.map((row, index) => (
          <li
            key={row.after_row}
            className={`${CARD} panel-link content-start ${index > 2 && !areAllShown ? 'md:hidden' : ''}`}
          >
            <p className="flex items-center gap-2 text-sm text-soft">
              {KINDS[row.kind]}
              {isNew(row, lastVisit) ? <Badge look="good">{homeWords.sinceNew}</Badge> : null}
              <time dateTime={row.at} className="ml-auto shrink-0">
                {formatDay(row.at)}
              </time>
            </p>
            <h3 className="truncate font-semibold">
              <Link to={row.href} className="after:absolute after:inset-0">
                {row.title}
              </Link>
            </h3>
            <p className="line-clamp-2 wrap-anywhere">
              {row.kind === 'facts' ? describeFields(row.detail) : row.detail}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

const describeFields = (names: string) =>
  names
    .split(', ')
    .map((name) => editWords.FIELDS[name] ?? name)
    .join(', ')

const SUGGESTED = 3
/** The member's newest reviews, whose categories count. */
const REVIEWS_READ = 20

/** The most reviewed tools of the categories that the member reviewed, else of all. */
async function readSuggestions(userId: string) {
  const supabase = await getSupabase()
  const own = await supabase
    .from('reviews')
    .select('tools(category)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(REVIEWS_READ)
    .throwOnError()
  const categories = [...new Set(own.data.map(({ tools }) => tools.category))]
  const tools = supabase
    .from('tools')
    .select('id, name, slug, category, rating_average, review_count')
  const chosen = categories.length > 0 ? tools.in('category', categories) : tools
  const { data } = await chosen
    .order('review_count', { ascending: false })
    .order('id', { ascending: false })
    .limit(SUGGESTED)
    .throwOnError()
  return data
}

/** Shown if nothing the member follows has news. */
function FollowSuggestions({ card }: { card: string }) {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const { data: tools = [] } = useRead(['follow suggestions', userId], () =>
    readSuggestions(userId),
  )
  const ids = tools.map(({ id }) => id)
  return (
    <ul className="rail" {...homeWords.railButtons}>
      {tools.map((tool) => (
        <li key={tool.id} className={card}>
          <div className="flex items-center gap-3">
            <ToolLogo id={tool.id} name={tool.name} size={40} />
            <div className="min-w-0 flex-1">
              <h3 className="truncate font-semibold">
                <Link to={toToolPath(tool)} className="hover:underline">
                  {tool.name}
                </Link>
              </h3>
              <p className="truncate text-sm text-soft">{tool.category}</p>
            </div>
          </div>
          <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3">
            {tool.rating_average === null ? null : (
              <ShortRating rating={tool.rating_average} reviews={tool.review_count} />
            )}
            <MemberToggle
              kind="follow tool"
              loadSource={() =>
                import('../people/follow/follow-votes.ts').then(
                  ({ followVotes }) => followVotes.tool,
                )
              }
              id={tool.id}
              ids={ids}
              name={tool.name}
              labels={[peopleWords.followFollow, peopleWords.followingTool]}
              icons={[Plus, Check]}
              className="ml-auto"
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
