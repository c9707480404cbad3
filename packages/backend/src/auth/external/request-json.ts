/** For each request to a provider. */
export const TIMEOUT_MS = 10_000

/** @throws {Error} if the provider refuses, redirects, is too slow or answers anything but JSON */
export async function requestJson(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the provider answered ${response.status}`)
  return response.json()
}
