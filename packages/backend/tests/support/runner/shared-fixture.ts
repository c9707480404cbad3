/** A fixture that test projects share: created once, removed after its last user. */
export interface Fixture<T> {
  value: T
  remove: () => Promise<void> | void
}

interface SharedFixture {
  fixture: Promise<Fixture<unknown>>
  users: number
}

// Each project loads the set-up files again, so the fixtures are in a property of the global object.
const scope = globalThis as { toolmarkFixtures?: Map<string, SharedFixture> }
scope.toolmarkFixtures ??= new Map()
const fixtures = scope.toolmarkFixtures

/** @returns the value of the fixture, and a function to call after the last use */
export async function shareFixture<T>(
  name: string,
  create: () => Promise<Fixture<T>>,
): Promise<{ value: T; release: () => Promise<void> }> {
  const shared = fixtures.get(name) ?? { fixture: create(), users: 0 }
  fixtures.set(name, shared)
  shared.users += 1
  const fixture = (await shared.fixture) as Fixture<T>
  return {
    value: fixture.value,
    async release() {
      shared.users -= 1
      if (shared.users > 0) return
      fixtures.delete(name)
      await fixture.remove()
    },
  }
}
