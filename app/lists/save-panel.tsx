import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { requireUserId, sendCommand } from '../data/command.ts'
import { queries } from '../data/query.ts'
import { useCommandForm } from '../session/forms/use-command-form.tsx'
import { saveTool } from '../session/saved-tools.ts'
import { getReader, getSupabase, useSession } from '../session/session.ts'
import type { CardTool } from '../tools/tool.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { toastFailure, toastSuccess } from '../ui/feedback/toast.ts'
import { Field, Input, Select } from '../ui/forms/field.tsx'
import { FormPanel } from '../ui/forms/form-panel.tsx'
import { type List, readOwnLists } from './read-lists.ts'
import * as listWords from './words.ts'

type SavedTool = Pick<CardTool, 'id' | 'name' | 'slug'>

/** Saves a tool: in a list of the member, or in the browser of a visitor. */
export function SavePanel({ tool }: { tool: SavedTool }) {
  const { loading, user } = useSession()
  const { data: lists } = useQuery(
    {
      queryKey: ['own lists', user?.id],
      queryFn: async () => readOwnLists(await getReader(), user?.id ?? ''),
      enabled: Boolean(user),
    },
    queries,
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
const schema = z
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
    schema,
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
  const { register, watch, formState } = form
  const options = [
    ...lists.map(({ id, name }) => [id, name] as const),
    [NEW, listWords.saveNew] as const,
  ]
  return (
    <FormPanel {...panel} title={listWords.saveTitle(tool.name)}>
      <Field label={listWords.saveIn}>
        {(control) => <Select {...control} {...register('list')} options={options} />}
      </Field>
      {watch('list') === NEW ? (
        <Field label={listWords.saveName} error={formState.errors.name?.message}>
          {(control) => <Input {...control} {...register('name')} maxLength={80} />}
        </Field>
      ) : null}
      <div>
        <SubmitButton disabled={formState.isSubmitting}>{listWords.saveSubmit}</SubmitButton>
      </div>
    </FormPanel>
  )
}
