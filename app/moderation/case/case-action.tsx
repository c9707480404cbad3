import { Link } from 'react-router'
import type { Case } from '../../data/rpc-results.ts'
import { Rich } from '../../ui/format/rich-text.tsx'
import { listChoices } from '../decide/choices.ts'
import { DecisionForm } from '../decide/decision-form.tsx'
import type { Decided } from '../decide/decision-note.tsx'
import { Exemption } from '../decide/exemption.tsx'
import * as decideWords from '../decide/words.ts'
import type { StaffRole } from '../staff/staff-role.ts'
import { type SubjectType, toDecisionPath } from '../subject.ts'
import { toAppealId } from './case.ts'

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
  const available = listChoices(type, found)
  const { removedWith } = available
  if (found.is_party) return <Refusal>{decideWords.involved}</Refusal>
  if (type === 'profile' && author?.is_staff && role !== 'admin') {
    return <Refusal>{decideWords.staffProfile}</Refusal>
  }
  const appeal = found.decisions
    .flatMap(({ appeals }) => appeals)
    .find(({ status }) => status === 'open')
  return (
    <>
      {appeal ? (
        <p className="rounded-control border border-line bg-sunken px-4 py-3 text-sm">
          <Rich
            text={decideWords.openAppeal}
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
