import { useQuery } from '@tanstack/react-query'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import type { ToolSummary } from '../../tools/tool.ts'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { StaffFailure } from '../staff/staff-failure.tsx'
import { retryUnlessRefused } from '../staff/staff-role.ts'
import * as mergeWords from './words.ts'

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
          {mergeWords.movesTitle}
        </h2>
        <ul className="grid gap-1">
          <li>{mergeWords.moves.reviews(data.reviews)}</li>
          <li>{mergeWords.moves.launches(data.launches)}</li>
          <li>{mergeWords.moves.edits(data.edits)}</li>
          <li>{mergeWords.moves.addresses(data.addresses)}</li>
        </ul>
      </section>
      <section aria-labelledby="collides" className="panel grid gap-3 p-5">
        <h2 id="collides" className="display text-2xl">
          {mergeWords.collidesTitle}
        </h2>
        {duplicates.length === 0 ? (
          <p className="text-soft">{mergeWords.collidesNone}</p>
        ) : (
          <>
            <p>{mergeWords.collides(duplicates.length)}</p>
            <ul className="divide-y divide-line text-sm">
              {duplicates.map(({ username, removed, source_rating, target_rating }) => {
                const reviews = [
                  mergeWords.reviewOf(source.name, source_rating),
                  mergeWords.reviewOf(target.name, target_rating),
                ]
                const [older, newer] = removed === 'source' ? reviews : reviews.reverse()
                return (
                  <li key={username} className="grid gap-0.5 py-2 wrap-anywhere">
                    <span className="font-medium">{username}</span>
                    <span>{mergeWords.stays(newer ?? '')}</span>
                    <span className="text-soft">{mergeWords.isRemoved(older ?? '')}</span>
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
