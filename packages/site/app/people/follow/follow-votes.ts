import { sendCommand } from '../../data/command.ts'
import { CommandError, ignoreConflict } from '../../data/command-error.ts'
import { getSupabase } from '../../session/session.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { toVotes, type VoteSource } from '../../votes/use-votes.ts'
import * as peopleWords from '../words.ts'

const onRemoveFailed = () => void toastError(peopleWords.unfollowFailed)

const toastFollowFailure = (title: string) => (error: unknown) =>
  void toastError(title, error instanceof CommandError ? error.publicMessage : undefined)

/** Only the member's own follow: another part of the page shows the number of followers. */
const toOwnFollow = (id: string | undefined, rows: readonly unknown[]) =>
  id === undefined ? {} : { [id]: { count: rows.length, isMine: rows.length > 0 } }

const people: VoteSource = {
  async readVotes([id], userId) {
    const follows = (await getSupabase()).from('user_follows').select('created_at')
    const own = follows.eq('follower_id', userId).eq('following_id', id ?? '')
    return toOwnFollow(id, (await own.throwOnError()).data)
  },
  async addVote(following_id, follower_id) {
    const follows = (await getSupabase()).from('user_follows')
    await sendCommand(follows.insert({ follower_id, following_id })).catch(ignoreConflict)
  },
  async removeVote(id, userId) {
    const follows = (await getSupabase()).from('user_follows')
    await sendCommand(follows.delete().eq('follower_id', userId).eq('following_id', id))
  },
  onAddFailed: toastFollowFailure(peopleWords.followFailed.user),
  onRemoveFailed,
}

const companies: VoteSource = {
  async readVotes([id], userId) {
    const follows = (await getSupabase()).from('company_follows').select('created_at')
    const own = follows.eq('user_id', userId).eq('company_id', id ?? '')
    return toOwnFollow(id, (await own.throwOnError()).data)
  },
  async addVote(company_id, user_id) {
    const follows = (await getSupabase()).from('company_follows')
    await sendCommand(follows.insert({ user_id, company_id })).catch(ignoreConflict)
  },
  async removeVote(id, userId) {
    const follows = (await getSupabase()).from('company_follows')
    await sendCommand(follows.delete().eq('user_id', userId).eq('company_id', id))
  },
  onAddFailed: toastFollowFailure(peopleWords.followFailed.company),
  onRemoveFailed,
}

const tools: VoteSource = {
  async readVotes(ids, userId) {
    const follows = (await getSupabase()).from('tool_follows').select('tool_id')
    const { data } = await follows.eq('user_id', userId).in('tool_id', ids).throwOnError()
    return toVotes(
      ids.map((id) => [id, 0]),
      data.map(({ tool_id }) => tool_id),
    )
  },
  async addVote(tool_id, user_id) {
    const follows = (await getSupabase()).from('tool_follows')
    await sendCommand(follows.insert({ user_id, tool_id })).catch(ignoreConflict)
  },
  async removeVote(id, userId) {
    const follows = (await getSupabase()).from('tool_follows')
    await sendCommand(follows.delete().eq('user_id', userId).eq('tool_id', id))
  },
  onAddFailed: toastFollowFailure(peopleWords.followFailed.tool),
  onRemoveFailed,
}

/** Follows of people, companies and tools as votes. */
export const followVotes = { user: people, company: companies, tool: tools }
