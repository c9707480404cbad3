import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from './command-error.ts'

/**
 * The cache of what the browser reads beyond the page's loader data. Each hook gets it as an argument
 * in place of a provider, so that only pages with such hooks load the library.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: logFailure }),
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 2 },
    // Without a network a command fails at once; it is not sent later unseen.
    mutations: { networkMode: 'always' },
  },
})
