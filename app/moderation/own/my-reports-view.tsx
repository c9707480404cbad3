import { useMember } from '../../session/signed-in.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import * as publicWords from '../words/public.ts'
import { AppealList, DecisionList, PendingList, ReportList } from './decision-lists.tsx'
import { type OwnCases, useOwnCases } from './own-cases.ts'

export default function MyReports() {
  const { id: userId } = useMember()
  const cases = useOwnCases(userId)
  return (
    <div className="page grid max-w-3xl gap-8 py-8">
      <h1 className="display text-4xl">{publicWords.ownTitle}</h1>
      {cases.isPending ? <RowsSkeleton count={4} /> : null}
      {cases.isError ? <LoadFailure onRetry={() => void cases.refetch()} /> : null}
      {cases.data ? <Cases userId={userId} {...cases.data} /> : null}
    </div>
  )
}

function Cases({ userId, reports, decisions, appeals }: OwnCases & { userId: string }) {
  const pending = decisions.filter(({ action, content }) => action === 'hold' && content)
  const decided = decisions.filter((decision) => !pending.includes(decision))
  return (
    <>
      {pending.length > 0 ? (
        <Section id="pending" title={publicWords.pendingTitle}>
          <PendingList decisions={pending} />
        </Section>
      ) : null}
      <Section id="reports" title={publicWords.reportsTitle}>
        <ReportList userId={userId} reports={reports} />
      </Section>
      <Section id="decisions" title={publicWords.decisionsTitle}>
        <DecisionList decisions={decided} />
      </Section>
      <Section id="appeals" title={publicWords.appealsTitle}>
        <AppealList appeals={appeals} />
      </Section>
    </>
  )
}

function Section(props: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section className="panel grid gap-4 p-6" aria-labelledby={props.id}>
      <h2 id={props.id} className="display text-2xl">
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
