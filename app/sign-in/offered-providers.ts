import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { getBackendAccess } from '../session/session.ts'

/** By the name of the provider; `email` stands for addresses, with a password or a mailed link. */
export type OfferedProviders = Partial<Record<string, boolean>>

/** The ways to sign in that the operator has set up; empty until the backend answers, and if it does not. */
export function useOfferedProviders(): OfferedProviders {
  const { data } = useQuery(
    { queryKey: ['providers'], queryFn: readProviders, retry: false },
    queries,
  )
  return data ?? {}
}

async function readProviders(): Promise<OfferedProviders> {
  const { url, key } = getBackendAccess()
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
  if (!response.ok) throw new Error('the settings cannot be read')
  return ((await response.json()) as { external: OfferedProviders }).external
}
