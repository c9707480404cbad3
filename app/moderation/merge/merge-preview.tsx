import { useQuery } from '@tanstack/react-query'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import type { ToolSummary } from '../../tools/tool.ts'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { StaffFailure } from '../staff/staff-page.tsx'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import * as caseWords from '../words/cases.ts'

/** What moves and what collides. */
export function MergePreview({ source, target }: { source: ToolSummary; target: ToolSummary }) {
  const { data, isError, error, refetch } = useQuery(
    {
      queryKey: ['merge preview', source.id, target.id],
      queryFn: async () => {
        const supabase = await getSupabase()
        const call = { source: source.id, target: target.id }
        return await sendCommand(supabase.rpc('merge_preview', call))
      },
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
  if (!data) {
    if (isError) return <StaffFailure error={error} onRetry={() => void refetch()} />
    return <RowsSkeleton count={3} />
  }
  const { duplicates } = data
  return (
    <div className="grid gap-6">
      <section aria-labelledby="moves" className="panel grid gap-2 p-5">
        <h2 id="moves" className="display text-2xl">
          {caseWords.movesTitle}
        </h2>
        <ul className="grid gap-1">
          <li>{caseWords.moves.reviews(data.reviews)}</li>
          <li>{caseWords.moves.launches(data.launches)}</li>
          <li>{caseWords.moves.edits(data.edits)}</li>
          <li>{caseWords.moves.addresses(data.addresses)}</li>
        </ul>
      </section>
      <section aria-labelledby="collides" className="panel grid gap-3 p-5">
        <h2 id="collides" className="display text-2xl">
          {caseWords.collidesTitle}
        </h2>
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
      </section>
    </div>
  )
}
