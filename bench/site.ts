import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import { demoLoading } from '@toolmark/site/app/shell/words.ts'
import { z } from 'zod'
import { ROOT } from './folders.ts'
import { type Server, startServer } from './start-server.ts'

const scripts = z.object({ scripts: z.object({ start: z.string() }) })

/** Starts the site on its own data folder, with the command of `npm start` and its memory settings, and its demo content. */
export async function startSite(
  folder: string,
  variables: Record<string, string> = {},
): Promise<Server> {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const { start } = scripts.parse(JSON.parse(text)).scripts
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    DATA_DIR: folder,
    LOGO_SERVICE: 'off',
    ...variables,
  }
  const site = await startServer(['-c', start], / is at http/, environment, ROOT, 'sh')
  while ((await (await fetch(site.url)).text()).includes(demoLoading)) await pause(100)
  return site
}

/** @returns the keys of the site with this data folder */
export const loadKeys = (folder: string) => openKeys(join(folder, 'keys.json'))

/** @returns a client with the service key, which bypasses row security */
export async function createServiceClient(url: string, folder: string) {
  const { serviceKey } = await loadKeys(folder)
  return createClient<Database>(url, serviceKey, { auth: { persistSession: false } })
}

/** @returns the memory of the site's process in MB; what is neither heap nor external is the engine's */
export async function readMemory(url: string) {
  const text = await (await fetch(`${url}/_/metrics`)).text()
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1024 ** 2)
  return {
    resident: read('process_resident_memory_bytes'),
    heap: read('nodejs_heap_size_used_bytes'),
    external: read('nodejs_external_memory_bytes'),
  }
}
