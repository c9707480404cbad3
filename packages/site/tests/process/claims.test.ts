// Checks of claims by the server (spec 6 §1): a member asks, the server looks for the token and answers.

import { serveLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { afterAll, expect, test } from 'vitest'
import { addCompany, addTool } from '../support/backends/content.ts'
import { answerDns } from '../support/services/dns.ts'
import { shareSite } from '../support/sites/share-site.ts'
import { createMember, createServiceClient } from '../support/sites/site.ts'

const records = new Map<string, string[]>()
let proof = ''
const website = await serveLocally((request, response) => {
  const isFile = request.url === '/.well-known/toolmark-verify.txt'
  response.writeHead(isFile ? 200 : 404).end(isFile ? proof : '')
})
const dns = await answerDns(records)
afterAll(() => {
  website.close()
  dns.close()
})
const site = await shareSite({ CLAIM_TEST_HOSTS: website.host, CLAIM_TEST_DNS: dns.address })
const service = await createServiceClient(site)
const { client: maker } = await createMember(site)

async function startClaim(name: string, website_url: string) {
  const tool = await addTool({ client: service }, { name, website_url })
  const company = await addCompany({ client: maker }, name)
  const { data } = await maker.rpc('start_tool_claim', { tool, company }).throwOnError()
  const check = async () =>
    (await maker.rpc('check_tool_claim', { claim: data.claim }).throwOnError()).data
  const readCompany = async () =>
    (await service.from('companies').select('verified').eq('id', company).single().throwOnError())
      .data
  return { ...data, check, readCompany }
}

test('check_tool_claim answers what the server found: no file, the file of another claim, then the token', async () => {
  const claim = await startClaim('Kettle', website.url)
  proof = 'toolmark-verify=of-another-claim'
  expect(await claim.check()).toEqual({ status: 'open', detail: expect.stringContaining(proof) })
  proof = `toolmark-verify=${claim.token}`
  expect(await claim.check()).toEqual({
    status: 'granted',
    detail: expect.stringContaining('the file'),
  })
  expect(await claim.readCompany()).toEqual({ verified: true })
  proof = ''
  // Failures of one day count once.
  for (const _ of [1, 2, 3]) expect(await claim.check()).toMatchObject({ status: 'granted' })
  expect(await claim.readCompany()).toEqual({ verified: true })
})

test('a claim by DNS is granted, and one of a private address is not fetched', async () => {
  const named = await startClaim('Pots', 'https://www.pots.example')
  records.set('pots.example', [`toolmark-verify=${named.token}`])
  expect(await named.check()).toMatchObject({ status: 'granted' })
  const hidden = await startClaim('Router', 'http://192.168.0.1')
  expect(await hidden.check()).toEqual({
    status: 'open',
    detail: expect.stringContaining('192.168.0.1 is not on the open internet'),
  })
})
