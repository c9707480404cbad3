// Which accounts of GitHub and Google are one: their ids belong to an issuer.
import { expect, test, vi } from 'vitest'
import { createEmail, startTestBackend, type TestBackend } from '../../support/backends/backend.ts'
import { openTestDatabase, type TestDatabase } from '../../support/databases/database.ts'
import { type Account, type FakeProvider, startProvider } from '../../support/services/provider.ts'
import {
  CLIENT,
  createAccount,
  readUser,
  signInWithProvider,
} from '../../support/services/provider-sign-in.ts'

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
    (await readUser(at, await signInWithProvider(at, provider, account)))?.id
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

test('a url with a slash at its end works, and belongs to its origin', () =>
  withIssuers('/', async (world) => {
    const account = createAccount()
    expect(await world.signIn(account)).toEqual(expect.any(String))
    expect(await readIssuers(world, account)).toEqual([world.provider.url])
  }))
