import type { Backend } from '@toolmark/backend/backend.ts'
import { z } from 'zod'
import type { ClaimCheck, RpcResults } from '../../app/data/rpc-results.ts'
import type { ServiceClient } from '../jobs/service-client.ts'
import type { FindToken } from './find-token.ts'
import { isSharedHost } from './shared-host.ts'

/** Claims that are checked at the same time. */
const BATCH = 5

interface CheckOptions {
  service: ServiceClient
  findToken: FindToken
}

/**
 * Checks the claims of makers that are due: those that a member has requested, and granted ones whose
 * proof was found 30 days ago. A claim whose result the database refuses does not stop the others.
 * @throws after the last claim, the first error; a claim that failed is due again later
 */
export async function checkClaims(
  options: CheckOptions,
  hasEnded: () => boolean,
): Promise<undefined> {
  const errors: unknown[] = []
  while (!hasEnded()) {
    const checked = await checkSome(options, { n: BATCH })
    if (checked.length === 0) break
    for (const result of checked) if (result.status === 'rejected') errors.push(result.reason)
  }
  if (errors.length > 0) throw errors[0]
  return undefined
}

const checkSome = async (
  { service, findToken }: CheckOptions,
  which: { n: number; claim?: string },
): Promise<PromiseSettledResult<RpcResults['record_claim_check']>[]> => {
  const { data: due } = await service.rpc('claims_to_check', which).throwOnError()
  return Promise.allSettled(
    due.map(async ({ id, ...places }) => {
      const { data } = await service
        .rpc('record_claim_check', {
          claim: id,
          ...(await findToken(places)),
          is_shared_host: isSharedHost(places.page_url),
        })
        .throwOnError()
      return data
    }),
  )
}

const CHECK_PATH = '/rest/v1/rpc/check_tool_claim'
const call = z.object({ claim: z.uuid() })

/**
 * A backend that answers `check_tool_claim` when the server has looked for the token. The database
 * decides whether the caller may ask for it.
 * @param log receives a failed check; a job repeats it
 */
export function answerClaimChecks(
  fetch: Backend['fetch'],
  options: CheckOptions,
  log: (error: unknown) => void,
): Backend['fetch'] {
  return async (request, about) => {
    const isCheck = request.method === 'POST' && new URL(request.url).pathname === CHECK_PATH
    if (!isCheck) return fetch(request, about)
    const body = request.clone()
    const response = await fetch(request, about)
    if (!response.ok) return response
    const found = await check(body, options).catch(log)
    if (!found) return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(JSON.stringify(found), { status: response.status, headers })
  }
}

async function check(body: Request, options: CheckOptions): Promise<ClaimCheck | undefined> {
  const { data } = call.safeParse(await body.json())
  const [result] = data ? await checkSome(options, { n: 1, claim: data.claim }) : []
  if (result?.status === 'rejected') throw result.reason
  return result?.value
}
