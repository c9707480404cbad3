import { useNavigate } from 'react-router'
import { useHasRead } from '../data/query.ts'
import { readSection, siteContext } from '../data/site.ts'
import { getReader, useSession } from '../session/session.ts'
import { readCursor, readText } from '../shared/parameters.ts'
import { readTool } from '../tools/read-tool.ts'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { ShowMore, useLoadMore } from '../ui/show-more.tsx'
import type { Route } from './+types/lists'
import { ListCards } from './list-view.tsx'
import { OwnLists } from './own-lists.tsx'
import { type ListPage, readPublicLists } from './read-lists.ts'
import { type SavedTool, SaveTool } from './save-tool.tsx'
import * as listWords from './words.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const parameters = new URL(request.url).searchParams
  const [slug, after] = [readText(parameters, 'add', 200).toLowerCase(), readCursor(parameters)]
  const [lists, tool] = await Promise.all([
    readSection(site, readPublicLists(site, after)),
    /^[a-z0-9-]{1,120}$/.test(slug) ? readTool(site, slug) : null,
  ])
  return { lists, after, tool: tool ? { id: tool.id, name: tool.name, slug: tool.slug } : null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: listWords.title,
    description: listWords.description,
    path: '/lists',
  })

export default function Lists({ loaderData: { lists, after, tool } }: Route.ComponentProps) {
  const { loading } = useSession()
  const hasRead = useHasRead(!loading)
  return (
    <div className="page column grid content-start gap-6 py-6 in-data-[session]:min-h-dvh">
      <header>
        <h1 className="display text-title">{listWords.title}</h1>
        <p className="mt-1 text-soft">{listWords.intro}</p>
      </header>
      {tool ? <SavePanel key={tool.slug} tool={tool} /> : null}
      <OwnLists />
      {/* A member's lists come first. */}
      <section
        aria-labelledby="public-lists"
        className={`grid gap-3 ${hasRead ? '' : 'in-data-[session]:hidden'}`}
      >
        <h2 id="public-lists" className="display text-lg">
          {listWords.publicTitle}
        </h2>
        {lists === undefined ? (
          <SectionFailure />
        ) : lists.lists.length === 0 ? (
          <p className="text-soft">{listWords.publicNone}</p>
        ) : (
          <PublicLists key={after} first={lists} />
        )}
      </section>
    </div>
  )
}

function PublicLists({ first }: { first: ListPage }) {
  const list = useLoadMore(first, async (after) => readPublicLists(await getReader(), after))
  return (
    <div>
      <ListCards lists={list.pages.flatMap(({ lists }) => lists)} />
      <ShowMore {...list} />
    </div>
  )
}

/** Without script "Save" on the page of a tool leads here (spec 7 §3). */
function SavePanel({ tool }: { tool: SavedTool }) {
  const navigate = useNavigate()
  const show = async (list: string | null) => {
    void toastSuccess(listWords.saved(tool.name))
    if (list) await navigate(`/list/${list}/edit`)
    // The list below the button reads the browser's storage once.
    else location.assign('/lists')
  }
  return (
    <section className="panel grid min-h-34 content-start gap-4 p-6">
      <h2 className="display text-lg wrap-anywhere">{listWords.saveTitle(tool.name)}</h2>
      <SaveTool tool={tool} onSaved={show} />
    </section>
  )
}
