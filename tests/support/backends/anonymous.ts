import type { TestBackend } from './backend.ts'

/** Signs an anonymous user in, with metadata. */
export async function createAnonymous(server: TestBackend) {
  const client = server.createClient()
  const { data, error } = await client.auth.signInAnonymously({
    options: { data: { color: 'red' } },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  return { client, user: data.user }
}

export const setInviteOnly = ({ db }: TestBackend, value: boolean) =>
  db.asOwner(
    "insert into private.site_settings (key, value) values ('invite_only', $1::jsonb) on conflict (key) do update set value = excluded.value",
    [JSON.stringify(value)],
  )
