import {
  QueryCache,
  QueryClient,
  type QueryFilters,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  useIsFetching,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logFailure } from './command-error.ts'

/**
 * The cache of data that the browser reads in addition to the loader data of a page. Each hook gets it
 * as an argument: with a provider every page would load the library.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: logFailure }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 2 },
    // Offline a command fails at once. The default would send it when the network is back.
    mutations: { networkMode: 'always' },
  },
})

/** Reads everything again that the page shows and could not read. */
export const retryFailedReads = () =>
  queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** Options of `useRead` besides its key and its function. */
export type ReadOptions<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>

/** Reads data in the browser; hooks with the same key share it. */
export const useRead = <Data>(
  queryKey: QueryKey,
  queryFn: QueryFunction<Data>,
  options?: ReadOptions<Data>,
) => useQuery({ queryKey, queryFn, ...options }, queries)

const FIRST_READS: QueryFilters = { predicate: ({ state }) => state.status === 'pending' }

/**
 * Whether the first reads of a page have ended. Parts that are shown before would move when others come.
 * @param isReady false until the page knows what it reads
 */
export function useHasRead(isReady = true): boolean {
  const isReading = useIsFetching(FIRST_READS, queries) > 0
  const [hasRead, setRead] = useState(false)
  useEffect(() => {
    // The parts of the page have begun their reads: their effects run before this one.
    if (isReady && !isReading && queries.isFetching(FIRST_READS) === 0) setRead(true)
  }, [isReady, isReading])
  return hasRead
}
