import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from './command-error.ts'

/**
 * What the browser reads by itself, beyond what a page's loader gave. Handed to each hook, so that
 * pages which read nothing so do not carry the library.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: logFailure }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 2 },
    // What a person does is told to have failed, not sent later unseen.
    mutations: { networkMode: 'always' },
  },
})
