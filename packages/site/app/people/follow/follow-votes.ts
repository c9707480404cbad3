import { CommandError } from '../../data/command-error.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { toVotes, type VoteSource } from '../../votes/use-votes.ts'
import { createVoteRows } from '../../votes/vote-rows.ts'
import * as peopleWords from '../words.ts'

const onRemoveFailed = () => void toastError(peopleWords.unfollowFailed)

const toastFollowFailure = (title: string) => (error: unknown) =>
  void toastError(title, error instanceof CommandError ? error.publicMessage : undefined)

const createFollows = (
  kind: 'user' | 'company',
  rows: ReturnType<typeof createVoteRows>,
): VoteSource => ({
  ...rows,
  /** Only the member's own follow: another part of the page shows the number of followers. */
  async readVotes([id = ''], userId) {
    const isMine = (await rows.readOwn([id], userId)).length > 0
    return { [id]: { count: Number(isMine), isMine } }
  },
  onAddFailed: toastFollowFailure(peopleWords.followFailed[kind]),
  onRemoveFailed,
})

const toolRows = createVoteRows('tool_follows', 'tool_id')

const tools: VoteSource = {
  ...toolRows,
  readVotes: async (ids, userId) =>
    toVotes(
      ids.map((id) => [id, 0]),
      await toolRows.readOwn(ids, userId),
    ),
  onAddFailed: toastFollowFailure(peopleWords.followFailed.tool),
  onRemoveFailed,
}

/** Follows of people, companies and tools as votes. */
export const followVotes = {
  user: createFollows('user', createVoteRows('user_follows', 'following_id', 'follower_id')),
  company: createFollows('company', createVoteRows('company_follows', 'company_id')),
  tool: tools,
}
