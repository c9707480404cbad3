// Links and invitations of the operator: admin.generateLink and admin.inviteUserByEmail.
import { describe, expect, test } from 'vitest'
import {
  createEmail,
  findLink,
  openLink,
  PASSWORD,
  shareTestBackend,
} from '../support/backends/backend.ts'

const backend = await shareTestBackend((settings) => {
  settings.auth.additional_redirect_urls = ['https://app.example/**']
  settings.auth.email.double_confirm_changes = true
})
const { admin } = backend.service.auth

const redirectTo = 'https://app.example/welcome'
/** Signs in with an access token of a redirect. */
const readUser = async (fragment: URLSearchParams) =>
  (await backend.createClient().auth.getUser(fragment.get('access_token') ?? '')).data.user

describe('generateLink', () => {
  test('signup makes an account; its link confirms it, with password and metadata, and no mail is sent', async () => {
    const email = createEmail()
    const { data, error } = await admin.generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { status: 'alpha' }, redirectTo },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { status: 'alpha' } })
    expect(data.properties).toEqual({
      action_link: expect.stringContaining('type=signup'),
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.any(String),
      redirect_to: redirectTo,
      verification_type: 'signup',
    })
    expect(backend.readOutbox(email)).toEqual([])
    expect((await backend.signIn(email)).error).not.toBeNull()
    const { to, fragment } = await openLink(new URL(data.properties?.action_link ?? ''))
    expect(to.href).toContain(`${redirectTo}#access_token=`)
    expect(await readUser(fragment)).toMatchObject({ email, user_metadata: { status: 'alpha' } })
    expect((await backend.signIn(email)).error).toBeNull()
  })

  test('signup needs a strong password, and an address without a confirmed account', async () => {
    const { email } = await backend.createMember()
    const generate = (address: string, password: string) =>
      admin.generateLink({ type: 'signup', email: address, password })
    expect((await generate(email, PASSWORD)).error?.code).toBe('email_exists')
    expect((await generate(createEmail(), 'short')).error?.code).toBe('weak_password')
    expect((await generate(createEmail(), '')).error?.message).toBe(
      'Signup requires a valid password',
    )
    expect((await generate('no address', PASSWORD)).error?.message).toBe(
      'Unable to validate email address: invalid format',
    )
  })

  test.each(['magiclink', 'recovery', 'signup', 'email_change_current'] as const)(
    '%s of an address that is stored with capitals works',
    async (type) => {
      const email = `Vi.${crypto.randomUUID()}@People.example`
      const [row] = await backend.db.asOwner(
        `insert into auth.users (email, email_confirmed_at) values ($1, case when $2 then now() end) returning id`,
        [email, type !== 'signup'],
      )
      const { data } = await admin.generateLink(
        type === 'email_change_current'
          ? { type, email, newEmail: createEmail() }
          : { type, email, password: PASSWORD },
      )
      const { fragment } = await openLink(new URL(data.properties?.action_link ?? ''))
      expect(fragment.get('error')).toBeNull()
      if (type === 'email_change_current') expect(fragment.get('message')).toMatch(/confirm/)
      else expect((await readUser(fragment))?.id).toBe(row?.id)
    },
  )

  test('magiclink signs a member in by its code or its token, and signs an unknown address up', async () => {
    const { id, email } = await backend.createMember()
    const byCode = await admin.generateLink({ type: 'magiclink', email })
    const code = byCode.data.properties?.email_otp ?? ''
    const client = backend.createClient()
    const first = await client.auth.verifyOtp({ email, token: code, type: 'magiclink' })
    expect(first.data.user?.id).toBe(id)
    const byToken = await admin.generateLink({ type: 'magiclink', email })
    const token_hash = byToken.data.properties?.hashed_token ?? ''
    const second = await client.auth.verifyOtp({ token_hash, type: 'magiclink' })
    expect(second.data.user?.id).toBe(id)
    const unknown = createEmail()
    const signUp = await admin.generateLink({ type: 'magiclink', email: unknown })
    expect(signUp.data.properties?.verification_type).toBe('signup')
    const { fragment } = await openLink(new URL(signUp.data.properties?.action_link ?? ''))
    expect((await readUser(fragment))?.email).toBe(unknown)
  })

  test('recovery signs a member in; an unknown address returns user_not_found', async () => {
    const { id, email } = await backend.createMember()
    const { data } = await admin.generateLink({ type: 'recovery', email })
    const { fragment } = await openLink(new URL(data.properties?.action_link ?? ''))
    expect([fragment.get('type'), (await readUser(fragment))?.id]).toEqual(['recovery', id])
    const unknown = await admin.generateLink({ type: 'recovery', email: createEmail() })
    expect([unknown.error?.status, unknown.error?.code]).toEqual([404, 'user_not_found'])
  })

  test('the links to both addresses change an address together', async () => {
    const { id, email } = await backend.createMember()
    const newEmail = createEmail()
    const links = []
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data, error } = await admin.generateLink({ type, email, newEmail })
      expect([error, data.user?.new_email]).toEqual([null, newEmail])
      links.push(new URL(data.properties?.action_link ?? ''))
    }
    const [current, next] = links as [URL, URL]
    expect((await openLink(current)).fragment.get('message')).toContain('other email')
    expect((await openLink(next)).fragment.get('access_token')).not.toBeNull()
    expect((await admin.getUserById(id)).data.user?.email).toBe(newEmail)
  })

  test('a taken new address, an unknown type and a redirect that is not allowed', async () => {
    const [one, two] = [await backend.createMember(), await backend.createMember()]
    const taken = await admin.generateLink({
      type: 'email_change_new',
      email: one.email,
      newEmail: two.email,
    })
    expect(taken.error?.code).toBe('email_exists')
    const unknown = await admin.generateLink({ type: 'other' as 'recovery', email: one.email })
    expect(unknown.error?.message).toBe('Invalid email action link type requested: other')
    const { data } = await admin.generateLink({
      type: 'recovery',
      email: one.email,
      options: { redirectTo: 'https://evil.example/' },
    })
    expect(data.properties?.redirect_to).toBe(backend.url)
  })
})

