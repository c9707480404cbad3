import { createClient } from '@supabase/supabase-js'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import { loadSite } from '@toolmark/site/server/rendering/site.ts'

/** The answers of a backend by method, address and body. */
export type Rows = Record<string, string>

const keyOf = (address: string, { method = 'GET', body }: RequestInit = {}) =>
  `${method} ${address.slice(new URL(address).origin.length)} ${body ?? ''}`

/**
 * Renders a page once from a running site's backend and records every answer that it reads.
 * @param url the site's address
 */
export async function recordRows(url: string, anonKey: string, path: string): Promise<Rows> {
  const rows: Rows = {}
  const supabase = createClient<Database>(url, anonKey, {
    auth: { persistSession: false },
    global: {
      fetch: async (address, init) => {
        const response = await fetch(address, init)
        const body = await response.text()
        rows[keyOf(String(address), init)] = body
        return new Response(body, response)
      },
    },
  })
  const render = await loadSite({
    supabase,
    visitorClient: supabase,
    siteUrl: url,
    public: { supabaseUrl: '', supabaseAnonKey: anonKey },
    hasDesignPage: false,
    log: (error) => {
      throw error
    },
  })
  await (await render(new Request(url + path))).text()
  return rows
}

/**
 * @returns a fetch that answers with recorded rows
 * @throws {Error} for a request that was not recorded
 */
export function replayRows(rows: Rows): typeof fetch {
  return async (address, init) => {
    const key = keyOf(String(address), init)
    const body = rows[key]
    if (body === undefined) throw new Error(`no recorded answer for ${key}`)
    return new Response(body)
  }
}
