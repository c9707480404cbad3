// Invitations and blocked domains (spec 4 §3).

import { OWNER } from '@toolmark/backend/tests/support/databases/database.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { shareCommunity } from '../../support/databases/community.ts'
import { ANON, SERVICE } from '../../support/databases/moderation.ts'
import { expectRefusal, ONLY_MODERATORS } from '../../support/databases/refusals.ts'

const { db, moderator, admin, ben, readEmails, otherModerator, countRows } = await shareCommunity()
afterEach(async () => {
  await db.asOwner('delete from private.site_settings')
})

const createAddress = () => `${crypto.randomUUID()}@people.example`
const setSettings = (changes: object) =>
  db.as(admin, 'select update_site_settings($1)', [JSON.stringify(changes)])
const invite = (email: string | null, note = '', sub = moderator) =>
  db.as(sub, 'select invite($1, $2)', [email, note])
const list = () => db.as(moderator, 'select * from list_invitations()')
const find = async (email: string) => (await list()).find((row) => row.email === email)
const revoke = (email: string, sub = moderator) =>
  db.as(sub, 'select revoke_invitation($1)', [email])
const insertAccount = (email: string, isConfirmed = true) =>
  db.asOwner(
    'insert into auth.users (email, email_confirmed_at) values ($1, case when $2 then now() end) returning id',
    [email, isConfirmed],
  )
const refuse = (email: string) =>
  db.valueAsOwner('select private.refuse_sign_up($1) as refusal', [email])

describe('invite, list_invitations and revoke_invitation', () => {
  test('are for moderators and administrators alone', async () => {
    const email = createAddress()
    const calls: [string, unknown[]][] = [
      ['select invite($1)', [email]],
      ['select list_invitations()', []],
      ['select revoke_invitation($1)', [email]],
    ]
    for (const [text, values] of calls) {
      await expectRefusal(db.as(ben, text, values), ONLY_MODERATORS)
      for (const caller of [ANON, SERVICE])
        await expectRefusal(db.as(caller, text, values), '42501')
    }
    for (const sub of [moderator, admin]) {
      await invite(email, '', sub)
      expect(await find(email)).toMatchObject({ email, used_at: null })
      await revoke(email, sub)
      expect(await find(email)).toBeUndefined()
    }
  })

  test('an invitation is valid for 14 days, has no upper case, and sends an email with the note', async () => {
    const email = createAddress()
    await invite(` ${email.toUpperCase()} `, '  We met at the fair. ')
    const row = await find(email)
    const [created, expires] = [row?.created_at, row?.expires_at] as [Date, Date]
    expect(expires.getTime() - created.getTime()).toBe(14 * 86_400_000)
    expect(await readEmails(email)).toMatchObject([
      { kind: 'invitation', data: { note: 'We met at the fair.' } },
    ])
  })

  test('a second invitation starts the 14 days again and sends another email', async () => {
    const email = createAddress()
    await invite(email)
    await db.asOwner("update private.invitations set expires_at = now() - interval '1 day'")
    await invite(email)
    expect((await find(email))?.expires_at).toSatisfy((date: Date) => date > new Date())
    expect(await readEmails(email)).toHaveLength(2)
  })

  test.each([null, '', 'ana', 'ana@people', 'a b@people.example', `${'a'.repeat(250)}@x.example`])(
    'the address %s is refused',
    async (email) => {
      await expectRefusal(invite(email), '23514: Please provide a valid email address.')
    },
  )

  test('a note of 501 characters is refused, one of 500 is not', async () => {
    const email = createAddress()
    await expectRefusal(invite(email, 'x'.repeat(501)), '23514')
    await invite(email, 'x'.repeat(500))
  })

  test('an invitation for an address with an account answers as for any other', async () => {
    const email = createAddress()
    await db.createUser({ email })
    await invite(email)
    expect(await find(email)).toMatchObject({ used_at: null })
  })

  test('a used invitation can be neither sent again nor revoked, and an unknown one is not found', async () => {
    const email = createAddress()
    await invite(email)
    await db.createUser({ email })
    const used = 'PT409: This invitation has been used already.'
    await expectRefusal(invite(email), used)
    await expectRefusal(revoke(email), used)
    await expectRefusal(revoke(createAddress()), 'PT404: We could not find this invitation.')
  })

  test('revoke_invitation deletes the email and an account that has not confirmed the address', async () => {
    const [email, other] = [createAddress(), createAddress()]
    await insertAccount(other, false)
    await setSettings({ invite_only: true })
    await invite(email)
    await insertAccount(email, false)
    await revoke(email.toUpperCase())
    expect(await readEmails(email)).toEqual([])
    const accounts =
      await db.asOwner`select email from auth.users where email = any (${[email, other]})`
    expect(accounts).toEqual([{ email: other }])
  })
})

