import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { Reader } from '../../data/cache-tags.ts'
import { useRead } from '../../data/query.ts'
import { siteContext } from '../../data/site.ts'
import { getReader, getSupabase, useSession } from '../../session/session.ts'
import { useAsViewer } from '../../session/use-as-viewer.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { toDisplayName } from '../profile.ts'
import { ProfileNotShown, requireProfile } from '../require-profile.tsx'
import * as peopleWords from '../words.ts'
import type { Route } from './+types/follow-list'

interface Person {
  user_id: string
  username: string
  first_name: string | null
  last_name: string | null
  avatar_url: string | null
}

interface FollowedCompany {
  id: string
  name: string
  logo_url: string | null
}

/** The maximum length of a list; the profile shows the total. */
const FOLLOWS_MAX = 100

const PERSON = 'user_id, username, first_name, last_name, avatar_url'

/** Reads the followers of a person, latest first. Only the two of them see a private follower. */
async function readFollowers({ supabase, tag }: Reader, userId: string): Promise<Person[]> {
  tag(`user:${userId}`, 'profiles')
  const { data } = await supabase
    .from('user_follows')
    .select(`profiles!user_follows_follower_id_fkey(${PERSON})`)
    .eq('following_id', userId)
    .order('created_at', { ascending: false })
    .order('follower_id')
    .limit(FOLLOWS_MAX)
    .throwOnError()
  return data.flatMap(({ profiles }) => (profiles as Person | null) ?? [])
}

async function readFollowing({ supabase, tag }: Reader, userId: string): Promise<Person[]> {
  tag(`user:${userId}`, 'profiles')
  const { data } = await supabase
    .from('user_follows')
    .select(`profiles!user_follows_following_id_fkey(${PERSON})`)
    .eq('follower_id', userId)
    .order('created_at', { ascending: false })
    .order('following_id')
    .limit(FOLLOWS_MAX)
    .throwOnError()
  return data.flatMap(({ profiles }) => (profiles as Person | null) ?? [])
}

async function readFollowedCompanies(
  { supabase, tag }: Reader,
  userId: string,
): Promise<FollowedCompany[]> {
  tag(`user:${userId}`, 'profiles', 'companies')
  const { data } = await supabase
    .from('company_follows')
    .select('companies(id, name, logo_url)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('company_id')
    .limit(FOLLOWS_MAX)
    .throwOnError()
  return data.flatMap(({ companies }) => companies ?? [])
}

async function readFollowedTools() {
  const { data } = await (await getSupabase())
    .from('tool_follows')
    .select('tools(name, slug)')
    .order('created_at', { ascending: false })
    .order('tool_id')
    .limit(FOLLOWS_MAX)
    .throwOnError()
  return data.map(({ tools }) => tools)
}

/** The route serves /user/{username}/followers and /user/{username}/following. */
const isFollowersPath = (pathname: string) => pathname.endsWith('/followers')

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const profile = await requireProfile(site, params.username)
  const isFollowers = isFollowersPath(new URL(request.url).pathname.replace(/\.data$/, ''))
  const [people, companies] = await Promise.all([
    (isFollowers ? readFollowers : readFollowing)(site, profile.user_id),
    isFollowers ? [] : readFollowedCompanies(site, profile.user_id),
  ])
  return { profile, people, companies, isFollowers }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData)
    return pageMeta(matches, {
      title: peopleWords.missingTitle,
      description: peopleWords.missingNotThere,
      noIndex: true,
    })
  return pageMeta(matches, {
    title: loaderData.isFollowers ? peopleWords.followers : peopleWords.following,
    description: peopleWords.description,
    noIndex: true,
  })
}

export default function FollowList({ loaderData }: Route.ComponentProps) {
  const { profile, isFollowers } = loaderData
  const title = isFollowers ? peopleWords.followers : peopleWords.following
  const people = useAsViewer([title, profile.user_id], loaderData.people, async () =>
    (isFollowers ? readFollowers : readFollowing)(await getReader(), profile.user_id),
  )
  const companies = useAsViewer(
    [title, 'companies', profile.user_id],
    loaderData.companies,
    async () => (isFollowers ? [] : readFollowedCompanies(await getReader(), profile.user_id)),
  )
  return (
    <div className="page column py-6">
      <Link
        to={`/user/${profile.username}`}
        className="inline-flex min-h-6 items-center gap-1.5 text-sm text-link wrap-anywhere hover:underline"
      >
        <ArrowLeft aria-hidden size={16} /> {toDisplayName(profile)}
      </Link>
      <h1 className="display mt-2 mb-6 text-title">{title}</h1>
      {people.length + companies.length === 0 ? (
        <p role="status" className="panel p-6 text-soft">
          {isFollowers ? peopleWords.noFollowers : peopleWords.noFollowing}
        </p>
      ) : null}
      <ul className="grid gap-3">
        {people.map((person) => (
          <PersonRow key={person.user_id} person={person} />
        ))}
      </ul>
      <FollowedRows
        title={peopleWords.companies}
        rows={companies.map(({ id, name, logo_url }) => ({
          path: `/company/${id}`,
          name,
          url: logo_url,
        }))}
      />
      {isFollowers ? null : <OwnTools userId={profile.user_id} />}
    </div>
  )
}

export const ErrorBoundary = ProfileNotShown

interface FollowedRow {
  path: string
  name: string
  url?: string | null
}

interface FollowedRowsProps {
  title: string
  rows: readonly FollowedRow[]
  /** Below the title. */
  children?: React.ReactNode
}

function FollowedRows({ title, rows, children }: FollowedRowsProps) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="display mt-6 mb-3 text-lg">{title}</h2>
      {children}
      <ul className="grid gap-3">
        {rows.map(({ path, name, url }) => (
          <li key={path} className="panel relative flex items-center gap-3 p-4">
            <Avatar name={name} url={url} isSquare />
            <Link to={path} className="font-medium wrap-anywhere after:absolute after:inset-0">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The tools that the member follows; row security hides those of other members. */
function OwnTools({ userId }: { userId: string }) {
  const { user } = useSession()
  const { data: tools = [] } = useRead(['followed tools', userId], readFollowedTools, {
    enabled: user?.id === userId,
  })
  return (
    <FollowedRows
      title={peopleWords.tools}
      rows={tools.map(({ name, slug }) => ({ path: `/tool/${slug}`, name }))}
    >
      <p className="mb-3 text-sm text-soft">{peopleWords.toolsOwn}</p>
    </FollowedRows>
  )
}

function PersonRow({ person }: { person: Person }) {
  const name = toDisplayName(person)
  return (
    <li className="panel relative flex items-center gap-3 p-4">
      <Avatar name={name} url={person.avatar_url} />
      <span className="min-w-0">
        <Link
          to={`/user/${person.username}`}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="block truncate text-sm text-soft">
          {peopleWords.handle(person.username)}
        </span>
      </span>
    </li>
  )
}
