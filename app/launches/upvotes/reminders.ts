import { sendCommand } from '../../data/command.ts'
import { CommandError, ignoreConflict } from '../../data/command-error.ts'
import { getSupabase } from '../../session/session.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { toVotes, type VoteSource } from '../../votes/use-votes.ts'
import * as launchWords from '../words.ts'

/** The member's reminders of launches, as votes; only the member reads them. */
export const reminders: VoteSource = {
  async readVotes(ids, userId) {
    const table = (await getSupabase()).from('launch_reminders')
    const own = table.select('launch_id').eq('user_id', userId).in('launch_id', ids)
    const { data } = await own.throwOnError()
    return toVotes(
      ids.map((id) => [id, 0]),
      data.map(({ launch_id }) => launch_id),
    )
  },
  async addVote(launch_id, user_id) {
    const table = (await getSupabase()).from('launch_reminders')
    await sendCommand(table.insert({ launch_id, user_id })).catch(ignoreConflict)
  },
  async removeVote(id, userId) {
    const table = (await getSupabase()).from('launch_reminders')
    await sendCommand(table.delete().eq('user_id', userId).eq('launch_id', id))
  },
  onAddFailed: (error) =>
    void toastError(
      launchWords.reminderFailed,
      error instanceof CommandError ? error.publicMessage : undefined,
    ),
  onRemoveFailed: () => void toastError(launchWords.reminderNotRemoved),
}