describe('an account', () => {
  const invitationOnly = '23514: Sign-up is by invitation only.'

  test('needs an invitation if invite_only is on, in any case of the letters', async () => {
    const email = createAddress()
    await insertAccount(createAddress())
    await setSettings({ invite_only: true })
    await expectRefusal(insertAccount(email), invitationOnly)
    expect(await refuse(email)).toEqual({
      error_code: 'invitation_required',
      msg: 'Sign-up is by invitation only.',
    })
    await invite(email)
    expect(await refuse(email.toUpperCase())).toBeNull()
    expect(await insertAccount(email.toUpperCase())).toHaveLength(1)
  })

  const confirm = (email: string) =>
    db.asOwner`update auth.users set email_confirmed_at = now() where email = ${email} returning id`

  test('that signed up before invite_only was on needs an invitation to confirm the address', async () => {
    const email = createAddress()
    await insertAccount(email, false)
    await setSettings({ invite_only: true })
    await expectRefusal(confirm(email), invitationOnly)
    await invite(email)
    expect(await confirm(email)).toHaveLength(1)
  })

  test('cannot take an address of a blocked domain, and needs no invitation for another one', async () => {
    const email = createAddress()
    const [account] = await insertAccount(email)
    const change = (address: string) =>
      db.asOwner`update auth.users set email = ${address} where id = ${account?.id} returning id`
    await setSettings({ invite_only: true, blocked_email_domains: ['throwaway.example'] })
    await expectRefusal(
      change(`${crypto.randomUUID()}@throwaway.example`),
      '23514: Please provide a valid email address.',
    )
    expect(await change(createAddress())).toHaveLength(1)
  })

  test('with an expired or a revoked invitation is refused', async () => {
    await setSettings({ invite_only: true })
    const [expired, revoked] = [createAddress(), createAddress()]
    await invite(expired)
    await invite(revoked)
    await db.asOwner`update private.invitations set expires_at = now() where email = ${expired}`
    await revoke(revoked)
    await expectRefusal(insertAccount(expired), invitationOnly)
    await expectRefusal(insertAccount(revoked), invitationOnly)
  })

  test('uses its invitation when it confirms the address, and not before', async () => {
    await setSettings({ invite_only: true })
    const email = createAddress()
    await invite(email)
    await insertAccount(email, false)
    expect(await find(email)).toMatchObject({ used_at: null })
    expect(await refuse(email)).toBeNull()
    await db.asOwner('update auth.users set email_confirmed_at = now() where email = $1', [email])
    expect(await find(email)).toMatchObject({ used_at: expect.any(Date) })
    expect(await refuse(email)).toMatchObject({ error_code: 'invitation_required' })
  })

  test('of a blocked domain, or of one below it, is refused, also with an invitation', async () => {
    const refusal = '23514: Please provide a valid email address.'
    const [early, late] = ['x', 'y'].map((name) => `${name}@sub.throwaway.example`) as [
      string,
      string,
    ]
    await invite(early)
    await setSettings({ blocked_email_domains: ['Throwaway.example', 'a_b.example'] })
    await expectRefusal(invite(late), refusal)
    for (const email of [early, 'z@THROWAWAY.example', 'z@a_b.example'])
      await expectRefusal(insertAccount(email), refusal)
    for (const email of [
      'z@notthrowaway.example',
      'throwaway.example@people.example',
      'z@axb.example',
    ])
      expect(await insertAccount(email)).toHaveLength(1)
  })

  test('that the operator makes with the service key needs none', async () => {
    await setSettings({ invite_only: true })
    const rows = await db.database.transactionAsOwner(async (transaction) => {
      await transaction.query(
        `select set_config('request.jwt.claims', '{"role": "service_role"}', true)`,
      )
      return transaction.query('insert into auth.users (email) values ($1) returning id', [
        createAddress(),
      ])
    })
    expect(rows).toHaveLength(1)
  })
})

describe('personal data', () => {
  test('download_my_data has the own invitation, and those sent without their addresses', async () => {
    const [email, other] = [createAddress(), createAddress()]
    await invite(email, '', otherModerator)
    await invite(other, '', otherModerator)
    const me = await db.createUser({ email })
    const read = async (sub: string) =>
      (await db.value(sub, 'select download_my_data() as data')) as object
    expect(await read(me)).toMatchObject({
      invitation: { address: email, used_at: expect.any(String) },
      invitations_sent: [],
    })
    const sent = await read(otherModerator)
    expect(sent).toMatchObject({ invitation: null, invitations_sent: [{}, {}] })
    expect(JSON.stringify(sent)).not.toContain(email)
  })

  test('delete_account deletes the own invitation with its email, and keeps those sent', async () => {
    const [email, other] = [createAddress(), createAddress()]
    await invite(email)
    const me = await db.createUser({ email })
    await db.insert(OWNER, 'private.staff', { user_id: me, role: 'moderator' })
    await invite(other, '', me)
    await db.as(me, 'select delete_account(false)')
    expect(await find(email)).toBeUndefined()
    expect(await readEmails(email)).toEqual([])
    expect(
      await countRows('private.invitations', 'email = $1 and invited_by is null', [other]),
    ).toBe(1)
  })

  test('purge_closed_reports deletes unused invitations 30 days after their end', async () => {
    const [unused, used] = [createAddress(), createAddress()]
    await invite(unused)
    await invite(used)
    await db.createUser({ email: used })
    const purge = (days: number) =>
      db.as(SERVICE, 'select purge_closed_reports(now() + make_interval(days => $1))', [days])
    await purge(43)
    expect(await find(unused)).toBeDefined()
    await purge(45)
    await purge(45)
    expect(await find(unused)).toBeUndefined()
    expect(await find(used)).toBeDefined()
  })
})
