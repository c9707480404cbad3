import { expect, test } from 'vitest'
import { createServiceClient } from '../jobs/service-client.ts'
import { checkClaims } from './check-claims.ts'

const places = {
  token: 'x',
  dns_name: 'shop.example',
  file_url: 'https://shop.example/.well-known/toolmark-verify.txt',
  page_url: 'https://shop.example/',
  is_repository: false,
}

test('a claim whose result the database refuses stops neither the others nor the later ones', async () => {
  const due = [['one', 'refused', 'two'], ['broken', 'three'], []]
  const recorded: string[] = []
  const service = createServiceClient('http://backend.invalid', 'key', async (input, init) => {
    const { claim } = JSON.parse(String(init?.body)) as { claim?: string }
    if (String(input).endsWith('claims_to_check'))
      return Response.json((due.shift() ?? []).map((id) => ({ id, ...places })))
    if (claim === 'refused') {
      const error = { code: '23514', message: 'company_domain_format', details: null, hint: null }
      return Response.json(error, { status: 400 })
    }
    recorded.push(String(claim))
    return Response.json({ status: 'granted', detail: '' })
  })
  let looks = 0
  const findToken = async () => {
    looks += 1
    // The third claim is in the second batch.
    if (looks === 4) throw new Error('no look')
    return { found: true, detail: '' }
  }
  await expect(checkClaims({ service, findToken }, () => false)).rejects.toMatchObject({
    code: '23514',
  })
  expect([recorded, due]).toEqual([['one', 'two', 'three'], []])
})
