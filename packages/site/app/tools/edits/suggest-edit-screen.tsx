import { Link, useNavigate, useRevalidator } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import { queries, useRead } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { RequireSignIn } from '../../sign-in/member-layout.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/feedback/loading.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { InputField, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import type { Successor } from '../describe-facts.ts'
import { type ToolDetail, toToolPath } from '../tool.ts'
import * as editWords from '../words/edits.ts'
import { describeChanges, readSuccessorNames } from './edit.ts'
import { FactFields, PriceFields, ToolFields } from './edit-fields.tsx'
import { ChangeList } from './edit-inputs.tsx'
import { type SuggestionValues, toChanges, toToolValues, usePresentValues } from './suggestion.ts'

export interface SuggestEditProps {
  tool: ToolDetail
  successor: Successor | null
  categories: readonly string[]
}

/** A member corrects the facts about a tool (spec 4 §1). */
export default function SuggestEditScreen(props: SuggestEditProps) {
  const { tool } = props
  return (
    <RequireSignIn>
      {(user) => (
        <div className="page grid max-w-2xl gap-6 py-8">
          <header>
            <Link to={toToolPath(tool)} className="text-sm text-link hover:underline">
              {editWords.suggestBack(tool.name)}
            </Link>
            <h1 className="display mt-1 text-title wrap-anywhere">
              {editWords.suggestTitle(tool.name)}
            </h1>
            <p className="mt-2 text-soft">{editWords.suggestIntro}</p>
          </header>
          <OwnSuggestions userId={user.id} toolId={tool.id} />
          <SuggestEditForm key={user.id} userId={user.id} {...props} />
        </div>
      )}
    </RequireSignIn>
  )
}

const KEY = 'own suggestions'

export const refreshSuggestions = () => queries.invalidateQueries({ queryKey: [KEY] })

/** The member's open suggestions for a tool. */
function OwnSuggestions({ userId, toolId }: { userId: string; toolId: string }) {
  const { data, isError, refetch } = useRead(
    [KEY, userId, toolId],
    async () => {
      const supabase = await getSupabase()
      const edits = await sendCommand(
        supabase
          .from('tool_edits')
          .select('id, changes')
          .match({ tool_id: toolId, suggested_by: userId, status: 'open' })
          .order('created_at'),
      )
      const names = await readSuccessorNames(supabase, edits)
      return edits.map(({ id, changes }) => ({ id, changes: describeChanges(changes, names) }))
    },
    { staleTime: 0 },
  )
  const [isBusy, run] = useTask()
  if (isError) return <LoadFailure onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  const withdraw = (edit: string) =>
    void run(async () => {
      await callFunction('withdraw_tool_edit', { edit })
      await refreshSuggestions()
      void toastSuccess(editWords.withdrawn)
    })
  return (
    <section aria-labelledby="own-suggestions" className="panel grid gap-4 p-6">
      <h2 id="own-suggestions" className="font-semibold">
        {editWords.ownTitle}
      </h2>
      <ul className="grid gap-4 divide-y divide-line *:not-first:pt-4">
        {data.map(({ id, changes }) => (
          <li key={id} className="grid justify-items-start gap-3">
            <ChangeList changes={changes} />
            <Button look="secondary" disabled={isBusy} onClick={() => withdraw(id)}>
              {editWords.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const NOTE_MAX = 1000

function SuggestEditForm({ userId, tool, ...choices }: SuggestEditProps & { userId: string }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  // They can differ from those that the form opened with.
  const present = toToolValues(tool)
  const { form, panel, opened } = useCommandForm<SuggestionValues, string>({
    saved: { ...present, source_url: '', note: '' },
    draft: `edit ${tool.id}`,
    userId,
    send: async ({ source_url, note, ...wanted }) => {
      const supabase = await getSupabase()
      const edit = await sendCommand(
        supabase.rpc('suggest_tool_edit', {
          tool: tool.id,
          changes: toChanges(present, wanted),
          source_url,
          note,
        }),
      )
      const stored = supabase.from('tool_edits').select('status, as_maker').eq('id', edit)
      const { status, as_maker } = await sendCommand(stored.single())
      if (status === 'accepted') return editWords.sentAtOnce
      return as_maker ? editWords.sentByMaker : editWords.sent
    },
    onSent: async ({ result }) => {
      void refreshSuggestions()
      void toastSuccess(result)
      await navigate(toToolPath(tool))
    },
    onFailure: (failure) => {
      // The fields then show the present values below what the member typed.
      if (failure.code === 'PT409') void revalidate()
      throw failure
    },
  })
  const field = fieldsOf(form)
  usePresentValues(form, present, opened)
  const fields = { form, present, capabilities: tool.capabilities, ...choices }
  return (
    <FormPanel {...panel} className="grid gap-6">
      <Group title={editWords.groupTool}>
        <ToolFields {...fields} />
      </Group>
      <Group title={editWords.groupPrice} hint={editWords.groupPriceHint}>
        <PriceFields {...fields} />
      </Group>
      <Group title={editWords.groupFacts}>
        <FactFields {...fields} toolSlug={tool.slug} />
      </Group>
      <Group title={editWords.groupProof}>
        <InputField
          label={editWords.source}
          {...field('source_url', {
            validate: (text) => text.trim() !== '' || editWords.sourceMissing,
          })}
          hint={editWords.sourceHint}
          type="url"
          required
          placeholder={uiWords.webAddress}
        />
        <TextAreaField
          label={editWords.note}
          {...field('note')}
          hint={editWords.noteHint}
          rows={3}
          maxLength={NOTE_MAX}
        />
      </Group>
      <div className="flex flex-wrap gap-3">
        <SubmitButton sending={uiWords.sending}>{editWords.submit}</SubmitButton>
        <LinkButton to={toToolPath(tool)} look="secondary">
          {uiWords.cancel}
        </LinkButton>
      </div>
    </FormPanel>
  )
}

interface GroupProps {
  title: string
  hint?: string
  children: React.ReactNode
}

const Group = ({ title, hint, children }: GroupProps) => (
  <fieldset className="panel grid gap-5 p-6">
    <legend className="float-left mb-1 font-semibold">{title}</legend>
    {hint ? <p className="text-sm text-soft">{hint}</p> : null}
    {children}
  </fieldset>
)
