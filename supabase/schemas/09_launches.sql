-- The pictures of a launch: at most three, each once, drawn by the server or uploaded by the owner.
create function private.is_picture_list(list text[], owner uuid) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 3
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry ~ ('^(drawn/cover|uploaded/' || coalesce(owner::text, '[0-9a-f-]{36}')
          || '/[A-Za-z0-9_-][A-Za-z0-9._-]*)$'))
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;
grant execute on function private.is_picture_list to anon, authenticated, service_role;

-- The launch of a product on one day. Everyone reads and writes it through the view
-- public.product_launches.
create table private.launches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (user_id) on delete set null,
  tool_id uuid references public.tools (id) on delete set null,
  tagline text not null constraint launch_tagline_length check (length(tagline) between 1 and 80),
  description text constraint launch_description_length check (length(description) <= 2000),
  -- A day that calendars and pages can show.
  launch_date date not null constraint launch_date_range
    check (launch_date >= '2000-01-01' and launch_date < '2100-01-01'),
  featured_image text constraint launch_featured_image_format check (private.is_web_address(featured_image)),
  upvotes_count integer not null default 0 check (upvotes_count >= 0),
  created_at timestamptz not null default now(),
  -- The pictures after the featured image: `uploaded/` and a path in the bucket `launches`, or
  -- `drawn/cover`, which the server draws.
  pictures text[] not null default '{}'
    constraint launch_pictures_format check (private.is_picture_list(pictures, user_id))
);
create index launches_date_idx on private.launches (launch_date, upvotes_count desc);
create index launches_upvotes_idx on private.launches (upvotes_count desc, launch_date desc);
create index launches_user_id_idx on private.launches (user_id);
create index launches_tool_id_idx on private.launches (tool_id);

alter table private.launches enable row level security;
create policy anyone_select on private.launches for select using (true);
create policy owner_insert on private.launches for insert to authenticated with check (user_id = (select auth.uid()));
create policy service_all on private.launches to service_role using (true) with check (true);
grant select on private.launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image, pictures) on private.launches to authenticated;
grant select, insert, update, delete on private.launches to service_role;

create function private.prepare_launch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.tagline := private.strip_markup(new.tagline);
  new.description := nullif(private.strip_markup(new.description), '');
  new.featured_image := nullif(btrim(new.featured_image), '');
  if private.is_client_request() then
    if new.launch_date < (now() at time zone 'utc')::date then
      raise exception 'Launch date cannot be in the past' using errcode = 'check_violation';
    end if;
    if array_to_string(new.pictures, ' ') like '%drawn/cover%' then
      raise exception 'Only the site draws pictures' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger prepare_launch before insert on private.launches
  for each row execute function private.prepare_launch();

-- A launch stays when its maker's account is deleted. Its uploaded pictures are deleted with the account.
create function private.forget_uploaded_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.launches set pictures = '{}'
    where user_id = old.user_id and array_to_string(pictures, ' ') like '%uploaded/%';
  return old;
end $$;
create trigger forget_uploaded_pictures before delete on private.profiles
  for each row execute function private.forget_uploaded_pictures();

-- A launch with its status, which follows from the date: no job has to run at midnight. "Today" is
-- the same day for everyone, in UTC.
create view public.product_launches with (security_invoker) as
select id, user_id, tool_id, tagline, description, launch_date, featured_image, upvotes_count,
  case
    when launch_date = (now() at time zone 'utc')::date then 'live'
    when launch_date > (now() at time zone 'utc')::date then 'scheduled'
    else 'ended'
  end as status,
  created_at, pictures
from private.launches;
grant select on public.product_launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image, pictures)
  on public.product_launches to authenticated;

-- A member's upvote of a launch; one per member and launch.
create table public.launch_upvotes (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references private.launches (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint launch_upvotes_one_per_person unique (launch_id, user_id)
);
create index launch_upvotes_user_id_idx on public.launch_upvotes (user_id);
alter table public.launch_upvotes enable row level security;
create policy owner_select on public.launch_upvotes for select to authenticated using (user_id = (select auth.uid()));
create policy owner_insert on public.launch_upvotes for insert to authenticated with check (user_id = (select auth.uid()));
create policy owner_delete on public.launch_upvotes for delete to authenticated using (user_id = (select auth.uid()));
create policy service_all on public.launch_upvotes to service_role using (true) with check (true);
grant select, insert (launch_id, user_id), delete on public.launch_upvotes to authenticated;

-- 06_following.sql says why it counts by statement, in the order of ids and without some joins.
create function private.count_upvotes() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from private.launches where id in (select launch_id from changed_rows) order by id for no key update;
  update private.launches launch set upvotes_count = upvotes_count + step * upvotes
    from (select launch_id, count(*) as upvotes from changed_rows group by launch_id) counted
    where launch.id = counted.launch_id;
  return null;
end $$;
create trigger count_upvotes_on_insert after insert on public.launch_upvotes
  referencing new table as changed_rows for each statement execute function private.count_upvotes();
create trigger count_upvotes_on_delete after delete on public.launch_upvotes
  referencing old table as changed_rows for each statement execute function private.count_upvotes();
