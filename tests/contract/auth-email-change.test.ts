// A change of address that both addresses confirm, through the official client, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  follow,
  linkIn,
  type Person,
  startTestBackend,
  type TestBackend,
} from '../support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.auth.email.double_confirm_changes = true
  })
})
afterAll(() => backend.close())

const someone = () => `${crypto.randomUUID()}@people.example`
const addressOf = async ({ id }: Person) =>
  (await backend.db.asOwner('select email from auth.users where id = $1', [id]))[0]?.email
const open = (email: string) => follow(linkIn(backend.outbox(email)[0]))

describe('double_confirm_changes', () => {
  test.each([
    ['the new one first', true],
    ['the current one first', false],
  ])('a new address counts once both have confirmed, %s', async (_, isNewFirst) => {
    const person = await backend.person()
    const wanted = someone()
    await person.client.auth.updateUser({ email: wanted })
    const [first, second] = isNewFirst ? [wanted, person.email] : [person.email, wanted]
    const half = await open(first)
    expect(half.fragment.get('message')).toMatch(/^Confirmation link accepted/)
    expect(half.fragment.get('access_token')).toBeNull()
    expect(await addressOf(person)).toBe(person.email)
    const whole = await open(second)
    expect(whole.fragment.get('access_token')).toBeTruthy()
    expect(await addressOf(person)).toBe(wanted)
  })

  test('one address cannot confirm for both, by a link that is sent again', async () => {
    const person = await backend.person()
    const wanted = someone()
    await person.client.auth.updateUser({ email: wanted })
    await open(wanted)
    await person.client.auth.resend({ type: 'email_change', email: person.email })
    expect((await open(wanted)).fragment.get('message')).toBeTruthy()
    expect(await addressOf(person)).toBe(person.email)
  })

  test('what was confirmed for one wish counts nothing for the next', async () => {
    const person = await backend.person()
    const [first, second] = [someone(), someone()]
    await person.client.auth.updateUser({ email: first })
    const stale = linkIn(backend.outbox(person.email)[0])
    await person.client.auth.updateUser({ email: second })
    expect((await follow(stale)).fragment.get('error_code')).toBe('otp_expired')
    expect((await open(second)).fragment.get('message')).toBeTruthy()
    expect(await addressOf(person)).toBe(person.email)
  })

  test('codes do as links do', async () => {
    const person = await backend.person()
    const wanted = someone()
    await person.client.auth.updateUser({ email: wanted })
    const send = (email: string) => {
      const token = /enter this code: (\d{6})/.exec(backend.outbox(email)[0]?.text ?? '')?.[1] ?? ''
      return backend.client().auth.verifyOtp({ email, token, type: 'email_change' })
    }
    const half = await send(person.email)
    expect([half.error, half.data.session]).toEqual([null, null])
    expect((await send(wanted)).data.user?.email).toBe(wanted)
  })
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
