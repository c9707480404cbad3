// The jobs of the server on the backend: queued emails are sent once, and files of removed pictures move.

import { type Mail, MailError } from '@toolmark/backend/mail/mailer.ts'
import { beforeEach, expect, test } from 'vitest'
import { movePictures } from '../../server/jobs/move-pictures.ts'
import { sendEmails } from '../../server/jobs/send-emails.ts'
import { shareTestBackend, type TestMember } from '../support/backends/backend.ts'
import { createModerationFixture } from '../support/databases/moderation.ts'

const backend = await shareTestBackend()
const fixture = await createModerationFixture(backend.db)
const { service } = backend
beforeEach(async () => {
  await backend.db.asOwner('delete from private.email_queue')
})

const queue = (count: number) =>
  backend.db.asOwner`insert into private.email_queue (kind, address, data)
     select 'report_received', 'rita' || n || '@people.example', '{"key": "secret"}' from generate_series(1, ${count}) n`
const readQueue = () =>
  backend.db
    .asOwner`select address, data, sent_at is not null as is_sent, attempts, last_error, due_at > now() as is_later
     from private.email_queue order by id`

/** @param deliver fails for some mails */
function createSending(deliver: (mail: Mail) => void = () => {}) {
  const sent: string[] = []
  const outcomes: string[] = []
  return {
    sent,
    outcomes,
    options: {
      service,
      renderEmail: ({ address, kind }: { address: string; kind: string }) => ({
        to: address,
        subject: kind,
        text: '',
        html: '',
      }),
      deliver: async (mail: Mail) => {
        deliver(mail)
        sent.push(mail.to)
      },
      countEmail: (outcome: string) => void outcomes.push(outcome),
    },
  }
}
const never = () => false

test('sendEmails sends what is due, the oldest first, and empties its data', async () => {
  await queue(3)
  const { sent, outcomes, options } = createSending()
  expect(await sendEmails(options, never)).toBeUndefined()
  const [first, ...others] = sent
  expect(first).toBe('rita1@people.example')
  expect(others.sort()).toEqual(['rita2@people.example', 'rita3@people.example'])
  expect(outcomes).toEqual(['sent', 'sent', 'sent'])
  const done = { is_sent: true, data: {}, attempts: 1, last_error: null }
  expect(await readQueue()).toMatchObject([done, done, done])
})

test('an email goes to the address that its member has when it is sent', async () => {
  const member = await fixture.createMember()
  await backend.db
    .asOwner`insert into private.email_queue (kind, user_id) values ('account_decision', ${member})`
  await backend.db.asOwner`update auth.users set email = 'new@people.example' where id = ${member}`
  const { sent, options } = createSending()
  await sendEmails(options, never)
  expect(sent).toEqual(['new@people.example'])
})

test('several processes send each email once', async () => {
  await queue(20)
  const processes = [createSending(), createSending(), createSending()]
  await Promise.all(processes.map(({ options }) => sendEmails(options, never)))
  const sent = processes.flatMap((each) => each.sent)
  expect([sent.length, new Set(sent).size]).toEqual([20, 20])
})

test('an email that the mail server refuses keeps its error and data, and the others are sent', async () => {
  await queue(2)
  const { sent, outcomes, options } = createSending(({ to }) => {
    if (to.startsWith('rita1')) throw new MailError('550 unknown mailbox', 'mail', true)
  })
  expect(await sendEmails(options, never)).toBeUndefined()
  expect([sent, outcomes]).toEqual([['rita2@people.example'], ['failed', 'sent']])
  expect((await readQueue())[0]).toMatchObject({
    is_sent: false,
    data: { key: 'secret' },
    attempts: 4,
    last_error: '550 unknown mailbox',
    is_later: true,
  })
})

