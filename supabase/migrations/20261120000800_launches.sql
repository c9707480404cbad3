-- A product's launch on one day. Everyone reads it through the view public.product_launches, which
-- tells live, scheduled and ended from the date: nothing has to run at midnight for that to be true.
create table private.launches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (user_id) on delete set null,
  tool_id uuid references public.tools (id) on delete set null,
  tagline text not null constraint launch_tagline_length check (length(tagline) between 1 and 80),
  description text constraint launch_description_length check (length(description) <= 2000),
  launch_date date not null,
  featured_image text constraint launch_featured_image_format check (private.is_web_address(featured_image)),
  upvotes_count integer not null default 0 check (upvotes_count >= 0),
  created_at timestamptz not null default now()
);
create index launches_date_idx on private.launches (launch_date, upvotes_count desc);
create index launches_upvotes_idx on private.launches (upvotes_count desc, launch_date desc);
create index launches_user_id_idx on private.launches (user_id);
create index launches_tool_id_idx on private.launches (tool_id);

alter table private.launches enable row level security;
create policy select_anyone on private.launches for select using (true);
create policy insert_own on private.launches for insert to authenticated with check (user_id = (select auth.uid()));
create policy all_service on private.launches to service_role using (true) with check (true);
grant select on private.launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image) on private.launches to authenticated;
grant select, insert, update, delete on private.launches to service_role;

create function private.prepare_launch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.tagline := private.plain_text(new.tagline);
  new.description := nullif(private.plain_text(new.description), '');
  new.featured_image := nullif(btrim(new.featured_image), '');
  if private.is_visitor() and new.launch_date < (now() at time zone 'utc')::date then
    raise exception 'Launch date cannot be in the past' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger prepare_launch before insert on private.launches
  for each row execute function private.prepare_launch();

-- "Today" is one day for everyone: UTC.
create view public.product_launches with (security_invoker) as
select id, user_id, tool_id, tagline, description, launch_date, featured_image, upvotes_count,
  case
    when launch_date = (now() at time zone 'utc')::date then 'live'
    when launch_date > (now() at time zone 'utc')::date then 'scheduled'
    else 'ended'
  end as status,
  created_at
from private.launches;
grant select on public.product_launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image) on public.product_launches to authenticated;

-- One upvote a person and launch.
create table public.launch_upvotes (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references private.launches (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint launch_upvotes_one_per_person unique (launch_id, user_id)
);
create index launch_upvotes_user_id_idx on public.launch_upvotes (user_id);
alter table public.launch_upvotes enable row level security;
create policy select_own on public.launch_upvotes for select to authenticated using (user_id = (select auth.uid()));
create policy insert_own on public.launch_upvotes for insert to authenticated with check (user_id = (select auth.uid()));
create policy delete_own on public.launch_upvotes for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (launch_id, user_id), delete on public.launch_upvotes to authenticated;

create function private.count_upvote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update private.launches set upvotes_count = upvotes_count + 1 where id = new.launch_id;
  else
    update private.launches set upvotes_count = upvotes_count - 1 where id = old.launch_id;
  end if;
  return null;
end $$;
create trigger count_upvote after insert or delete on public.launch_upvotes
  for each row execute function private.count_upvote();
