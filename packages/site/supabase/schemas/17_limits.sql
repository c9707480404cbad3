-- How much a member can write in one request and on one day.

-- A request of a member adds at most 25 rows and changes or deletes at most 100: a thousand reviews in
-- one request, changed in a loop, delayed everyone else's reads by five seconds. The counters last
-- until the end of the transaction, which is one request, and members cannot set them.
create function private.check_row_limit(op text) returns void
language plpgsql set search_path = '' as $$
declare
  counter text := case when op = 'INSERT' then 'request.rows_added' else 'request.rows_changed' end;
  max_rows integer := case when op = 'INSERT' then 25 else 100 end;
  counted integer := coalesce(nullif(current_setting(counter, true), '')::integer, 0) + 1;
begin
  if counted > max_rows then
    raise exception 'A request can % at most % rows.',
      case when op = 'INSERT' then 'add' else 'change' end, max_rows using errcode = 'check_violation';
  end if;
  perform set_config(counter, counted::text, true);
end $$;
create function private.check_row_limit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_row_limit(tg_op);
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- How often a member did something on one UTC day. Deleting what was added does not lower the count. Members of
-- staff have no limit.
-- For private.count_daily_use and the member's own data alone.
create table private.daily_usage (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (user_id, kind, day)
);
call private.secure_internal_table('private.daily_usage');

-- Counts one use by the caller and raises above the limit. The row stays locked until the end of the
-- transaction, so requests at the same time count one after the other. Rows of earlier days are deleted.
create function private.count_daily_use(what text, max_count integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'utc')::date;
  counted integer;
begin
  insert into private.daily_usage (user_id, kind, day, count) values (auth.uid(), what, today, 1)
    on conflict (user_id, kind, day) do update set count = private.daily_usage.count + 1
    returning count into counted;
  if counted > max_count and not private.is_staff('moderator') then
    raise exception 'You have reached today''s limit of % %. Please try again tomorrow.', max_count, what
      using errcode = 'PT429';
  end if;
  if counted = 1 then
    delete from private.daily_usage where user_id = auth.uid() and kind = what and day < today;
  end if;
end $$;

-- Founding a company counts once: record_founder, which makes the founder a member, runs as the owner.
create function private.limit_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_daily_use('companies', 20);
  return new;
end $$;
create trigger limit_companies before insert on public.companies
  for each row when (current_user = 'authenticated') execute function private.limit_companies();

-- Ignores the client's second request, which makes the founder an admin, before it counts. Only for the own membership: for
-- another member's, the result would tell who the admins are.
create function private.limit_memberships() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_admin and new.user_id is not distinct from coalesce(auth.uid(), new.user_id) and exists (
    select from public.company_members where company_id = new.company_id and user_id = new.user_id and is_admin
  ) then
    return null;
  end if;
  if private.is_member_statement() then perform private.count_daily_use('companies', 20); end if;
  return new;
end $$;
create trigger limit_memberships before insert on public.company_members
  for each row when (private.note_writer(current_user)) execute function private.limit_memberships();

-- Whether the caller can store a file: at most 100 on one day, and at most 50 MB in all.
--
-- The embedded backend evaluates the policy once for each file that it stores, and reports an error's
-- message.
-- Supabase's storage evaluates it in a transaction that it rolls back, so a count would be lost there.
-- The stored files of the day are counted instead: deleting lowers that count, and uploads at the same
-- time do not see each other. Supabase answers 403 to a policy that returns false and 500 to one that
-- raises, so nothing is raised there.
create function private.check_upload_limit(bucket text, object text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- Only the embedded backend has this table.
  is_embedded constant boolean := to_regclass('storage.removed_files') is not null;
  max_files constant integer := 100;
  max_bytes constant bigint := 50 * 1024 * 1024;
  added_today integer;
  stored bigint;
begin
  -- Whether the member may write at all, before an upload is counted.
  perform private.require_factor(), private.check_suspension();
  if is_embedded then
    -- Its lock makes uploads at the same time see each other's sizes.
    perform private.count_daily_use('uploads', max_files);
  end if;
  select count(*) filter (where (created_at at time zone 'utc')::date = (now() at time zone 'utc')::date),
      coalesce(sum((metadata ->> 'size')::bigint), 0)
    into added_today, stored from storage.objects
    where owner_id = auth.uid()::text and (bucket_id, name) is distinct from (bucket, object);
  if not is_embedded then
    return added_today < max_files and stored + coalesce(size, 0) <= max_bytes;
  end if;
  perform private.refuse_if(stored + coalesce(size, 0) > max_bytes,
    'PT413', 'Your uploads take up 50 MB, which is the limit. Please delete some first.');
  return true;
end $$;
grant execute on function private.check_upload_limit to anon, authenticated, service_role;
create policy upload_limit_insert on storage.objects as restrictive for insert to authenticated
  with check (private.check_upload_limit(bucket_id, name, (metadata ->> 'size')::bigint));
