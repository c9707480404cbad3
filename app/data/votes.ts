import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
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
  // A double click comes before the next rendering: what is under way is known here first.
  const busy = useRef(new Set<string>())
  const { mutate } = useMutation(
    {
      mutationKey: key,
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
      onSettled: (_data, _error, { id }) => {
        busy.current.delete(id)
        // An answer read now would not know of a vote that is still on its way.
        if (queries.isMutating({ mutationKey: key }) > 1) return
        return queries.invalidateQueries({ queryKey: key })
      },
    },
    queries,
  )
  /** What a click means is known once the votes are; a click that comes earlier waits for them. */
  const toggle = async (id: string) => {
    if (busy.current.has(id)) return
    busy.current.add(id)
    try {
      const votes = await queries.ensureQueryData({ queryKey: key, queryFn: read })
      const vote = votes[id]
      if (vote) mutate({ id, ...vote })
      else busy.current.delete(id)
    } catch (error) {
      busy.current.delete(id)
      onAddFailed(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return { votes: data, toggle }
}

const toggled = ({ count, isMine }: Vote): Vote => ({
  count: count + (isMine ? -1 : 1),
  isMine: !isMine,
})
