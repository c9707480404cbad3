// Which accounts of GitHub and Google are one: their ids belong to an issuer.
import { expect, test, vi } from 'vitest'
import { startTestBackend, type TestBackend } from '../../../support/backend.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/database.ts'
import { type Account, type FakeProvider, startProvider } from '../../../support/provider.ts'
import {
  CLIENT,
  createAccount,
  createEmail,
  readUser,
  signInWithProvider,
} from '../../../support/provider-sign-in.ts'

interface World {
  db: TestDatabase
  provider: FakeProvider
  /** Signs in with GitHub at `url`. @returns the user's id */
  signIn(account: Account): Promise<string | undefined>
  /** Signs in with GitHub itself, whose addresses lead to the fake provider. */
  signInAtGithub(account: Account): Promise<string | undefined>
}

/** Runs a test on a database of its own: the identities of a provider say which issuer it had. */
async function withIssuers(path: string, run: (world: World) => Promise<void>): Promise<void> {
  const db = await openTestDatabase()
  const provider = await startProvider()
  const original = globalThis.fetch
  const open = (url?: string) =>
    startTestBackend(
      (settings) => {
        settings.auth.external.github = { ...CLIENT, ...(url ? { url } : {}) }
      },
      { db },
    )
  const [own, github] = [await open(provider.url + path), await open()]
  const signIn = async (at: TestBackend, account: Account) =>
    (await readUser(at, await signInWithProvider(at, provider, 'github', account)))?.id
  try {
    await run({
      db,
      provider,
      signIn: (account) => signIn(own, account),
      async signInAtGithub(account) {
        const spy = vi
          .spyOn(globalThis, 'fetch')
          .mockImplementation((input, init) =>
            typeof input === 'string'
              ? original(
                  input
                    .replace('https://github.com', provider.url)
                    .replace('https://api.github.com', `${provider.url}/api/v3`),
                  init,
                )
              : original(input, init),
          )
        return signIn(github, account).finally(() => spy.mockRestore())
      },
    })
  } finally {
    await Promise.all([own.close(), github.close(), provider.close()])
    await db.close()
  }
}

async function readIssuers({ db }: World, { id }: Account) {
  const rows = await db.asOwner(
    'select issuer from auth.identities where provider_id = $1 order by created_at',
    [String(id)],
  )
  return rows.map(({ issuer }) => issuer)
}

const setIssuer = ({ db }: World, issuer: string | null, { id }: Account) =>
  db.asOwner('update auth.identities set issuer = $2 where provider_id = $1', [String(id), issuer])

/** Of the row, as if it was made so many days ago. */
const setAge = ({ db }: World, days: number, { id }: Account) =>
  db.asOwner(
    'update auth.identities set created_at = now() - make_interval(days => $2) where provider_id = $1',
    [String(id), days],
  )

test('without a url it is GitHub, whose equal id is another account', () =>
  withIssuers('', async (world) => {
    const account = createAccount()
    const owner = await world.signInAtGithub(account)
    expect(owner).toEqual(expect.any(String))
    expect(await readIssuers(world, account)).toEqual(['https://github.com'])
    const other = await world.signIn({ ...account, email: createEmail() })
    expect(other).not.toBe(owner)
    expect(await readIssuers(world, account)).toEqual(['https://github.com', world.provider.url])
    expect(await world.signInAtGithub({ ...account, email: createEmail() })).toBe(owner)
  }))

test.each(['', '/', '/enterprise/'])(
  'a row with the url and the path "%s" belongs to the origin of the url',
  (path) =>
    withIssuers('', async (world) => {
      const account = createAccount()
      const owner = await world.signIn(account)
      await setIssuer(world, world.provider.url + path, account)
      expect(await world.signIn({ ...account, email: createEmail() })).toBe(owner)
      expect(await readIssuers(world, account)).toEqual([world.provider.url])
    }),
)

test('a url with a slash at its end works, and belongs to its origin', () =>
  withIssuers('/', async (world) => {
    const account = createAccount()
    expect(await world.signIn(account)).toEqual(expect.any(String))
    expect(await readIssuers(world, account)).toEqual([world.provider.url])
  }))

test('a row without an issuer is found by the verified email', () =>
  withIssuers('', async (world) => {
    const account = createAccount()
    const owner = await world.signIn(account)
    await setIssuer(world, null, account)
    expect(await world.signIn(account)).toBe(owner)
    expect(await readIssuers(world, account)).toEqual([world.provider.url])
    expect(await world.signIn({ ...account, email: createEmail() })).toBe(owner)
  }))

test('a row without an issuer and with another email is found once an older row has proved the issuer', () =>
  withIssuers('', async (world) => {
    const [oldest, middle, youngest] = [createAccount(), createAccount(), createAccount()]
    const owners = new Map<Account, string | undefined>()
    for (const [account, days] of [
      [oldest, 30],
      [middle, 20],
      [youngest, 10],
    ] as const) {
      owners.set(account, await world.signIn(account))
      await setIssuer(world, null, account)
      await setAge(world, days, account)
    }
    const signInWithNewEmail = (account: Account) =>
      world.signIn({ ...account, email: createEmail() })
    expect(await world.signIn(middle)).toBe(owners.get(middle))
    expect(await signInWithNewEmail(youngest)).toBe(owners.get(youngest))
    // Before the oldest row the issuer may have been another one.
    expect(await signInWithNewEmail(oldest)).not.toBe(owners.get(oldest))
  }))

test('a row without an issuer and with another email is not found after a change of the issuer', () =>
  withIssuers('', async (world) => {
    const [older, account] = [createAccount(), createAccount()]
    await world.signInAtGithub(older)
    await setAge(world, 20, older)
    const owner = await world.signInAtGithub(account)
    await setIssuer(world, null, account)
    // The new issuer has identities of its own, all younger.
    const own = createAccount()
    await world.signIn(own)
    expect(await world.signIn({ ...account, email: createEmail() })).not.toBe(owner)
    await world.db.asOwner('delete from auth.identities where issuer = $1 and provider_id = $2', [
      world.provider.url,
      String(account.id),
    ])
    await setAge(world, 30, own)
    expect(await world.signIn({ ...account, email: createEmail() })).not.toBe(owner)
  }))
