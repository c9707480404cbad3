import { sendCommand } from '../data/command.ts'
import { CommandError, ignoreConflict } from '../data/command-error.ts'
import { getSupabase } from '../session/session.ts'
import { toastError } from '../ui/feedback/toast.ts'
import type { VoteSource } from '../votes/use-votes.ts'
import * as profileWords from './words/profile.ts'

const onRemoveFailed = () => void toastError(profileWords.followNotEnded)

const onAddFailed = (title: string) => (error: unknown) =>
  void toastError(title, error instanceof CommandError ? error.publicMessage : undefined)

/** The page shows the number of followers elsewhere, so only the viewer's own follow is read. */
const ownFollow = (id: string | undefined, rows: readonly unknown[]) =>
  id === undefined ? {} : { [id]: { count: rows.length, isMine: rows.length > 0 } }

const people: VoteSource = {
  async readVotes([id], userId) {
    const follows = (await getSupabase()).from('user_follows').select('created_at')
    const own = follows.eq('follower_id', userId).eq('following_id', id ?? '')
    return ownFollow(id, (await own.throwOnError()).data)
  },
  async addVote(following_id, follower_id) {
    const follows = (await getSupabase()).from('user_follows')
    await sendCommand(follows.insert({ follower_id, following_id })).catch(ignoreConflict)
  },
  async removeVote(id, userId) {
    const follows = (await getSupabase()).from('user_follows')
    await sendCommand(follows.delete().eq('follower_id', userId).eq('following_id', id))
  },
  onAddFailed: onAddFailed(profileWords.followFailed.user),
  onRemoveFailed,
}

const companies: VoteSource = {
  async readVotes([id], userId) {
    const follows = (await getSupabase()).from('company_follows').select('created_at')
    const own = follows.eq('user_id', userId).eq('company_id', id ?? '')
    return ownFollow(id, (await own.throwOnError()).data)
  },
  async addVote(company_id, user_id) {
    const follows = (await getSupabase()).from('company_follows')
    await sendCommand(follows.insert({ user_id, company_id })).catch(ignoreConflict)
  },
  async removeVote(id, userId) {
    const follows = (await getSupabase()).from('company_follows')
    await sendCommand(follows.delete().eq('user_id', userId).eq('company_id', id))
  },
  onAddFailed: onAddFailed(profileWords.followFailed.company),
  onRemoveFailed,
}

/** Following a person or a company, as a vote that only the viewer sees. */
export const followVotes = { user: people, company: companies }
