import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { queries } from '../data/query.ts'
import * as peopleWords from '../people/words.ts'
import { getSupabase, useSession } from '../session/session.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { ShortRating } from '../ui/stars.tsx'
import MemberToggle from '../votes/member-toggle.tsx'
import * as homeWords from './words.ts'

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

/** For a member to whom nothing that is followed has news. */
export function FollowSuggestions({ card }: { card: string }) {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const { data: tools = [] } = useQuery(
    { queryKey: ['follow suggestions', userId], queryFn: () => readSuggestions(userId) },
    queries,
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
