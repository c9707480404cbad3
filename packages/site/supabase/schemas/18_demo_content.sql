-- A row that was loaded as demo content, so that exactly those can be removed again.
create table private.demo_content (
  table_name text not null,
  -- The primary key as text: a UUID or a number.
  row_id text not null,
  primary key (table_name, row_id)
);
call private.secure_table('private.demo_content');

-- One row from the first start until all of the demo content is there: the day that its dates refer to, and how many
-- of its steps are done. A start goes on with the rest.
create table private.demo_loading (
  id boolean primary key default true check (id),
  day timestamptz not null,
  steps_done integer not null default 0
);
call private.secure_table('private.demo_loading');

create function public.is_demo_loading() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.demo_loading)
$$;
grant execute on function public.is_demo_loading to anon, authenticated, service_role;

create function public.has_demo_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.demo_content) or exists (select from private.demo_loading)
$$;
grant execute on function public.has_demo_content to anon, authenticated, service_role;
