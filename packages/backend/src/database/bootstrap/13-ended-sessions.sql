-- When the last access token of a session expires.
alter table auth.sessions add column if not exists access_until timestamptz;

-- Sessions that ended while an access token of theirs had time left. Every process refuses these tokens.
create table if not exists auth.ended_sessions (
  session_id uuid primary key,
  access_until timestamptz not null
);

create or replace function auth.record_ended_session() returns trigger
language plpgsql security definer set search_path to '' as $$
declare
  -- A session that an earlier version began: the longest lifetime of a token.
  until timestamptz := coalesce(old.access_until, now() + interval '7 days');
begin
  if until > now() then
    insert into auth.ended_sessions (session_id, access_until) values (old.id, until)
      on conflict do nothing;
    perform pg_notify('ended_sessions', old.id || ' ' || ceil(extract(epoch from until - now())));
  end if;
  return null;
end $$;

create or replace trigger record_ended_session after delete on auth.sessions
  for each row execute function auth.record_ended_session();
