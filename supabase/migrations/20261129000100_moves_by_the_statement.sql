-- What is counted by time is moved by the statement and in order, too: whoever leaves without his reviews changes
-- many of them at once, and row by row could wait for somebody who waits for him.
create or replace function private.move_review_counts() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if not exists (
    select tool_id, created_at, rating, user_id is null from old_rows
    except all select tool_id, created_at, rating, user_id is null from new_rows
  ) then
    return null;
  end if;
  insert into private.tool_months as kept (tool_id, month, rating, counted)
  select tool_id, date_trunc('month', created_at at time zone 'utc')::date, rating, sum(step)
  from (
    select tool_id, created_at, rating, 1 as step from new_rows
    union all select tool_id, created_at, rating, -1 from old_rows
  ) moved
  where exists (select from public.tools where id = moved.tool_id)
  group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
  on conflict (tool_id, month, rating) do update set counted = kept.counted + excluded.counted;
  insert into private.review_days as kept (day, rating, reviews, signed)
  select (created_at at time zone 'utc')::date, rating, sum(step), sum(signed)
  from (
    select created_at, rating, 1 as step, (user_id is not null)::integer as signed from new_rows
    union all select created_at, rating, -1, -(user_id is not null)::integer from old_rows
  ) moved
  group by 1, 2 having sum(step) <> 0 or sum(signed) <> 0 order by 1, 2
  on conflict (day, rating) do update set reviews = kept.reviews + excluded.reviews, signed = kept.signed + excluded.signed;
  return null;
end $$;
drop trigger move_review_counts on public.reviews;
create trigger move_review_counts after update on public.reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.move_review_counts();

create function private.move_launch_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select launch_date from old_rows except all select launch_date from new_rows) then
    return null;
  end if;
  insert into private.launch_days as kept (launch_date, counted)
  select launch_date, sum(step)
  from (select launch_date, 1 as step from new_rows union all select launch_date, -1 from old_rows) moved
  group by 1 having sum(step) <> 0 order by 1
  on conflict (launch_date) do update set counted = kept.counted + excluded.counted;
  return null;
end $$;
drop trigger move_launch_day on private.launches;
drop function private.move_launch_day();
create trigger move_launch_days after update on private.launches
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.move_launch_days();
