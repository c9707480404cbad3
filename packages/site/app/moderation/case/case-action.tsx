import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import type { Case, CaseAuthor } from '../../data/rpc-results.ts'
import { callFunction } from '../../session/call-function.ts'
import { fieldsOf } from '../../session/forms/use-command-form.tsx'
import type { SubjectType } from '../../shared/subjects.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { FormPanel, SubmitButton } from '../../ui/forms/form-panel.tsx'
import { linkTo } from '../../ui/links.tsx'
import { Section } from '../../ui/panels.tsx'
import * as uiWords from '../../ui/words.ts'
import { refreshCases, toAppealId } from '../case.ts'
import { findWiderRemoval } from '../decide/choices.ts'
import { DecisionForm } from '../decide/decision-form.tsx'
import { type Decided, setExempt } from '../decide/send-decision.tsx'
import type { StaffRole } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import { toDecisionPath } from '../words/reasons.ts'

interface CaseActionProps {
  type: SubjectType
  id: string
  userId: string
  role: StaffRole
  found: Case
  onDecided: (decided: Decided) => Promise<void>
}

/** What can be decided, or why nothing can. */
export function CaseAction({ type, id, userId, role, found, onDecided }: CaseActionProps) {
  const author = found.content?.author ?? null
  const removedWith = findWiderRemoval(found)
  if (found.is_party) return <Refusal>{caseWords.involved}</Refusal>
  if (type === 'profile' && author?.is_staff && role !== 'admin') {
    return <Refusal>{caseWords.staffProfile}</Refusal>
  }
  const appeal = found.decisions
    .flatMap(({ appeals }) => appeals)
    .find(({ status }) => status === 'open')
  return (
    <>
      {appeal ? (
        <p className="rounded-control border border-line bg-sunken px-4 py-3 text-sm">
          <Rich
            text={caseWords.openAppeal}
            parts={{
              link: (words) => (
                <a href={`#${toAppealId(appeal)}`} className="text-link underline">
                  {words}
                </a>
              ),
            }}
          />
        </p>
      ) : null}
      {found.choices.length > 0 ? (
        <DecisionForm
          subject={{ subject_type: type, subject_id: id }}
          found={found}
          userId={userId}
          onDecided={onDecided}
        />
      ) : (
        <Refusal>
          {removedWith === null ? (
            (found.restore_refusal ?? caseWords.nothingToDecide)
          ) : (
            <Rich
              text={caseWords.removedWith(removedWith)}
              parts={{ link: linkTo(toDecisionPath(removedWith)) }}
            />
          )}
        </Refusal>
      )}
      {type === 'profile' && author ? <Exemption author={author} /> : null}
    </>
  )
}

const Refusal = ({ children }: { children: React.ReactNode }) => (
  <section className="panel grid gap-2 p-6">
    <h2 className="display text-lg">{caseWords.decideTitle}</h2>
    <p className="text-soft">{children}</p>
  </section>
)

/** Whether a member's posts need no approval. */
function Exemption({ author: { username, is_exempt } }: { author: CaseAuthor }) {
  const [isBusy, run] = useTask()
  const change = async () => {
    await setExempt(username, !is_exempt)
    await refreshCases()
    await toastSuccess(is_exempt ? caseWords.exemptEnded : caseWords.exemptStarted)
  }
  return (
    <Section
      id="exemption"
      title={caseWords.exemptTitle}
      className="panel grid justify-items-start gap-3 p-6"
    >
      <p className="text-sm text-soft">{is_exempt ? caseWords.exemptNow : caseWords.exemptNot}</p>
      <Button look="secondary" disabled={isBusy} onClick={() => void run(change)}>
        {is_exempt ? caseWords.exemptEnd : caseWords.exemptStart}
      </Button>
    </Section>
  )
}

/** The database checks both and has the messages. */
const schema = z.object({ name: z.string(), slug: z.string() })

interface CataloguePanelProps {
  tool: string
  name: string
  slug: string
}

/** What staff can do with a listed tool besides decisions: rename it, or merge it into another one. */
export function CataloguePanel({ tool, name, slug }: CataloguePanelProps) {
  const form = useForm({
    resolver: zodResolver(schema),
    values: { name, slug },
  })
  const field = fieldsOf(form)
  const { handleSubmit } = form
  const rename = handleSubmit(async (input) => {
    if (input.name.trim() === name && input.slug.trim() === slug) {
      return toastSuccess(caseWords.renamedNothing)
    }
    await callFunction('rename_tool', { tool, ...input })
    await Promise.all([toastSuccess(caseWords.renamed), refreshCases()])
  })
  return (
    <FormPanel onSubmit={rename}>
      <h2 className="display text-lg">{caseWords.catalogueTitle}</h2>
      <InputField label={caseWords.name} {...field('name')} maxLength={100} required />
      <InputField
        label={caseWords.slug}
        {...field('slug')}
        hint={caseWords.slugHint}
        maxLength={100}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SubmitButton sending={uiWords.saving}>{caseWords.rename}</SubmitButton>
        <Link to={`/moderation/merge?source=${slug}`} className="text-link hover:underline">
          {caseWords.toMerge}
        </Link>
      </div>
    </FormPanel>
  )
}
