import { useNavigate } from 'react-router'
import { z } from 'zod'
import { requireUserId, sendCommand } from '../data/command.ts'
import { useRead } from '../data/query.ts'
import { readSection, siteContext } from '../data/site.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { saveTool } from '../session/saved-tools.ts'
import { getReader, getSupabase, useSession } from '../session/session.ts'
import { readCursor, readText } from '../shared/parameters.ts'
import { readTool } from '../tools/read-tool.ts'
import type { CardTool } from '../tools/tool.ts'
import { Button } from '../ui/button.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { InputField, SelectField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import { pageMeta } from '../ui/page-meta.ts'
import { ShowMore, useLoadMore } from '../ui/show-more.tsx'
import type { Route } from './+types/lists'
import { ListCards } from './list-view.tsx'
import { OwnLists } from './own-lists.tsx'
import { type List, type ListPage, readOwnLists, readPublicLists } from './read-lists.ts'
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

type SavedTool = Pick<CardTool, 'id' | 'name' | 'slug'>

/** Saves a tool: in a list of the member, or in the browser of a visitor. */
function SavePanel({ tool }: { tool: SavedTool }) {
  const { loading, user } = useSession()
  const { data: lists } = useRead(
    ['own lists', user?.id],
    async () => readOwnLists(await getReader(), user?.id ?? ''),
    { enabled: Boolean(user) },
  )
  if (user)
    return lists ? <SaveForm userId={user.id} tool={tool} lists={lists} /> : <Frame tool={tool} />
  return (
    <Frame tool={tool}>
      <Button disabled={loading} onClick={() => toastFailure(saveHere(tool))}>
        {listWords.saveLocal}
      </Button>
    </Frame>
  )
}

async function saveHere({ name, slug }: SavedTool): Promise<void> {
  saveTool(slug)
  await toastSuccess(listWords.saved(name))
  // The list below the button reads the browser's storage once.
  location.assign('/lists')
}

const Frame = ({ tool, children }: { tool: SavedTool; children?: React.ReactNode }) => (
  <section className="panel grid min-h-34 content-start justify-items-start gap-4 p-6">
    <h2 className="display text-2xl wrap-anywhere">{listWords.saveTitle(tool.name)}</h2>
    {children}
  </section>
)

const NEW = ''
const saveSchema = z
  .object({ list: z.string(), name: z.string().trim().max(80) })
  .refine(({ list, name }) => list !== NEW || name.length > 0, {
    path: ['name'],
    message: listWords.nameRequired,
  })

interface SaveFormProps {
  userId: string
  tool: SavedTool
  lists: readonly List[]
}

function SaveForm({ userId, tool, lists }: SaveFormProps) {
  const navigate = useNavigate()
  const { form, panel } = useCommandForm({
    schema: saveSchema,
    empty: { list: lists[0]?.id ?? NEW, name: '' },
    userId,
    send: async ({ list, name }) => {
      const supabase = await getSupabase()
      const user_id = await requireUserId(supabase)
      const created =
        list === NEW
          ? await sendCommand(
              supabase.from('lists').insert({ user_id, name }).select('id').single(),
            )
          : { id: list }
      const item = { list_id: created.id, tool_id: tool.id }
      // A tool that is in the list already stays where it is.
      await sendCommand(
        supabase.from('list_items').upsert(item, { ignoreDuplicates: true }).select('tool_id'),
      )
      return created.id
    },
    onSent: async ({ result: id }) => {
      void toastSuccess(listWords.saved(tool.name))
      await navigate(`/list/${id}/edit`)
    },
  })
  const field = fieldsOf(form)
  const { watch } = form
  const options = [
    ...lists.map(({ id, name }) => [id, name] as const),
    [NEW, listWords.saveNew] as const,
  ]
  return (
    <FormPanel {...panel} title={listWords.saveTitle(tool.name)}>
      <SelectField label={listWords.saveIn} {...field('list')} options={options} />
      {watch('list') === NEW ? (
        <InputField label={listWords.saveName} {...field('name')} maxLength={80} />
      ) : null}
      <div>
        <SubmitButton>{listWords.saveSubmit}</SubmitButton>
      </div>
    </FormPanel>
  )
}
