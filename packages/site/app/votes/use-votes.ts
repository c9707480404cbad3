import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isSignedOut } from '../data/command-error.ts'
import { queries, useRead } from '../data/query.ts'
import { rememberPress } from '../session/pending-press.ts'
import { toastFailure, toastSessionEnded } from '../ui/feedback/toast.ts'

/** How many members voted for something, and whether the viewer is one of them. */
export interface Vote {
  count: number
  isMine: boolean
}

export type Votes = Readonly<Record<string, Vote>>

/** How one kind of votes is read and changed; what it throws reaches `onAddFailed`. */
export interface VoteSource {
  readVotes: (ids: readonly string[], userId: string) => Promise<Votes>
  addVote: (id: string, userId: string) => Promise<void>
  removeVote: (id: string, userId: string) => Promise<void>
  onAddFailed: (error: unknown) => void
  /** The title of the message that the session has ended. */
  signedOut?: string
  /** Without it a removal that fails is undone without a message (spec 2 §8). */
  onRemoveFailed?: () => void
}

interface VotesOptions {
  /** Names the kind of votes. */
  kind: string
  /** Loads the code of this kind when the viewer is a member. */
  loadSource: () => Promise<VoteSource>
  /** Everything of the kind that the page shows: its votes are read with one request. */
  ids: readonly string[]
  userId: string
  onChanged?: (() => Promise<void>) | undefined
}

/** Votes that change at once, and go back if the server refuses the change. */
export function useVotes({ kind, loadSource, ids, userId, onChanged }: VotesOptions) {
  const kindKey = [kind, userId]
  const queryKey = [...kindKey, ...ids.toSorted()]
  const queryFn = async () => (await loadSource()).readVotes(ids, userId)
  // While the votes of other things on the page are read, those known so far stay.
  const { data } = useRead(queryKey, queryFn, { placeholderData: (known) => known })
  // The second click of a double click precedes the next rendering.
  const pending = useRef(new Set<string>())
  const report = ({ id, isMine }: { id: string; isMine: boolean }, error: unknown) =>
    toastFailure(
      loadSource().then((source) => {
        // Not before: the button of the member, which is still there, would take the press.
        const remember = () => (isMine ? undefined : rememberPress([kind, id]))
        if (isSignedOut(error)) return toastSessionEnded(source.signedOut, remember)
        return isMine ? source.onRemoveFailed?.() : source.onAddFailed(error)
      }),
    )
  /** In all that was read: another page may show the same thing. */
  const setMine = (id: string, isMine: boolean) =>
    queries.setQueriesData<Votes>({ queryKey: kindKey }, (votes) => {
      const vote = votes?.[id]
      return vote && vote.isMine !== isMine ? { ...votes, [id]: toggled(vote) } : undefined
    })
  const { mutate } = useMutation(
    {
      mutationKey: queryKey,
      mutationFn: async ({ id, isMine }: Vote & { id: string }) => {
        const { addVote, removeVote } = await loadSource()
        await (isMine ? removeVote : addVote)(id, userId)
        await onChanged?.()
      },
      onMutate: async ({ id, isMine }) => {
        await queries.cancelQueries({ queryKey })
        setMine(id, !isMine)
      },
      // The next press counts before votes are read again.
      onSuccess: (_data, { id, isMine }) => {
        pending.current.delete(id)
        // Read again only what is being read, and may lack the vote.
        setMine(id, !isMine)
        return queries.invalidateQueries({ queryKey: kindKey, fetchStatus: 'fetching' })
      },
      onError: (error, { id, isMine }) => {
        pending.current.delete(id)
        setMine(id, isMine)
        report({ id, isMine }, error)
        // Votes read now would lack one that is still being sent.
        if (queries.isMutating({ mutationKey: queryKey }) > 1) return
        return queries.invalidateQueries({ queryKey: kindKey })
      },
    },
    queries,
  )
  /** A press before the votes are known waits for them: until then it could mean either change. */
  const changeVote = async (id: string, change: (vote: Vote) => void) => {
    if (pending.current.has(id)) return
    pending.current.add(id)
    try {
      const vote = (await queries.ensureQueryData({ queryKey, queryFn }))[id]
      if (vote) change(vote)
      else pending.current.delete(id)
    } catch (error) {
      pending.current.delete(id)
      report({ id, isMine: false }, error)
    }
  }
  const toggleVote = (id: string) => changeVote(id, (vote) => mutate({ id, ...vote }))
  /** Carries out a press that was made before it was known whether there is a vote. */
  const addVote = (id: string, onAdded: () => void = () => {}) =>
    changeVote(id, (vote) => {
      if (!vote.isMine) return mutate({ id, ...vote }, { onSuccess: onAdded })
      pending.current.delete(id)
      onAdded()
    })
  const setCount = (id: string, count: number) =>
    queries.setQueryData<Votes>(queryKey, (votes) => {
      const vote = votes?.[id]
      return vote && { ...votes, [id]: { ...vote, count } }
    })
  return { votes: data, setCount, toggleVote, addVote }
}

const toggled = ({ count, isMine }: Vote): Vote => ({
  count: count + (isMine ? -1 : 1),
  isMine: !isMine,
})

/**
 * @param counts id and number of votes; a view's columns have types that allow null
 * @param own ids that the viewer voted for
 */
export function toVotes(
  counts: readonly (readonly [id: string | null, count: number | null])[],
  own: readonly string[],
): Votes {
  return Object.fromEntries(
    counts.map(([id, count]) => [
      id ?? '',
      { count: count ?? 0, isMine: id !== null && own.includes(id) },
    ]),
  )
}
