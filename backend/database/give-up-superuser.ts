import type { ClientBase } from 'pg'

/** After 0-owner.sql has run, no connection keeps a superuser's rights. */
export async function giveUpSuperuser(client: ClientBase): Promise<void> {
  await client
    .query(
      "do $$ begin if (select rolsuper from pg_roles where rolname = session_user) and exists (select from pg_roles where rolname = 'toolmark_owner') then set session authorization toolmark_owner; end if; end $$",
    )
    .catch(() => {})
}
