import { sendCommand } from '../data/command.ts'
import { ignoreConflict } from '../data/command-error.ts'
import type { Database } from '../data/database.types.ts'
import { getSupabase } from '../session/session.ts'

/**
 * Votes that are rows of a table.
 * @param subject the column of what the vote is for
 * @param member the column of the voter
 */
export function createVoteRows(
  table: keyof Database['public']['Tables'],
  subject: string,
  member = 'user_id',
) {
  // The types know the columns of a single table.
  const open = async () => (await getSupabase()).from(table as 'launch_upvotes')
  const [id, user_id] = [subject as 'launch_id', member as 'user_id']
  /** @throws {CommandError} `conflict` if there is a vote */
  const insertVote = async (of: string, userId: string): Promise<void> => {
    await sendCommand((await open()).insert({ [id]: of, [user_id]: userId } as never))
  }
  return {
    insertVote,
    addVote: (of: string, userId: string) => insertVote(of, userId).catch(ignoreConflict),
    async removeVote(of: string, userId: string): Promise<void> {
      await sendCommand((await open()).delete().eq(user_id, userId).eq(id, of))
    },
    /** @returns those of the ids that the member has voted for */
    async readOwn(ids: readonly string[], userId: string): Promise<string[]> {
      const own = (await open()).select(id).eq(user_id, userId).in(id, ids)
      return (await own.throwOnError()).data.map((row) => row[id])
    },
  }
}
