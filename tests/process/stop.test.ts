// A stop finishes what is under way.
import { request } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { openKeys } from '../../backend/keys/keys.ts'
import { startSite, temporaryFolder } from '../support/site.ts'

test('a write whose body is still on its way is taken, and is there after the next start', async () => {
  const { folder, remove } = temporaryFolder()
  const environment = { DATA_DIR: join(folder, 'data') }
  try {
    const site = await startSite(environment)
    const { serviceKey } = await openKeys(join(folder, 'data', 'keys.json'))
    const body = JSON.stringify({ name: 'Late', slug: '', description: 'd', category: 'HR' })
    const sent = request(`${site.url}/rest/v1/tools`, {
      method: 'POST',
      headers: {
        apikey: serviceKey,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      },
    })
    const status = new Promise<number | undefined>((resolve, reject) => {
      sent.once('response', (response) => resolve(response.statusCode))
      sent.once('error', reject)
    })
    await new Promise((resolve) => sent.write(body.slice(0, 10), resolve))
    const stopped = site.stop()
    await new Promise((resolve) => setTimeout(resolve, 300))
    // Nobody new is let in meanwhile.
    await expect(fetch(site.url)).rejects.toThrow()
    sent.end(body.slice(10))
    expect(await status).toBe(201)
    await stopped

    const again = await startSite(environment)
    const service = createClient(again.url, serviceKey, { auth: { persistSession: false } })
    const { data } = await service.from('tools').select('name')
    await again.stop()
    expect(data).toEqual([{ name: 'Late' }])
  } finally {
    remove()
  }
})
