import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { queries } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { readDraft } from '../../session/forms/draft.ts'
import { fieldsOf, useDraft } from '../../session/forms/use-command-form.tsx'
import type { ToolSummary } from '../../tools/tool.ts'
import { useShownTask } from '../../ui/feedback/use-task.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-button.tsx'
import { FormError, TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshCases } from '../case.ts'
import { ExplanationHint, explanationSchema } from '../decide/decision-fields.tsx'
import { StaffLoading } from '../staff/staff-page.tsx'
import { useStaffRead } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import { toCasePath } from '../words/reasons.ts'

const schema = z.object({ explanation: explanationSchema })

const EMPTY = { explanation: '' }

interface MergeFormProps {
  source: ToolSummary
  target: ToolSummary
  userId: string
}

/** What a merge does, and the form that does it. */
export function MergeForm({ source, target, userId }: MergeFormProps) {
  const draft = `merge.${source.id}.${target.id}`
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { isBusy, failure, clearFailure, run } = useShownTask()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: readDraft(draft, userId, EMPTY) ?? EMPTY,
  })
  const field = fieldsOf(form)
  const { handleSubmit, getValues, watch } = form
  const removeDraft = useDraft(form, draft, userId)
  const ask = handleSubmit(() => {
    if (isBusy) return
    clearFailure()
    setOpen(true)
  })
  const merge = () =>
    void run(async () => {
      const explanation = getValues('explanation').trim()
      const call = { source: source.id, target: target.id, explanation }
      const decision = await callFunction('merge_tools', call)
      removeDraft()
      await queries.invalidateQueries({ queryKey: ['tool to merge'] })
      // The case of the merged tool, where the merge can be undone.
      await navigate(toCasePath('tool', source.id), {
        state: { decided: { kind: 'decision', decision } },
      })
      await refreshCases()
    })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <MergePreview source={source} target={target} />
      <FormPanel onSubmit={ask}>
        <TextAreaField
          label={caseWords.explanation}
          {...field('explanation')}
          hint={
            <ExplanationHint hint={caseWords.mergeExplanationHint} text={watch('explanation')} />
          }
          rows={5}
          required
        />
        <FormError message={failure} />
        <div>
          <SubmitButton disabled={isBusy}>
            {isBusy ? uiWords.saving : caseWords.mergeSend}
          </SubmitButton>
        </div>
        <ConfirmDialog
          isOpen={isOpen}
          onOpenChange={setOpen}
          title={caseWords.confirmTitle(source.name, target.name)}
          text={caseWords.confirmText}
          confirmLabel={caseWords.mergeSend}
          onConfirm={merge}
        />
      </FormPanel>
    </div>
  )
}

/** What moves and what collides. */
function MergePreview({ source, target }: { source: ToolSummary; target: ToolSummary }) {
  const preview = useStaffRead(['merge preview', source.id, target.id], async () => {
    const call = { source: source.id, target: target.id }
    return await callFunction('merge_preview', call)
  })
  const { data } = preview
  if (!data) return <StaffLoading of={preview} rows={3} />
  const { duplicates } = data
  return (
    <div className="grid gap-6">
      <Section id="moves" title={caseWords.movesTitle} className="panel grid gap-2 p-4">
        <ul className="grid gap-1">
          <li>{caseWords.moves.reviews(data.reviews)}</li>
          <li>{caseWords.moves.launches(data.launches)}</li>
          <li>{caseWords.moves.edits(data.edits)}</li>
          <li>{caseWords.moves.addresses(data.addresses)}</li>
          {data.makers?.map(({ company, of, claim }) => (
            <li key={of} className="font-medium wrap-anywhere">
              {caseWords.mergeMakers[claim](company, of === 'source' ? source.name : target.name)}
            </li>
          ))}
        </ul>
      </Section>
      <Section id="collides" title={caseWords.collidesTitle} className="panel grid gap-3 p-4">
        {duplicates.length === 0 ? (
          <p className="text-soft">{caseWords.collidesNone}</p>
        ) : (
          <>
            <p>{caseWords.collides(duplicates.length)}</p>
            <ul className="divide-y divide-line text-sm">
              {duplicates.map(({ username, removed, source_rating, target_rating }) => {
                const reviews = [
                  caseWords.reviewOf(source.name, source_rating),
                  caseWords.reviewOf(target.name, target_rating),
                ]
                const [older, newer] = removed === 'source' ? reviews : reviews.reverse()
                return (
                  <li key={username} className="grid gap-0.5 py-2 wrap-anywhere">
                    <span className="font-medium">{username}</span>
                    <span>{caseWords.stays(newer ?? '')}</span>
                    <span className="text-soft">{caseWords.isRemoved(older ?? '')}</span>
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </Section>
    </div>
  )
}
