import { Bookmark } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { PersonLink } from '../people/person-link.tsx'
import { toDisplayName } from '../people/profile.ts'
import { callFunction } from '../session/call-function.ts'
import { takePress } from '../session/pending-press.ts'
import { useSession } from '../session/session.ts'
import { isAreaOn } from '../shared/areas.ts'
import { CONTENT_LANGUAGE } from '../shared/languages.ts'
import { COMPARED_MAX } from '../shared/limits.ts'
import { ToolRows } from '../tools/listing/tool-list.tsx'
import { toComparePath } from '../tools/selection.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { useTask } from '../ui/feedback/use-task.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { ReportLink } from '../ui/links.tsx'
import { usePress } from '../votes/use-press.ts'
import type { FullList, List, ListedList } from './read-lists.ts'
import * as listWords from './words.ts'

/** The author, the number of tools and of copies, and who sees the list unless everybody does. */
export function ListFacts({ list, isOwn = false }: { list: List; isOwn?: boolean }) {
  const { profiles: author, visibility, copies, tool_count } = list
  const facts = [
    listWords.tools(tool_count),
    ...(copies > 0 ? [listWords.copies(copies)] : []),
    ...(visibility === 'public' ? [] : [listWords.VISIBILITIES[visibility]]),
  ]
  return (
    <p className="text-sm text-soft">
      {isOwn ? null : (
        <>
          <Rich
            text={listWords.by}
            parts={{
              author: <PersonLink username={author?.username}>{toDisplayName(author)}</PersonLink>,
            }}
          />
          {' · '}
        </>
      )}
      {facts.join(' · ')}
    </p>
  )
}

interface ListCardsProps {
  lists: readonly ListedList[]
  isOwn?: boolean
}

export const ListCards = ({ lists, isOwn = false }: ListCardsProps) => (
  <ul className="grid gap-3 sm:grid-cols-2">
    {lists.map((list) => (
      <li key={list.id} className="grid">
        <article className="panel grid content-start gap-1 p-4">
          <h3 className="font-semibold wrap-anywhere">
            <Link to={`/list/${list.id}`} className="inline-block min-h-6 hover:underline">
              {list.name}
            </Link>
          </h3>
          {list.description ? (
            <p lang={CONTENT_LANGUAGE} dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
              {list.description}
            </p>
          ) : null}
          <ListFacts list={list} isOwn={isOwn} />
          <Logos list={list} />
        </article>
      </li>
    ))}
  </ul>
)

/** Of its first tools. */
const Logos = ({ list: { list_items: items, tool_count } }: { list: ListedList }) => (
  <div aria-hidden className="mt-1 flex items-center gap-1.5 text-sm text-soft">
    {items.map(({ tools: { id, name } }) => (
      <ToolLogo key={id} id={id} name={name} size={28} />
    ))}
    {tool_count > items.length ? listWords.moreTools(tool_count - items.length) : null}
  </div>
)

/** A list as its readers see it. */
export function ListView({ list }: { list: FullList }) {
  const { id, name, description, items } = list
  const compared = items.slice(0, COMPARED_MAX).map(({ tools }) => tools.slug)
  return (
    <article className="page column grid gap-6 py-6">
      <header className="grid gap-2">
        <Link to="/lists" className="inline-flex min-h-6 items-center text-sm text-link">
          {listWords.allLists}
        </Link>
        <h1 className="display text-title hyphens-auto wrap-anywhere">{name}</h1>
        <ListFacts list={list} />
        {description ? (
          <p lang={CONTENT_LANGUAGE} dir="auto" className="whitespace-pre-line wrap-anywhere">
            {description}
          </p>
        ) : null}
        <div className="mt-2 flex flex-wrap gap-3">
          {compared.length > 1 && isAreaOn('compare') ? (
            <LinkButton to={toComparePath(compared)}>{listWords.compareFirst}</LinkButton>
          ) : null}
          <CopyList id={id} ownerId={list.profiles?.user_id} />
        </div>
      </header>
      {items.length === 0 ? (
        <Notice icon={Bookmark} title={listWords.empty} />
      ) : (
        <>
          <h2 className="sr-only">{listWords.order}</h2>
          <ToolRows
            tools={items.map(({ tools }) => tools)}
            toMore={({ id: tool }) =>
              items.find(({ tools }) => tools.id === tool)?.note || undefined
            }
          />
        </>
      )}
      {list.visibility === 'private' ? null : (
        <p>
          <ReportLink type="list" id={id} name={name} />
        </p>
      )}
    </article>
  )
}

/** The owner edits the list; others copy it, and visitors sign in before. */
function CopyList({ id, ownerId }: { id: string; ownerId: string | undefined }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [isBusy, run] = useTask()
  const isOwn = user !== null && user.id === ownerId
  const press = ['copy list', id] as const
  const signIn = () => void navigate(`/auth?next=${encodeURIComponent(`/list/${id}`)}`)
  const visitorPress = usePress(press, signIn)
  const copy = async () => {
    const copied = await callFunction('copy_list', { list: id })
    void toastSuccess(listWords.copied)
    await navigate(`/list/${copied}/edit`)
  }
  const start = () => toastFailure(run(async () => void (await copy())))
  useEffect(() => {
    if (user && !isOwn && takePress(press)) start()
  })
  if (isOwn) {
    return (
      <LinkButton to={`/list/${id}/edit`} look="secondary">
        {listWords.edit}
      </LinkButton>
    )
  }
  return (
    <Button look="secondary" disabled={isBusy} {...(user ? { onClick: start } : visitorPress)}>
      {listWords.copy}
    </Button>
  )
}
