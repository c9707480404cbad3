import { SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { CommandError } from '../../data/command-error.ts'
import type { Case } from '../../data/rpc-results.ts'
import { readText } from '../../shared/parameters.ts'
import { isSubjectType, type SubjectType } from '../../shared/subjects.ts'
import { usePageKeys } from '../../shortcuts/page-keys.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { refreshCases, useCase } from '../case.ts'
import { type Decided, DecisionNote } from '../decide/send-decision.tsx'
import { readQueueKind, refreshQueue, toQueuePath, useNeighbors } from '../queue/read-queue.ts'
import { StaffLoading } from '../staff/staff-page.tsx'
import { type StaffRole, useStaff } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import { toCasePath } from '../words/reasons.ts'
import type { Route } from './+types/case-screen'
import { CaseAction, CataloguePanel } from './case-action.tsx'
import { CaseContent } from './case-content.tsx'
import { CaseDecisions } from './case-decisions.tsx'
import { CaseFacts, CaseNotes, CaseReports } from './case-facts.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: caseWords.caseTitle,
    description: caseWords.caseDescription,
    noIndex: true,
  })

/** A case of moderation (spec 3 §1.5). */
export default function CaseScreen() {
  const { type, id = '' } = useParams()
  const { user, role } = useStaff()
  if (!isSubjectType(type)) return <Missing />
  return <Page key={`${type} ${id}`} type={type} id={id} userId={user.id} role={role} />
}

interface PageProps {
  type: SubjectType
  id: string
  userId: string
  role: StaffRole
}

function Page(props: PageProps) {
  const { type, id } = props
  const [parameters] = useSearchParams()
  const kind = readQueueKind(parameters)
  const neighbors = useNeighbors(kind, type, id)
  const opened = useCase(type, id)
  const { data: found, isError, error } = opened
  const navigate = useNavigate()
  const { next, previous } = neighbors
  const keys = useMemo(
    () => [
      { key: 'j', label: caseWords.next, run: () => next && void navigate(next) },
      { key: 'k', label: caseWords.previous, run: () => previous && void navigate(previous) },
      { key: 'u', label: caseWords.back, run: () => void navigate(toQueuePath(kind)) },
    ],
    [next, previous, kind, navigate],
  )
  usePageKeys(keys)
  if (isError && isMissing(error)) return <Missing />
  return (
    <div className="page grid gap-6 py-6">
      <nav aria-label={caseWords.navigation} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Link to={toQueuePath(kind)} className="min-h-6 text-link hover:underline">
          {caseWords.back}
        </Link>
        {previous ? (
          <Link to={previous} className="min-h-6 text-link hover:underline">
            {caseWords.previous}
          </Link>
        ) : null}
        {next ? (
          <Link to={next} className="min-h-6 text-link hover:underline">
            {caseWords.next}
          </Link>
        ) : null}
      </nav>
      <DecisionNote />
      {found ? (
        // A case that was opened from elsewhere stays open after a decision.
        <CaseView
          {...props}
          found={found}
          afterDecision={readText(parameters, 'tab', 1) ? neighbors.afterDecision : ''}
        />
      ) : (
        <StaffLoading of={opened} rows={6} />
      )}
    </div>
  )
}

/** PT404, or a text in the address that is not an id. */
const isMissing = (error: unknown) =>
  error instanceof CommandError && /^(PT404|22)/.test(error.code ?? '')

const Missing = () => (
  <Notice isPage icon={SearchX} title={caseWords.missing} text={caseWords.missingMore}>
    <LinkButton to={toQueuePath('reports')}>{caseWords.back}</LinkButton>
  </Notice>
)

interface CaseViewProps {
  type: SubjectType
  id: string
  userId: string
  role: StaffRole
  found: Case
  /** The page after a decision; empty for this one. */
  afterDecision: string
}

function CaseView(props: CaseViewProps) {
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
        <p className="text-xs font-semibold text-soft">{caseWords.SUBJECT_LABELS[type]}</p>
        <h1 className="display text-title wrap-anywhere">
          {findTitle(found) ?? caseWords.untitled}
        </h1>
        <CaseFacts type={type} id={id} found={found} />
      </header>
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_26rem]">
        <div className="grid gap-6">
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
