import { SearchX } from 'lucide-react'
import { data, isRouteErrorResponse, useParams } from 'react-router'
import { useRead } from '../data/query.ts'
import { siteContext } from '../data/site.ts'
import { getReader, useSession } from '../session/session.ts'
import { toToolPath } from '../tools/tool.ts'
import { LinkButton } from '../ui/button.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { ErrorFallback, Notice } from '../ui/feedback/notice.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/list-page'
import { ListView } from './list-view.tsx'
import { readList } from './read-lists.ts'
import * as listWords from './words.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const list = await readList(site, params.id)
  if (!list) throw data(null, { status: 404 })
  return { list, siteUrl: site.siteUrl }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) {
    return pageMeta(matches, {
      title: listWords.missing,
      description: listWords.missingText,
      noIndex: true,
    })
  }
  const { list, siteUrl } = loaderData
  return pageMeta(matches, {
    title: list.name,
    description: list.description || listWords.tools(list.tool_count),
    path: `/list/${list.id}`,
    image: `/pictures/share/lists/${list.id}`,
    feed: `/list/${list.id}/tools`,
    noIndex: list.visibility !== 'public',
    jsonLd: () => ({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: list.name,
      itemListElement: list.items.map(({ tools }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: tools.name,
        url: siteUrl + toToolPath(tools),
      })),
    }),
  })
}

export default function ListPage({ loaderData: { list } }: Route.ComponentProps) {
  return <ListView list={list} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { user } = useSession()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorFallback />
  return user ? <OwnList userId={user.id} /> : <MissingList />
}

/** Pages are rendered for visitors: the browser of its owner reads a private list again. */
function OwnList({ userId }: { userId: string }) {
  const { id = '' } = useParams()
  const { data: list, isError } = useRead(['list', id, userId], async () =>
    readList(await getReader(), id),
  )
  if (isError) return <SectionFailure />
  if (list === undefined) return <Loading className="panel page my-6 min-h-96 p-6" />
  return list ? <ListView list={list} /> : <MissingList />
}

const MissingList = () => (
  <Notice isPage icon={SearchX} title={listWords.missing} text={listWords.missingText}>
    <LinkButton to="/lists">{listWords.allLists}</LinkButton>
  </Notice>
)
