-- A request of a member adds at most 25 rows and changes or deletes at most 100: a thousand reviews
-- in one request, changed in a loop, made everyone else wait five seconds for a read. The trigger
-- fires before each row, so that the other triggers do no work for the rows that are too many. Its
-- name comes first, since PostgreSQL fires triggers in the order of their names. The counters live
-- until the end of the transaction, which is one request; members cannot set them.
create function private.limit_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counter text := case when tg_op = 'INSERT' then 'request.rows_added' else 'request.rows_changed' end;
  most integer := case when tg_op = 'INSERT' then 25 else 100 end;
  counted integer := coalesce(nullif(current_setting(counter, true), '')::integer, 0) + 1;
begin
  if counted > most then
    raise exception 'A request can % at most % rows.',
      case when tg_op = 'INSERT' then 'add' else 'change' end, most using errcode = 'check_violation';
  end if;
  perform set_config(counter, counted::text, true);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
revoke execute on function private.limit_rows from public, anon, authenticated;

-- Only statements of the API run as `authenticated`: functions of the schema and cascades run as its
-- owner. A profile is missing here, since a member can change no other than the own one.
do $$
declare
  target text;
begin
  foreach target in array array[
    'public.audit_logs', 'public.companies', 'public.company_follows', 'public.company_members',
    'public.launch_upvotes', 'public.review_helpful_votes', 'public.reviews', 'public.tools',
    'public.user_follows', 'private.launches'
  ] loop
    execute format($trigger$create trigger a_limit_rows before insert or update or delete on %s
      for each row when (current_user = 'authenticated') execute function private.limit_rows()$trigger$, target);
  end loop;
end $$;

-- How often a member did something on one UTC day. Deleting what was added does not lower the count.
-- For private.count_daily_use alone.
create table private.daily_usage (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (user_id, kind, day)
);
alter table private.daily_usage enable row level security;
create policy all_service on private.daily_usage to service_role using (true) with check (true);
grant select, insert, update, delete on private.daily_usage to service_role;

-- The row stays locked until the end of the transaction, so requests at the same time count one
-- after the other. Earlier days are of no use.
create function private.count_daily_use(what text, most integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'utc')::date;
  counted integer;
begin
  insert into private.daily_usage (user_id, kind, day, count) values (auth.uid(), what, today, 1)
    on conflict (user_id, kind, day) do update set count = private.daily_usage.count + 1
    returning count into counted;
  if counted > most then
    raise exception 'You have reached today''s limit of % %. Please try again tomorrow.', most, what
      using errcode = 'PT429';
  end if;
  if counted = 1 then
    delete from private.daily_usage where user_id = auth.uid() and kind = what and day < today;
  end if;
end $$;
revoke execute on function private.count_daily_use from public, anon, authenticated;

-- Founding adds the founder as a member by a trigger of its own, which runs as the owner: it counts once.
create function private.limit_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_daily_use('companies', 20);
  return new;
end $$;
revoke execute on function private.limit_companies from public, anon, authenticated;
create trigger limit_companies before insert on public.companies
  for each row when (current_user = 'authenticated') execute function private.limit_companies();
create trigger limit_companies before insert on public.company_members
  for each row when (current_user = 'authenticated') execute function private.limit_companies();

-- Counts an upload. The embedded backend evaluates the policy once for each file that it stores; a
-- Supabase project also evaluates it in a transaction that it rolls back, so that only the total
-- holds there. The lock in count_daily_use makes uploads at the same time see each other's sizes.
create function private.may_upload(bucket text, object text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  stored bigint;
begin
  perform private.count_daily_use('uploads', 100);
  select coalesce(sum((metadata ->> 'size')::bigint), 0) into stored from storage.objects
    where owner_id = auth.uid()::text and (bucket_id, name) is distinct from (bucket, object);
  if stored + coalesce(size, 0) > 50 * 1024 * 1024 then
    raise exception 'Your uploads take up 50 MB, which is the limit. Please delete some first.'
      using errcode = 'PT413';
  end if;
  return true;
end $$;
revoke execute on function private.may_upload from public;
grant execute on function private.may_upload to anon, authenticated, service_role;
-- `zz`: evaluated after the policies that decide whether the member may write there at all.
create policy zz_limit_uploads on storage.objects as restrictive for insert to authenticated
  with check (private.may_upload(bucket_id, name, (metadata ->> 'size')::bigint));

-- Names of the site itself, words that programs mistake for a missing name, and the first part of
-- each address of the site. Profiles that have one already keep it.
create or replace function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) = any (array[
    'admin', 'administrator', 'root', 'support', 'toolmark', 'moderator', 'system', 'anonymous',
    'null', 'undefined', 'settings',
    'about', 'account-settings', 'add-tool', 'all-tools', 'auth', 'categories', 'company',
    'company-dashboard', 'compare', 'contact', 'dashboard', 'launch', 'launches', 'offline', 'privacy',
    'profile-settings', 'reset-password', 'sitemaps', 'start-your-team', 'submit-launch', 'terms', 'tool',
    'tools', 'trust', 'trust-center', 'update-password', 'user', 'write-review',
    'assets', 'pictures', 'realtime', 'rest', 'storage'
  ])
$$;

-- What is counted of a member is part of the member's data.
create or replace function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  data jsonb;
begin
  perform private.require_second_factor();
  data := private.download_my_data();
  return data || jsonb_build_object(
    'account', (data -> 'account') || (
      select jsonb_build_object('new_email_to_confirm', nullif(email_change, ''), 'new_email_asked_for_at', email_change_sent_at)
      from auth.users where id = me),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_used_at', refreshed_at,
        'device', user_agent::text, 'network_address', ip::text, 'level', aal::text) order by created_at), '[]')
      from auth.sessions where user_id = me),
    'accounts_elsewhere', (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'what_it_said', identity_data,
        'since', created_at, 'last_sign_in_at', last_sign_in_at) order by created_at), '[]')
      from auth.identities where user_id = me),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type::text,
        'status', status::text, 'since', created_at) order by created_at), '[]')
      from auth.mfa_factors where user_id = me),
    'daily_usage', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'count', count)
        order by day, kind), '[]')
      from private.daily_usage where user_id = me));
end $$;
