-- Supabase's storage evaluates the policy of an upload in a transaction that it rolls back, so a count
-- of its own is lost there. It counts the stored files of the day instead: deleting lowers that count,
-- and uploads at the same time do not see each other. It answers 403 to a policy that returns false,
-- and 500 to one that raises, so nothing is raised there.
create or replace function private.may_upload(bucket text, object text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- The embedded backend alone has this table.
  is_embedded constant boolean := to_regclass('storage.removed_files') is not null;
  most_files constant integer := 100;
  most_bytes constant bigint := 50 * 1024 * 1024;
  added_today integer;
  stored bigint;
begin
  if is_embedded then
    -- Its lock makes uploads at the same time see each other's sizes.
    perform private.count_daily_use('uploads', most_files);
  end if;
  select count(*) filter (where (created_at at time zone 'utc')::date = (now() at time zone 'utc')::date),
      coalesce(sum((metadata ->> 'size')::bigint), 0)
    into added_today, stored from storage.objects
    where owner_id = auth.uid()::text and (bucket_id, name) is distinct from (bucket, object);
  if not is_embedded then
    return added_today < most_files and stored + coalesce(size, 0) <= most_bytes;
  end if;
  if stored + coalesce(size, 0) > most_bytes then
    raise exception 'Your uploads take up 50 MB, which is the limit. Please delete some first.'
      using errcode = 'PT413';
  end if;
  return true;
end $$;