describe('inviteUserByEmail', () => {
  test('the mailed link confirms the account and signs in; a second invitation is refused then', async () => {
    const email = createEmail()
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { first_name: 'Ana' },
      redirectTo,
    })
    expect([error, data.user?.email]).toEqual([null, email])
    expect(data.user?.invited_at).toEqual(expect.any(String))
    const [mail] = backend.readOutbox(email)
    expect(mail?.subject).toBe('You have been invited – Toolmark')
    const link = findLink(mail)
    expect(link.searchParams.get('type')).toBe('invite')
    const { to, fragment } = await openLink(link)
    expect([to.origin + to.pathname, fragment.get('type')]).toEqual([redirectTo, 'invite'])
    expect(await readUser(fragment)).toMatchObject({ email, user_metadata: { first_name: 'Ana' } })
    expect((await openLink(link)).fragment.get('error_code')).toBe('otp_expired')
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists')
  })

  test('verifyOtp accepts the token, and the code with the address', async () => {
    const codeOf = (email: string) =>
      /\b\d{6}\b/.exec(backend.readOutbox(email)[0]?.text ?? '')?.[0]
    const client = backend.createClient()
    const byCode = createEmail()
    await admin.inviteUserByEmail(byCode)
    const token = codeOf(byCode) ?? ''
    const first = await client.auth.verifyOtp({ email: byCode, token, type: 'invite' })
    expect(first.data.user?.email).toBe(byCode)
    const byToken = createEmail()
    await admin.inviteUserByEmail(byToken)
    const token_hash = backend.findMailedLink(byToken).searchParams.get('token') ?? ''
    const second = await client.auth.verifyOtp({ token_hash, type: 'invite' })
    expect(second.data.user?.email).toBe(byToken)
  })

  test('an invitation removes the password of a sign-up by another person', async () => {
    const email = createEmail()
    await backend.createClient().auth.signUp({ email, password: PASSWORD })
    await admin.inviteUserByEmail(email)
    await backend.openMail(email)
    expect((await backend.signIn(email)).error?.code).toBe('invalid_credentials')
  })

  test('a member and a visitor may neither invite nor generate links', async () => {
    const { client, email, token } = await backend.createMember()
    const asMember = client.auth.admin
    for (const [path, body] of [
      ['invite', { email: createEmail() }],
      ['admin/generate_link', { type: 'recovery', email }],
    ] as const) {
      const send = (headers = {}) => backend.send('POST', `auth/v1/${path}`, body, headers)
      expect((await send()).status).toBe(401)
      expect((await send({ Authorization: `Bearer ${token}` })).status).toBe(403)
    }
    expect((await asMember.inviteUserByEmail(createEmail())).error).not.toBeNull()
  })
})
