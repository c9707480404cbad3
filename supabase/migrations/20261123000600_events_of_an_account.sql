-- A person notes signing in and out, and no more: the other events are the database's own words, and
-- whoever has a stolen token must neither write such ones nor bury them.
drop policy insert_own on public.audit_logs;
create policy insert_own on public.audit_logs for insert to authenticated
  with check (user_id = (select auth.uid()) and action in ('sign_in', 'sign_out') and resource_type = 'session');

create function private.prepare_session_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.audit_logs
      where user_id = new.user_id and action in ('sign_in', 'sign_out')
        and created_at > now() - interval '1 hour') >= 30 then
    raise exception 'Too many events of one hour' using errcode = 'check_violation';
  end if;
  new.metadata := jsonb_strip_nulls(jsonb_build_object(
    'user_agent', left(new.metadata ->> 'user_agent', 500), 'timestamp', now()));
  return new;
end $$;
create trigger prepare_session_event before insert on public.audit_logs
  for each row when (new.action in ('sign_in', 'sign_out')) execute function private.prepare_session_event();
