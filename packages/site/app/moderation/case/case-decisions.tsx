import { Link } from 'react-router'
import type { CaseAppeal, CaseDecision } from '../../data/rpc-results.ts'
import { useOwnProfile } from '../../people/own-profile.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf, useCommandForm } from '../../session/forms/use-command-form.tsx'
import type { SubjectType } from '../../shared/subjects.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay, formatTime } from '../../ui/format/day.ts'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { showOtherDecision, toAppealId } from '../case.ts'
import { appealSchema, ExplanationHint } from '../decide/decision-fields.tsx'
import * as caseWords from '../words/cases.ts'
import { actionLabel, reasonLabel, toDecisionPath } from '../words/reasons.ts'
import { Fields } from './case-content.tsx'

interface CaseDecisionsProps {
  type: SubjectType
  decisions: readonly CaseDecision[]
  userId: string
  onResolved: (decision: number) => Promise<void>
}

/** The earlier decisions with their appeals, the newest first. */
export function CaseDecisions({ decisions, ...props }: CaseDecisionsProps) {
  return (
    <Section id="decisions-title" title={caseWords.decisionsTitle} className="grid gap-3">
      {decisions.length === 0 ? <p className="text-soft">{caseWords.decisionsNone}</p> : null}
      {decisions.map((decision) => (
        <article key={decision.number} className="panel grid gap-3 p-4">
          <Decision decision={decision} />
          {decision.appeals.map((appeal) => (
            <Appeal key={appeal.number} appeal={appeal} decision={decision} {...props} />
          ))}
        </article>
      ))}
    </Section>
  )
}

function Decision({ decision }: { decision: CaseDecision }) {
  const { number, reason, legal_basis, explanation, expires_at, reverses } = decision
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{actionLabel(decision.action)}</h3>
        {reason ? <Badge>{reasonLabel(reason)}</Badge> : null}
        {decision.appeal_outcome ? (
          <Badge look="strong">{caseWords.OUTCOMES[decision.appeal_outcome]}</Badge>
        ) : null}
        <span className="text-sm wrap-anywhere text-soft">
          <Link to={toDecisionPath(number)} className="leading-6 text-link underline">
            {caseWords.decisionNumber(number)}
          </Link>
          {` · ${toDecider(decision)} · `}
          <time dateTime={decision.decided_at}>{formatTime(decision.decided_at)}</time>
        </span>
      </header>
      {explanation ? <p className="whitespace-pre-line wrap-anywhere">{explanation}</p> : null}
      {legal_basis ? (
        <p className="text-sm text-soft wrap-anywhere">{caseWords.legalBasis(legal_basis)}</p>
      ) : null}
      {expires_at ? (
        <p className="text-sm text-soft">{caseWords.until(formatDay(expires_at))}</p>
      ) : null}
      {reverses ? <p className="text-sm text-soft">{caseWords.reverses(reverses)}</p> : null}
    </>
  )
}

const toDecider = ({ decided_by, detected_by }: CaseDecision): string =>
  decided_by ?? (detected_by === 'rule' ? caseWords.decidedByRule : caseWords.decidedByUnknown)

interface AppealProps extends Omit<CaseDecisionsProps, 'decisions'> {
  appeal: CaseAppeal
  decision: CaseDecision
}

function Appeal({ appeal, decision, type, userId, onResolved }: AppealProps) {
  const { data: own } = useOwnProfile(userId)
  const isOwn = own?.username !== undefined && own.username === decision.decided_by
  return (
    <section
      id={toAppealId(appeal)}
      aria-labelledby={`${toAppealId(appeal)}-title`}
      className="grid scroll-mt-24 gap-3 rounded-control border border-line bg-sunken p-4"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 id={`${toAppealId(appeal)}-title`} className="font-semibold">
          {caseWords.appealTitle(appeal.number)}
        </h4>
        <Badge look={appeal.status === 'open' ? 'strong' : 'plain'}>
          {caseWords.APPEAL_STATES[appeal.status]}
        </Badge>
        <span className="text-sm wrap-anywhere text-soft">
          {appeal.by_author ? caseWords.appealByAuthor : caseWords.appealByReporter}
          {' · '}
          <time dateTime={appeal.created_at}>{formatTime(appeal.created_at)}</time>
        </span>
      </header>
      <p className="whitespace-pre-line wrap-anywhere">
        {appeal.statement ?? caseWords.appealPurged}
      </p>
      {appeal.revised_content ? (
        <div className="grid gap-2 border-t border-line pt-3">
          <h5 className="text-sm font-semibold">{caseWords.appealRevised}</h5>
          <Fields type={type} row={appeal.revised_content} />
        </div>
      ) : null}
      {appeal.status === 'open' ? (
        <>
          {isOwn ? <p className="text-sm">{caseWords.appealOwn}</p> : null}
          <AppealForm {...{ appeal, decision, userId, onResolved }} />
        </>
      ) : null}
    </section>
  )
}

/** The outcome of an open appeal. */
function AppealForm({ appeal, decision, userId, onResolved }: Omit<AppealProps, 'type'>) {
  const { form, panel } = useCommandForm({
    schema: appealSchema,
    empty: { outcome: '', explanation: '' },
    draft: `appeal decision.${appeal.number}`,
    userId,
    noticesSessionEnd: true,
    send: async (input) => {
      const call = { appeal: appeal.number, ...input, explanation: input.explanation.trim() }
      await callFunction('resolve_appeal', call)
    },
    onSent: () => onResolved(decision.number),
    onFailure: showOtherDecision,
  })
  const field = fieldsOf(form)
  const { register, watch, formState } = form
  const { errors } = formState
  const outcomes = [
    ['upheld', caseWords.appealUpheld, caseWords.appealUpheldEffect],
    [
      'reversed',
      caseWords.appealReversed,
      appeal.revised_content ? caseWords.appealReversedRevised : caseWords.appealReversedEffect,
    ],
  ] as const
  return (
    <FormPanel {...panel} className="grid gap-4 border-t border-line pt-4">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{caseWords.appealOutcome}</legend>
        {outcomes.map(([value, label, effect]) => (
          <label key={value} className="flex min-h-6 cursor-pointer items-start gap-3">
            <input
              type="radio"
              value={value}
              {...register('outcome')}
              className="mt-1 size-4 shrink-0 accent-ink"
            />
            <span>
              <span className="font-medium">{label}</span>
              <span className="block text-sm text-soft">{effect}</span>
            </span>
          </label>
        ))}
        {errors.outcome ? (
          <p role="alert" className="text-sm text-bad">
            {errors.outcome.message}
          </p>
        ) : null}
      </fieldset>
      <TextAreaField
        label={caseWords.explanation}
        {...field('explanation')}
        hint={
          <ExplanationHint hint={caseWords.appealExplanationHint} text={watch('explanation')} />
        }
        rows={4}
      />
      <div>
        <SubmitButton sending={uiWords.sending}>{caseWords.appealSend}</SubmitButton>
      </div>
    </FormPanel>
  )
}
