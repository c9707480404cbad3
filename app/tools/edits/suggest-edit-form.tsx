import { useNavigate, useRevalidator } from 'react-router'
import { sendCommand } from '../../data/command.ts'
import { useCommandForm } from '../../session/forms/use-command-form.tsx'
import { getSupabase } from '../../session/session.ts'
import { LinkButton, SubmitButton } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { Field, Input, TextArea } from '../../ui/forms/field.tsx'
import { FormPanel } from '../../ui/forms/form-panel.tsx'
import * as uiWords from '../../ui/words.ts'
import { toToolPath } from '../tool.ts'
import * as editWords from '../words/edits.ts'
import { FactFields, PriceFields, ToolFields } from './edit-fields.tsx'
import { refreshSuggestions } from './own-suggestions.tsx'
import type { SuggestEditProps } from './suggest-edit-screen.tsx'
import { type SuggestionValues, toChanges, toToolValues, usePresentValues } from './suggestion.ts'

const NOTE_MAX = 1000

export function SuggestEditForm({
  userId,
  tool,
  ...choices
}: SuggestEditProps & { userId: string }) {
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
  const { register, formState } = form
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
        <Field
          label={editWords.source}
          hint={editWords.sourceHint}
          error={formState.errors.source_url?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...register('source_url', {
                validate: (text) => text.trim() !== '' || editWords.sourceMissing,
              })}
              type="url"
              required
              placeholder={uiWords.webAddress}
            />
          )}
        </Field>
        <Field label={editWords.note} hint={editWords.noteHint}>
          {(control) => (
            <TextArea {...control} {...register('note')} rows={3} maxLength={NOTE_MAX} />
          )}
        </Field>
      </Group>
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={formState.isSubmitting}>
          {formState.isSubmitting ? editWords.submitting : editWords.submit}
        </SubmitButton>
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
