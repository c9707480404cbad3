import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { sendCommand } from '../data/command.ts'
import { readPresentSlugs } from '../data/present-slugs.ts'
import { useRead } from '../data/query.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { readSavedTools, removeSavedTool } from '../session/saved-tools.ts'
import { getReader, getSupabase, useSession } from '../session/session.ts'
import { isAreaOn } from '../shared/areas.ts'
import { COMPARED_MAX } from '../shared/limits.ts'
import { toComparePath } from '../tools/selection.ts'
import { toToolPath } from '../tools/tool.ts'
import { ToolLogo } from '../tools/tool-logo.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { SectionFailure } from '../ui/feedback/section-failure.tsx'
import { InputField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import * as uiWords from '../ui/words.ts'
import { ListCards } from './list-view.tsx'
import { type ListedList, readOwnLists } from './read-lists.ts'
import * as listWords from './words.ts'

/** The lists of a member, or what a visitor saved in this browser. Only the browser knows either. */
export function OwnLists() {
  const { user } = useSession()
  return user ? <MemberLists userId={user.id} /> : <LocalList />
}

function MemberLists({ userId }: { userId: string }) {
  const [isAdding, setAdding] = useState(false)
  const { data: lists, isError } = useRead(['own lists', userId], async () =>
    readOwnLists(await getReader(), userId),
  )
  if (!lists && !isError) return null
  return (
    <section aria-labelledby="own-lists" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="own-lists" className="display text-lg">
          {listWords.ownTitle}
        </h2>
        {isAdding || !lists ? null : (
          <Button look="secondary" onClick={() => setAdding(true)}>
            {listWords.newList}
          </Button>
        )}
      </div>
      {isAdding ? <NewList userId={userId} /> : null}
      {lists ? <Cards lists={lists} /> : <SectionFailure />}
    </section>
  )
}

const Cards = ({ lists }: { lists: readonly ListedList[] }) =>
  lists.length === 0 ? (
    <p className="text-soft">{listWords.ownNone}</p>
  ) : (
    <ListCards lists={lists} isOwn />
  )

const schema = z.object({ name: z.string().trim().min(1, listWords.nameRequired).max(80) })

function NewList({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const { form, panel } = useCommandForm({
    schema,
    empty: { name: '' },
    userId,
    send: async ({ name }) =>
      sendCommand(
        (await getSupabase()).from('lists').insert({ user_id: userId, name }).select('id').single(),
      ),
    onSent: async ({ result: { id } }) => void (await navigate(`/list/${id}/edit`)),
  })
  const field = fieldsOf(form)
  return (
    <FormPanel {...panel}>
      <InputField label={listWords.saveName} {...field('name')} maxLength={80} autoFocus />
      <div>
        <SubmitButton>{listWords.create}</SubmitButton>
      </div>
    </FormPanel>
  )
}

function LocalList() {
  const [slugs, setSlugs] = useState<string[]>([])
  useEffect(() => setSlugs(readSavedTools()), [])
  const { data: tools = [] } = useRead(
    ['saved tools', ...slugs],
    async () => {
      const { supabase } = await getReader()
      const present = await readPresentSlugs({ supabase }, slugs)
      const query = supabase.from('tools').select('id, name, slug').in('slug', present)
      return (await query.throwOnError()).data
    },
    { enabled: slugs.length > 0 },
  )
  const shown = slugs.flatMap((slug) => tools.find((tool) => tool.slug === slug) ?? [])
  return (
    <section
      aria-labelledby="saved-tools"
      className="panel grid gap-3 p-4 in-data-[session]:hidden"
    >
      <h2 id="saved-tools" className="display text-lg">
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
              aria-label={uiWords.removeNamed(tool.name)}
              onClick={() => {
                removeSavedTool(tool.slug)
                setSlugs(readSavedTools())
              }}
            >
              {uiWords.remove}
            </Button>
          </li>
        ))}
      </ul>
      {slugs.length > 0 ? (
        <>
          <p className="text-sm text-soft">{listWords.localText}</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/auth?next=/lists">{listWords.signIn}</LinkButton>
            {shown.length > 1 && isAreaOn('compare') ? (
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
