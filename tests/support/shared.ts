/** Something that several projects of tests use: made once, and removed after the last of them. */
export interface Made<T> {
  value: T
  remove: () => Promise<void> | void
}

interface Shared {
  made: Promise<Made<unknown>>
  users: number
}

// Every project loads its set-up files anew, and they share what these make.
const held = globalThis as { toolmarkShared?: Map<string, Shared> }
held.toolmarkShared ??= new Map()
const all = held.toolmarkShared

/** @returns the thing, and what tells that it is no longer used */
export async function share<T>(
  name: string,
  make: () => Promise<Made<T>>,
): Promise<{ value: T; release: () => Promise<void> }> {
  const shared = all.get(name) ?? { made: make(), users: 0 }
  all.set(name, shared)
  shared.users += 1
  const made = (await shared.made) as Made<T>
  return {
    value: made.value,
    async release() {
      shared.users -= 1
      if (shared.users > 0) return
      all.delete(name)
      await made.remove()
    },
  }
}
