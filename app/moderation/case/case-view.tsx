import { Link, useNavigate } from 'react-router'
import { Rich } from '../../ui/format/rich-text.tsx'
import { listChoices } from '../decide/choices.ts'
import { DecisionForm } from '../decide/decision-form.tsx'
import type { Decided } from '../decide/decision-note.tsx'
import { Exemption } from '../decide/exemption.tsx'
import * as decideWords from '../decide/words.ts'
import { refreshQueue } from '../queue/read-queue.ts'
import { SUBJECT_LABELS } from '../queue/words.ts'
import type { StaffRole } from '../staff/staff-role.ts'
import { type SubjectType, toCasePath, toDecisionPath } from '../subject.ts'
import { type Case, refreshCases } from './case.ts'
import { CaseContent } from './case-content.tsx'
import { CaseDecisions } from './case-decisions.tsx'
import { CaseFacts } from './case-facts.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CaseReports } from './case-reports.tsx'
import * as caseWords from './words.ts'

interface CaseViewProps {
  type: SubjectType
  id: string
  userId: string
  role: StaffRole
  found: Case
  /** The page after a decision; empty for this one. */
  afterDecision: string
}

export function CaseView(props: CaseViewProps) {
  const { type, id, userId, found, afterDecision } = props
  const navigate = useNavigate()
  const here = toCasePath(type, id)
  const leave = async (decided: Decided) => {
    await navigate(afterDecision || here, { state: { decided } })
    await Promise.all([refreshQueue(), refreshCases()])
  }
  return (
    <>
      <header className="grid gap-2">
        <p className="kicker">{SUBJECT_LABELS[type]}</p>
        <h1 className="display text-title wrap-anywhere">
          {findTitle(found) ?? caseWords.untitled}
        </h1>
        <CaseFacts type={type} id={id} found={found} />
      </header>
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_26rem]">
        <div className="grid gap-8">
          <CaseContent type={type} found={found} />
          <CaseReports reports={found.reports} />
          <CaseDecisions
            type={type}
            decisions={found.decisions}
            userId={userId}
            here={here}
            onResolved={(decision) => leave({ kind: 'appeal', decision })}
          />
        </div>
        <aside aria-label={decideWords.title} className="grid gap-6 xl:sticky xl:top-20">
          <Decide {...props} onDecided={leave} />
          <CaseNotes type={type} id={id} notes={found.notes} userId={userId} />
        </aside>
      </div>
    </>
  )
}

interface DecideProps extends CaseViewProps {
  onDecided: (decided: Decided) => Promise<void>
}

function Decide({ type, id, userId, role, found, onDecided }: DecideProps) {
  const author = found.content?.author ?? null
  const available = listChoices(type, found)
  const { removedWith } = available
  if (author?.user_id === userId) return <Refusal>{decideWords.involved}</Refusal>
  if (type === 'profile' && author?.is_staff && role !== 'admin') {
    return <Refusal>{decideWords.staffProfile}</Refusal>
  }
  return (
    <>
      {available.choices.length > 0 ? (
        <DecisionForm
          subject={{ subject_type: type, subject_id: id }}
          author={author}
          available={available}
          userId={userId}
          onDecided={onDecided}
        />
      ) : (
        <Refusal>
          {removedWith === null ? (
            decideWords.none
          ) : (
            <Rich
              text={decideWords.removedWith(removedWith)}
              parts={{
                link: (words) => (
                  <Link to={toDecisionPath(removedWith)} className="text-link underline">
                    {words}
                  </Link>
                ),
              }}
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
    <h2 className="display text-2xl">{decideWords.title}</h2>
    <p className="text-soft">{children}</p>
  </section>
)

function findTitle({ content, reports }: Case): string | undefined {
  const row = content ?? reports.find(({ snapshot }) => snapshot)?.snapshot
  const title = row?.title ?? row?.tagline ?? row?.username ?? row?.name
  return typeof title === 'string' ? title : undefined
}
