// SIGTERM: the server finishes running requests and sends queued mail.
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { openPglite } from '../../backend/database/engines/pglite.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { PASSWORD } from '../support/backend.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { startSite, temporaryFolder } from '../support/site.ts'
import { answerSmtp } from '../support/smtp.ts'

test('SIGTERM waits for a request whose body is incomplete and for unsent mail', async () => {
  const { folder, remove } = temporaryFolder()
  const mails: string[] = []
  // This mail server greets after 2 s.
  const mailServer = createServer((socket) => {
    socket.on('error', () => {})
    answerSmtp(socket, mails, 2000)
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const { port } = mailServer.address() as AddressInfo
  const environment = {
    DATA_DIR: copyPreparedData(join(folder, 'data')),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  }
  try {
    const site = await startSite(environment)
    const { serviceKey } = await openKeys(join(folder, 'data', 'keys.json'))
    const client = createClient(site.url, serviceKey, { auth: { persistSession: false } })
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
    const email = 'ana@people.example'
    expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()
    const stopped = site.stop()
    await new Promise((resolve) => setTimeout(resolve, 300))
    // New connections are refused meanwhile.
    await expect(fetch(site.url)).rejects.toThrow()
    sent.end(body.slice(10))
    expect(await status).toBe(201)
    await stopped
    expect(mails.join()).toContain('To: ana@people.example')
    expect(site.readOutput()).not.toMatch(/pool|not sent/)

    const database = await openPglite(environment.DATA_DIR)
    const tools = await database.asOwner('select name from tools')
    await database.close()
    expect(tools).toEqual([{ name: 'Late' }])
  } finally {
    mailServer.close()
    remove()
  }
})
