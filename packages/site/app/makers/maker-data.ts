import { sendCommand } from '../data/command.ts'
import type { Database } from '../data/database.types.ts'
import { queries, useRead } from '../data/query.ts'
import type { ClaimCheck, MakerStats } from '../data/rpc-results.ts'
import { callFunction } from '../session/call-function.ts'
import { getSupabase } from '../session/session.ts'

/** A claim of a company of which the viewer is an admin. */
export type OwnClaim = Omit<
  Database['public']['Functions']['my_tool_claims']['Returns'][number],
  'detail'
> & { detail: string | null }

/** A tool that the viewer's company manages. */
export interface MadeTool {
  id: string
  name: string
  slug: string
  review_count: number
  method: string
  verified_on: string
  maker_figures: MakerStats
}

const CLAIMS = 'own claims'
const TOOLS = 'made tools'

/** While the server checks a claim later than it answers, as with a hosted backend. */
const POLL_MS = 5000

/** The claims of the viewer's companies, the newest first. */
export const useOwnClaims = (userId: string) =>
  useRead([CLAIMS, userId], async (): Promise<OwnClaim[]> => callFunction('my_tool_claims'), {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ is_checking }) => is_checking) ? POLL_MS : false,
  })

/** The companies of which the viewer is an admin. */
export const useAdminCompanies = (userId: string) =>
  useRead(
    ['admin companies', userId],
    async () => {
      const rows = await sendCommand(
        (await getSupabase())
          .from('company_members')
          .select('companies(id, name)')
          .eq('user_id', userId)
          .eq('is_admin', true)
          .order('created_at'),
      )
      return rows.map(({ companies }) => companies)
    },
    { staleTime: 0 },
  )

export const useMadeTools = (companyId: string) =>
  useRead(
    [TOOLS, companyId],
    async (): Promise<MadeTool[]> => {
      const rows = await sendCommand(
        (await getSupabase())
          .from('tool_makers')
          .select('method, verified_on, tools(id, name, slug, review_count, maker_figures)')
          .eq('company_id', companyId)
          .order('verified_on')
          .order('tool_id')
          .overrideTypes<{ tools: { maker_figures: MakerStats } }[]>(),
      )
      return rows.map(({ tools, ...maker }) => ({ ...tools, ...maker }))
    },
    { staleTime: 0 },
  )

const refresh = async () => {
  await Promise.all([CLAIMS, TOOLS].map((key) => queries.invalidateQueries({ queryKey: [key] })))
}

/** @throws {CommandError} */
export async function startClaim(tool: string, company: string): Promise<void> {
  await callFunction('start_tool_claim', { tool, company })
  await refresh()
}

/** @throws {CommandError} */
export async function checkClaim(claim: string): Promise<ClaimCheck> {
  const found = await callFunction('check_tool_claim', { claim })
  await refresh()
  return found
}

/** @throws {CommandError} */
export async function releaseTool(tool: string): Promise<void> {
  await callFunction('release_tool', { tool })
  await refresh()
}
