-- Launches by their day: there are ever more that have ended, and the page says how many.
create table private.launch_days (
  launch_date date primary key,
  counted integer not null
);
alter table private.launch_days enable row level security;
create policy all_service on private.launch_days to service_role using (true) with check (true);
grant select, insert, update, delete on private.launch_days to service_role;
select private.start_counting('private.launches', 'private.launch_days', 'launch_date',
  'select launch_date, %1$s as step from %2$s');

-- How many launches there are of a status (docs/decisions/0004) or of one day, today or before.
create function public.count_launches(of_status text, on_day date default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(counted), 0) from private.launch_days, (select (now() at time zone 'utc')::date as today) clock
  where case when on_day is not null then launch_date = on_day
    when of_status = 'live' then launch_date = today
    when of_status = 'scheduled' then launch_date > today
    when of_status = 'ended' then launch_date < today
    else false end
$$;
grant execute on function public.count_launches to anon, authenticated, service_role;
