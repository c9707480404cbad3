import { SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { CommandError } from '../../data/command-error.ts'
import { usePageKeys } from '../../palette/shortcuts/page-keys.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { DecisionNote } from '../decide/decision-note.tsx'
import { toQueueKind, toQueuePath, useNeighbors } from '../queue/read-queue.ts'
import { StaffFailure } from '../staff/staff-page.tsx'
import { type StaffRole, useStaff } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'
import { isSubjectType, type SubjectType } from '../words/reasons.ts'
import { useCase } from './case.ts'
import { CaseView } from './case-view.tsx'

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
  const tab = parameters.get('tab')
  const kind = toQueueKind(tab)
  const neighbors = useNeighbors(kind, type, id)
  const { data: found, isError, error, refetch } = useCase(type, id)
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
    <div className="page grid gap-6 py-8">
      <nav aria-label={caseWords.navigation} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
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
        <CaseView {...props} found={found} afterDecision={tab ? neighbors.afterDecision : ''} />
      ) : isError ? (
        <StaffFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={6} />
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
