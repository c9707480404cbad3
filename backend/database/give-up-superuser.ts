/** After 0-owner.sql has run, no connection keeps a superuser's rights. */
export const GIVE_UP_SUPERUSER =
  "do $$ begin if (select rolsuper from pg_roles where rolname = session_user) and exists (select from pg_roles where rolname = 'toolmark_owner') then set session authorization toolmark_owner; end if; end $$"
