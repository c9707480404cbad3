import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { requireUserId, sendCommand } from '../data/command.ts'
import { queries, useRead } from '../data/query.ts'
import { fieldsOf, useCommandForm } from '../session/forms/use-command-form.tsx'
import { rememberPress } from '../session/pending-press.ts'
import { saveTool } from '../session/saved-tools.ts'
import { getReader, getSupabase, useSession } from '../session/session.ts'
import type { CardTool } from '../tools/tool.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/feedback/loading.tsx'
import { InputField, SelectField } from '../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../ui/forms/form-panel.tsx'
import { type List, readOwnLists } from './read-lists.ts'
import * as listWords from './words.ts'

export type SavedTool = Pick<CardTool, 'id' | 'name' | 'slug'>

interface SaveToolProps {
  tool: SavedTool
  /** @param list null if the browser keeps the tool */
  onSaved: (list: string | null) => unknown
  /** Beside the button that saves. */
  children?: React.ReactNode
}

/** Saves a tool: in a list of the member, or in the browser of a visitor. */
export function SaveTool({ tool, onSaved, children }: SaveToolProps) {
  const { loading, user } = useSession()
  const wasMember = useRef(false)
  // The session has ended: the dialog opens again after the sign-in.
  useEffect(() => {
    if (wasMember.current && !user) rememberPress(['save', tool.id])
    wasMember.current = user !== null
  }, [user, tool.id])
  const {
    data: lists,
    isError,
    refetch,
  } = useRead(
    ['own lists', user?.id],
    async () => readOwnLists(await getReader(), user?.id ?? ''),
    { enabled: Boolean(user) },
  )
  if (user && lists)
    return (
      <SaveForm userId={user.id} tool={tool} lists={lists} onSaved={onSaved}>
        {children}
      </SaveForm>
    )
  const saveHere = () => {
    saveTool(tool.slug)
    onSaved(null)
  }
  return (
    <>
      {user ? null : <p className="text-soft">{listWords.saveLocalText}</p>}
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : null}
      <div className="answers">
        {children}
        {user ? null : (
          <Button disabled={loading} onClick={saveHere}>
            {listWords.saveLocal}
          </Button>
        )}
      </div>
    </>
  )
}

const NEW = ''
const saveSchema = z
  .object({ list: z.string(), name: z.string().trim().max(80) })
  .refine(({ list, name }) => list !== NEW || name.length > 0, {
    path: ['name'],
    message: listWords.nameRequired,
  })

interface SaveFormProps extends SaveToolProps {
  userId: string
  lists: readonly List[]
}

function SaveForm({ userId, tool, lists, onSaved, children }: SaveFormProps) {
  const { form, panel } = useCommandForm({
    schema: saveSchema,
    empty: { list: lists[0]?.id ?? NEW, name: '' },
    draft: `save.${tool.id}`,
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
      await onSaved(id)
      void queries.invalidateQueries({ queryKey: ['own lists', userId] })
    },
  })
  const field = fieldsOf(form)
  const { watch } = form
  const options = [
    ...lists.map(({ id, name }) => [id, name] as const),
    [NEW, listWords.newList] as const,
  ]
  return (
    <FormPanel {...panel} className="grid gap-4">
      <SelectField label={listWords.saveIn} {...field('list')} options={options} />
      {watch('list') === NEW ? (
        <InputField label={listWords.saveName} {...field('name')} maxLength={80} />
      ) : null}
      <div className="answers">
        {children}
        <SubmitButton>{listWords.saveSubmit}</SubmitButton>
      </div>
    </FormPanel>
  )
}
