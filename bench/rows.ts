import { createClient } from '@supabase/supabase-js'
import type { Database } from '../app/data/database.types.ts'
import { loadSite } from '../server/site.ts'

/** What a backend answered, by method, address and body. */
export type Rows = Record<string, string>

const keyOf = (address: string, { method = 'GET', body }: RequestInit = {}) =>
  `${method} ${address.slice(new URL(address).origin.length)} ${body ?? ''}`

/**
 * Has a page rendered once from a running site's backend, and keeps every answer that it took.
 * @param url the site's address
 */
export async function rowsOf(url: string, anonKey: string, path: string): Promise<Rows> {
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

/** A backend's answers again, without the backend. @throws {Error} for what was never asked */
export function answerFrom(rows: Rows): typeof fetch {
  return async (address, init) => {
    const key = keyOf(String(address), init)
    const body = rows[key]
    if (body === undefined) throw new Error(`no rows were kept for ${key}`)
    return new Response(body)
  }
}