test('a mail that waits for its recipient, or for a slow answer, delays no other', async () => {
  await queue(5)
  const { sent, options } = createSending(({ to }) => {
    if (to.startsWith('rita1')) throw new MailError('450 4.1.2 domain not found', 'mail')
  })
  const { deliver } = options
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const run = sendEmails(
    {
      ...options,
      deliver: async (mail) => {
        if (mail.to.startsWith('rita2')) await slow
        await deliver(mail)
      },
    },
    never,
  )
  await expect.poll(() => sent.length).toBe(3)
  finish()
  expect(await run).toBeUndefined()
  expect(sent.at(-1)).toBe('rita2@people.example')
  expect((await readQueue())[0]).toMatchObject({ attempts: 1, is_sent: false, is_later: true })
})

test('mail of accounts goes before older mail of other kinds', async () => {
  await queue(2)
  await backend.db.asOwner(
    "insert into private.email_queue (kind, address, due_at) values ('account', 'ana@people.example', now())",
  )
  await backend.db
    .asOwner`update private.email_queue set due_at = now() - interval '1 hour' where kind <> 'account'`
  const { sent, options } = createSending()
  await sendEmails(options, never)
  expect([sent[0], sent.length]).toEqual(['ana@people.example', 3])
})

test('four attempts are made, and a mail server that is down pauses the others', async () => {
  await queue(2)
  const { sent, outcomes, options } = createSending(() => {
    throw new MailError('ECONNREFUSED', 'server')
  })
  expect(await sendEmails(options, never)).toBe(60_000)
  expect((await readQueue()).map(({ attempts }) => attempts)).toEqual([1, 0])
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await backend.db.asOwner('update private.email_queue set due_at = now()')
    await sendEmails(options, never)
  }
  expect((await readQueue()).map(({ attempts }) => attempts)).toEqual([4, 4])
  expect([sent, new Set(outcomes)]).toEqual([[], new Set(['failed'])])
})

test('an email that a killed process had taken is sent after a minute', async () => {
  await queue(1)
  await service.rpc('claim_emails', { n: 1 }).throwOnError()
  const { sent, options } = createSending()
  await sendEmails(options, never)
  expect(sent).toEqual([])
  await backend.db.asOwner("update private.email_queue set due_at = due_at - interval '1 minute'")
  await sendEmails(options, never)
  expect(sent).toEqual(['rita1@people.example'])
})

