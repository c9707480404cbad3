import { useNavigate } from 'react-router'
import type { Case } from '../../data/rpc-results.ts'
import type { Decided } from '../decide/decision-note.tsx'
import { CataloguePanel } from '../merge/catalogue-panel.tsx'
import { refreshQueue } from '../queue/read-queue.ts'
import type { StaffRole } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import { SUBJECT_LABELS } from '../words/cases.ts'
import { type SubjectType, toCasePath } from '../words/reasons.ts'
import { refreshCases } from './case.ts'
import { CaseAction } from './case-action.tsx'
import { CaseDecisions } from './case-decisions.tsx'
import { CaseFacts, CaseReports } from './case-facts.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CaseContent } from './content/case-content.tsx'

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

  // A removed tool has no slug.
  const { name, slug } = found.content?.tool ?? {}
  const listed = name && slug ? { name, slug } : undefined
  const leave = async (decided: Decided) => {
    await navigate(afterDecision || toCasePath(type, id), { state: { decided } })
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
            onResolved={(decision) => leave({ kind: 'appeal', decision })}
          />
        </div>
        <aside aria-label={caseWords.decideTitle} className="grid gap-6 xl:sticky xl:top-20">
          <CaseAction {...props} onDecided={leave} />
          {type === 'tool' && listed ? <CataloguePanel tool={id} {...listed} /> : null}
          {found.is_party ? null : (
            <CaseNotes type={type} id={id} notes={found.notes} userId={userId} />
          )}
        </aside>
      </div>
    </>
  )
}

function findTitle({ content, reports }: Case): string | undefined {
  const row = content ?? reports.find(({ snapshot }) => snapshot)?.snapshot
  const title = row?.title ?? row?.tagline ?? row?.username ?? row?.name
  return typeof title === 'string' ? title : undefined
}
