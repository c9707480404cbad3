import { expect, test } from 'vitest'
import { createMailQuota, type MailQuota, type MailShare, type MailUse } from './mail-quota.ts'

let lastNetwork = 0
/** An address that no other request has. */
const newNetwork = () => `203.0.113.${++lastNetwork}`

async function send(quota: MailQuota, share: MailShare, network = newNetwork()) {
  await quota.request(share, network)
  await quota.countSent(share)
}

/** Sends from new networks until the share is used up. */
async function countSent(quota: MailQuota, share: MailShare): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    const isSent = await send(quota, share).then(
      () => true,
      () => false,
    )
    if (!isSent) return sent
  }
}

const refused = { status: 429, body: { error_code: 'over_email_send_rate_limit' } }

test.each([
  [1, 1, 0],
  [2, 1, 1],
  [4, 2, 2],
  [30, 18, 12],
])('of %i mails in an hour members get %i, which leaves %i to sign-ups', async (perHour, ...of) => {
  const quota = createMailQuota(perHour)
  expect([await countSent(quota, 'members'), await countSent(quota, 'sign_ups')]).toEqual(of)
})

test('the networks of one IPv6 /48 share a tenth of a share', async () => {
  const quota = createMailQuota(100)
  for (let network = 0; network < 4; network += 1)
    await send(quota, 'sign_ups', `2001:db8:1:${network}`)
  await expect(send(quota, 'sign_ups', '2001:db8:1:5')).rejects.toMatchObject(refused)
  await send(quota, 'sign_ups', '2001:db8:2:1')
})

test('a request whose account decides the share counts in both', async () => {
  const quota = createMailQuota(50)
  const network = newNetwork()
  expect(await quota.request('either', network)).toEqual(['members', 'sign_ups'])
  await quota.request('sign_ups', network)
  await expect(quota.request('sign_ups', network)).rejects.toMatchObject(refused)
  expect(await quota.request('either', network)).toEqual(['members'])
  await quota.request('members', network)
  await expect(quota.request('either', network)).rejects.toMatchObject(refused)
})

test('onMailHalfUsed is called once after half of a share', async () => {
  const used: MailUse[] = []
  const quota = createMailQuota(10, { onMailHalfUsed: (use) => used.push(use) })
  await send(quota, 'sign_ups')
  expect(used).toEqual([])
  expect(await countSent(quota, 'sign_ups')).toBe(3)
  expect(used).toEqual([{ share: 'sign_ups', sent: 2, limit: 4 }])
})
