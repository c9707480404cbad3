import { sendCommand } from '../../data/command.ts'
import { queries, useRead } from '../../data/query.ts'
import { callFunction } from '../../session/call-function.ts'
import { getSupabase } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/feedback/loading.tsx'
import { toastSuccess } from '../../ui/feedback/toast.ts'
import { useTask } from '../../ui/feedback/use-task.ts'
import * as editWords from '../words/edits.ts'
import { describeChanges, readNames } from './edit.ts'
import { ChangeList } from './edit-inputs.tsx'

const KEY = 'own suggestions'

export const refreshSuggestions = () => queries.invalidateQueries({ queryKey: [KEY] })

/** The member's open suggestions for a tool. */
export function OwnSuggestions({ userId, toolId }: { userId: string; toolId: string }) {
  const { data, isError, refetch } = useRead(
    [KEY, userId, toolId],
    async () => {
      const supabase = await getSupabase()
      const edits = await sendCommand(
        supabase
          .from('tool_edits')
          .select('id, changes')
          .match({ tool_id: toolId, suggested_by: userId, status: 'open' })
          .order('created_at'),
      )
      const names = await readNames(supabase, edits)
      return edits.map(({ id, changes }) => ({ id, changes: describeChanges(changes, names) }))
    },
    { staleTime: 0 },
  )
  const [isBusy, run] = useTask()
  if (isError) return <LoadFailure onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  const withdraw = (edit: string) =>
    void run(async () => {
      await callFunction('withdraw_tool_edit', { edit })
      await refreshSuggestions()
      void toastSuccess(editWords.withdrawn)
    })
  return (
    <section aria-labelledby="own-suggestions" className="panel grid gap-4 p-6">
      <h2 id="own-suggestions" className="font-semibold">
        {editWords.ownTitle}
      </h2>
      <ul className="grid gap-4 divide-y divide-line *:not-first:pt-4">
        {data.map(({ id, changes }) => (
          <li key={id} className="grid justify-items-start gap-3">
            <ChangeList changes={changes} />
            <Button look="secondary" disabled={isBusy} onClick={() => withdraw(id)}>
              {editWords.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