test('sendEmails takes no further email once the process ends', async () => {
  await queue(2)
  const { sent, options } = createSending()
  await sendEmails(options, () => sent.length > 0)
  expect(sent).toHaveLength(1)
  expect((await readQueue()).map(({ attempts }) => attempts)).toEqual([1, 0])
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

async function uploadAvatar({ client, id }: TestMember, name = '1.png'): Promise<string> {
  const path = `${id}/${name}`
  const avatars = client.storage.from('avatars')
  const { error } = await avatars.upload(path, new Blob([PNG], { type: 'image/png' }))
  if (error) throw error
  const { publicUrl } = avatars.getPublicUrl(path).data
  await client.from('profiles').update({ avatar_url: publicUrl }).eq('user_id', id).throwOnError()
  return publicUrl
}

/** The statuses of the public address and, for the service role, in the private bucket. */
async function readPlaces(url: string): Promise<[number, boolean]> {
  const path = url.split('/public/')[1] ?? ''
  const { data } = await service.storage.from('removed').download(path)
  return [(await fetch(url)).status, data !== null]
}

test('the picture of a removed profile is private within one run, and public again when it is restored', async () => {
  const member = await backend.createMember()
  const url = await uploadAvatar(member)
  expect(await readPlaces(url)).toEqual([200, false])
  await fixture.moderate(fixture.moderator, 'profile', member.id, 'remove')
  await movePictures(service, never)
  expect(await readPlaces(url)).toEqual([404, true])
  const { data: own } = await member.client.storage.from('removed').list('avatars')
  expect(own).toEqual([])
  await fixture.moderate(fixture.moderator, 'profile', member.id, 'restore')
  await movePictures(service, never)
  expect(await readPlaces(url)).toEqual([200, false])
})

test('a file of the same name that was uploaded meanwhile is replaced', async () => {
  const member = await backend.createMember()
  const url = await uploadAvatar(member)
  await fixture.moderate(fixture.moderator, 'profile', member.id, 'remove')
  await movePictures(service, never)
  await member.client.storage
    .from('avatars')
    .upload(`${member.id}/1.png`, new Blob([Buffer.concat([PNG, PNG])], { type: 'image/png' }))
  await fixture.moderate(fixture.moderator, 'profile', member.id, 'restore')
  await movePictures(service, never)
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(PNG)).toBe(true)
})

test('a picture that its owner has deleted, and one that was moved before, do not stop the others', async () => {
  const [gone, other] = [await backend.createMember(), await backend.createMember()]
  const [first, second] = [await uploadAvatar(gone), await uploadAvatar(other)]
  await gone.client.storage.from('avatars').remove([`${gone.id}/1.png`])
  for (const { id } of [gone, other])
    await fixture.moderate(fixture.moderator, 'profile', id, 'remove')
  await movePictures(service, never)
  expect(await readPlaces(first)).toEqual([404, false])
  expect(await readPlaces(second)).toEqual([404, true])
  expect(await fixture.countRows('private.picture_moves', 'true')).toBe(0)
})

test.each([
  [
    'by the member',
    ({ client }: TestMember) => client.rpc('delete_account', { keep_reviews: true }),
  ],
  ['by an administrator', ({ id }: TestMember) => service.auth.admin.deleteUser(id)],
])('all files of an account deleted %s are removed, and no others', async (_label, leave) => {
  const [leaving, staying] = [await backend.createMember(), await backend.createMember()]
  const kept = await uploadAvatar(staying)
  const before = backend.listFiles().length
  const picture = new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')])
  for (const [bucket, name] of [
    ['avatars', 'old.gif'],
    ['avatars', 'new.gif'],
    ['launches', 'never-shown.gif'],
  ] as const) {
    const uploaded = await leaving.client.storage
      .from(bucket)
      .upload(`${leaving.id}/${name}`, picture)
    expect(uploaded.error).toBeNull()
  }
  expect(backend.listFiles()).toHaveLength(before + 3)
  expect((await leave(leaving)).error).toBeNull()
  const late = await leaving.client.storage.from('avatars').upload(`${leaving.id}/2.gif`, picture)
  expect(late.error?.message).toBe('The session has ended')
  await movePictures(service, never)
  await expect.poll(() => backend.listFiles().length).toBe(before)
  expect(await readPlaces(kept)).toEqual([200, false])
  expect(await fixture.countRows('private.picture_moves', 'true')).toBe(0)
})

test('a picture that was uploaded for a company goes with the company', async () => {
  const member = await backend.createMember()
  const company = await member.client
    .from('companies')
    .insert({ name: `Acme ${member.id}` })
    .select('id')
    .single()
    .throwOnError()
  const picture = new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')])
  const path = `${company.data.id}/1.gif`
  expect((await member.client.storage.from('logos').upload(path, picture)).error).toBeNull()
  const before = backend.listFiles().length
  await service.from('companies').delete().eq('id', company.data.id).throwOnError()
  await movePictures(service, never)
  await expect.poll(() => backend.listFiles().length).toBe(before - 1)
})

test('purged content and a deleted account take the file along', async () => {
  const [purged, leaving] = [await backend.createMember(), await backend.createMember()]
  const urls = [await uploadAvatar(purged), await uploadAvatar(leaving)]
  for (const { id } of [purged, leaving])
    await fixture.moderate(fixture.moderator, 'profile', id, 'remove')
  await movePictures(service, never)
  const countFiles = () => backend.listFiles().length
  const before = countFiles()
  await leaving.client.rpc('delete_account', { keep_reviews: false }).throwOnError()
  const nextYear = new Date(Date.now() + 400 * 86_400_000).toISOString()
  await service.rpc('purge_closed_reports', { as_of: nextYear }).throwOnError()
  await movePictures(service, never)
  for (const url of urls) expect(await readPlaces(url)).toEqual([404, false])
  await expect.poll(countFiles).toBeLessThanOrEqual(before - 2)
})
