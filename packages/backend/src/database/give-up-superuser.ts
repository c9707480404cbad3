/** Changes a superuser's session to the owner role, once 00-owner.sql has created it. */
export const GIVE_UP_SUPERUSER =
  "do $$ begin if (select rolsuper from pg_roles where rolname = session_user) and exists (select from pg_roles where rolname = 'toolmark_owner') then set session authorization toolmark_owner; end if; end $$"
