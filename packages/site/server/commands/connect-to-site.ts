import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { keysFileOf, siteUrlOf } from '@toolmark/backend/server/environment.ts'
import type { Environment } from '../environment.ts'
import { createServiceClient, type ServiceClient } from '../jobs/service-client.ts'
import { requireKeys } from './require-site.ts'

export interface Connection {
  service: ServiceClient
  /** @throws {Error} with the database's message, or one that says what to do */
  call<Data>(request: PromiseLike<Answer<Data>>): Promise<Data>
}

/** The status is 0 without an answer. */
type Answer<Data> = { status: number } & (
  | { data: Data; error: null }
  | { data: null; error: { message: string } }
)

/**
 * Connects a command to the running site with its service key: to the site of this folder, or to a
 * Supabase project with SUPABASE_URL and SUPABASE_SERVICE_KEY.
 * @throws {Error} with one line that says what is missing
 */
export async function connectToSite(environment: Environment): Promise<Connection> {
  const { url, serviceKey, keyName } = await findSite(environment)
  const service = createServiceClient(url, serviceKey)
  const call = async <Data>(request: PromiseLike<Answer<Data>>): Promise<Data> => {
    const { data, error, status } = await request
    if (!error) return data
    if (status === 0)
      throw new Error(
        environment.SUPABASE_URL
          ? `${url} does not answer`
          : `no site answers at ${url}: start it first, and run this command with the same PORT, HOST and DATA_DIR`,
      )
    if (status === 401) throw new Error(`${url} does not accept ${keyName}`)
    throw new Error(error.message, { cause: error })
  }
  return { service, call }
}

async function findSite(environment: Environment) {
  const { SUPABASE_URL, SUPABASE_SERVICE_KEY, JWT_SECRET } = environment
  if (SUPABASE_URL) {
    if (!SUPABASE_SERVICE_KEY) throw new Error('SUPABASE_SERVICE_KEY is not set')
    return { url: SUPABASE_URL, serviceKey: SUPABASE_SERVICE_KEY, keyName: 'SUPABASE_SERVICE_KEY' }
  }
  const file = keysFileOf(environment)
  requireKeys(environment)
  const { serviceKey } = await openKeys(file, JWT_SECRET)
  // Not SITE_URL: the proxy may be on another machine.
  const url = siteUrlOf({ ...environment, SITE_URL: undefined })
  return { url, serviceKey, keyName: JWT_SECRET ? 'the key of JWT_SECRET' : `the key of ${file}` }
}
