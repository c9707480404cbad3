import { useMutation, useQuery } from '@tanstack/react-query'
import { queries } from './query.ts'

/** How many voted, and whether the viewer is one of them. */
export interface Vote {
  count: number
  isMine: boolean
}

export type Votes = Readonly<Record<string, Vote>>

interface Ballot {
  /** Names what is voted on, and by whom. */
  key: readonly string[]
  /** The truth about all that the page shows, by id. */
  read: () => Promise<Votes>
  /** @throws what should be told */
  add: (id: string) => Promise<void>
  remove: (id: string) => Promise<void>
  onAddFailed: (error: Error) => void
  /** Without it a failed removal is only taken back (spec 2 §8). */
  onRemoveFailed?: () => void
}

/** Votes that toggle at once and return to the truth when the server disagrees. */
export function useVotes({ key, read, add, remove, onAddFailed, onRemoveFailed }: Ballot) {
  const { data } = useQuery({ queryKey: key, queryFn: read }, queries)
  const { mutate, isPending } = useMutation(
    {
      mutationFn: ({ id, isMine }: Vote & { id: string }) => (isMine ? remove(id) : add(id)),
      onMutate: async ({ id, ...before }) => {
        await queries.cancelQueries({ queryKey: key })
        queries.setQueryData<Votes>(key, (votes) => ({ ...votes, [id]: toggled(before) }))
      },
      onError: (error, { id, ...before }) => {
        queries.setQueryData<Votes>(key, (votes) => ({ ...votes, [id]: before }))
        if (before.isMine) onRemoveFailed?.()
        else onAddFailed(error)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: key }),
    },
    queries,
  )
  /** What a click means is known once the votes are; a click that comes earlier waits for them. */
  const toggle = async (id: string) => {
    // A double click is one wish.
    if (isPending) return
    try {
      const votes = await queries.ensureQueryData({ queryKey: key, queryFn: read })
      const vote = votes[id]
      if (vote) mutate({ id, ...vote })
    } catch (error) {
      onAddFailed(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return { votes: data, toggle }
}

const toggled = ({ count, isMine }: Vote): Vote => ({
  count: count + (isMine ? -1 : 1),
  isMine: !isMine,
})
