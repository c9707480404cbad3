import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { queries } from '../data/query.ts'
import { readSection, siteContext } from '../data/site.ts'
import { readSavedTools, removeSavedTool } from '../session/saved-tools.ts'
import { getReader, useSession } from '../session/session.ts'
import { readTool } from '../tools/read-tool.ts'
import { COMPARED_MAX, toComparePath } from '../tools/selection.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/lists'
import { ListFacts } from './list-view.tsx'
import { type List, readOwnLists, readPublicLists } from './read-lists.ts'
import { SavePanel } from './save-panel.tsx'
import * as listWords from './words.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const slug = new URL(request.url).searchParams.get('add') ?? ''
  const [lists, tool] = await Promise.all([
    readSection(site, readPublicLists(site)),
    /^[a-z0-9-]{1,120}$/.test(slug) ? readTool(site, slug) : null,
  ])
  return { lists, tool: tool ? { id: tool.id, name: tool.name, slug: tool.slug } : null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: listWords.title,
    description: listWords.description,
    path: '/lists',
  })

export default function Lists({ loaderData: { lists, tool } }: Route.ComponentProps) {
  return (
    <div className="page grid max-w-3xl gap-8 py-8">
      <header>
        <h1 className="display text-title">{listWords.title}</h1>
        <p className="mt-1 text-soft">{listWords.intro}</p>
      </header>
      {tool ? <SavePanel key={tool.slug} tool={tool} /> : null}
      <OwnLists />
      <section aria-labelledby="public-lists" className="grid gap-3">
        <h2 id="public-lists" className="display text-section">
          {listWords.publicTitle}
        </h2>
        {lists === undefined ? (
          <SectionFailure />
        ) : lists.length === 0 ? (
          <p className="text-soft">{listWords.publicNone}</p>
        ) : (
          <ListCards lists={lists} />
        )}
      </section>
    </div>
  )
}

const ListCards = ({ lists }: { lists: readonly List[] }) => (
  <ul className="grid gap-3 sm:grid-cols-2">
    {lists.map((list) => (
      <li key={list.id} className="panel grid content-start gap-1 p-4">
        <h3 className="font-semibold wrap-anywhere">
          <Link to={`/list/${list.id}`} className="inline-block min-h-6 hover:underline">
            {list.name}
          </Link>
        </h3>
        {list.description ? (
          <p className="line-clamp-2 text-sm wrap-anywhere">{list.description}</p>
        ) : null}
        <ListFacts list={list} />
      </li>
    ))}
  </ul>
)

/** The lists of a member, or what a visitor saved in this browser. Only the browser knows either. */
function OwnLists() {
  const { loading, user } = useSession()
  if (loading) return null
  return user ? <MemberLists userId={user.id} /> : <LocalList />
}

function MemberLists({ userId }: { userId: string }) {
  const { data: lists, isError } = useQuery(
    {
      queryKey: ['own lists', userId],
      queryFn: async () => readOwnLists(await getReader(), userId),
    },
    queries,
  )
  if (isError) return <SectionFailure />
  if (!lists) return null
  return (
    <section aria-labelledby="own-lists" className="grid gap-3">
      <h2 id="own-lists" className="display text-section">
        {listWords.ownTitle}
      </h2>
      {lists.length === 0 ? (
        <p className="text-soft">{listWords.ownNone}</p>
      ) : (
        <ListCards lists={lists} />
      )}
    </section>
  )
}

function LocalList() {
  const [slugs, setSlugs] = useState<string[]>([])
  useEffect(() => setSlugs(readSavedTools()), [])
  const { data: tools = [] } = useQuery(
    {
      queryKey: ['saved tools', ...slugs],
      queryFn: async () => {
        const { supabase } = await getReader()
        const query = supabase.from('tools').select('id, name, slug').in('slug', slugs)
        return (await query.throwOnError()).data
      },
      enabled: slugs.length > 0,
    },
    queries,
  )
  const shown = slugs.flatMap((slug) => tools.find((tool) => tool.slug === slug) ?? [])
  return (
    <section aria-labelledby="saved-tools" className="panel grid gap-3 p-5">
      <h2 id="saved-tools" className="display text-section">
        {listWords.localTitle}
      </h2>
      {slugs.length === 0 ? <p className="text-soft">{listWords.localNone}</p> : null}
      <ul className="divide-y divide-line">
        {shown.map((tool) => (
          <li key={tool.id} className="flex items-center gap-3 py-2">
            <ToolLogo id={tool.id} name={tool.name} size={32} />
            <Link
              to={toToolPath(tool)}
              className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline"
            >
              {tool.name}
            </Link>
            <Button
              look="quiet"
              aria-label={listWords.remove(tool.name)}
              onClick={() => {
                removeSavedTool(tool.slug)
                setSlugs(readSavedTools())
              }}
            >
              {listWords.removeShort}
            </Button>
          </li>
        ))}
      </ul>
      {slugs.length > 0 ? (
        <>
          <p className="text-sm text-soft">{listWords.localText}</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/auth?next=/lists">{listWords.signIn}</LinkButton>
            {shown.length > 1 ? (
              <LinkButton look="secondary" to={toComparePath(slugs.slice(0, COMPARED_MAX))}>
                {listWords.compareFirst}
              </LinkButton>
            ) : null}
          </div>
        </>
      ) : null}
    </section>
  )
}
