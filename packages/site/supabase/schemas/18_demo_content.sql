-- A row that was loaded as demo content, so that exactly those can be removed again.
create table private.demo_content (
  table_name text not null,
  -- The primary key as text: a UUID or a number.
  row_id text not null,
  primary key (table_name, row_id)
);
call private.secure_table('private.demo_content');

create function public.has_demo_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.demo_content)
$$;
grant execute on function public.has_demo_content to anon, authenticated, service_role;
