-- Areas that the operator has switched off in site.toml (spec 9): every start sets them. 55_area_tables.sql has the tables of
-- each area.

-- An area that is off, with the functions of the API that are off with it.
create table private.off_areas (
  area text primary key,
  functions text[] not null
);
call private.secure_internal_table('private.off_areas');

create function private.is_area_on(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.off_areas where area = wanted)
$$;
grant execute on function private.is_area_on to anon, authenticated, service_role;

-- Replaces the areas that are off: {area: [function]}. Pages that show them are rendered again.
create function public.set_off_areas(areas jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if areas is distinct from (select coalesce(jsonb_object_agg(area, to_jsonb(functions)), '{}') from private.off_areas) then
    delete from private.off_areas where true;
    insert into private.off_areas (area, functions)
      select key, array(select jsonb_array_elements_text(value)) from jsonb_each(areas);
    perform pg_notify('page_tags', '*');
  end if;
end $$;
grant execute on function public.set_off_areas to service_role;

-- PostgREST calls it before each request (`db-pre-request`), the embedded backend before each call of a function. A name
-- needs no percent sign, which could spell the name of a function in another way.
create function public.refuse_off_functions() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  path constant text := coalesce(current_setting('request.path', true), '');
  called constant text := split_part(path, '/', 3);
begin
  if starts_with(path, '/rpc/') and auth.role() is distinct from 'service_role' and exists (
    select from private.off_areas where called = any (functions) or strpos(called, '%') > 0)
  then
    raise exception 'This site has no function %.', left(called, 63) using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.refuse_off_functions to anon, authenticated, service_role;

-- Hides the rows of tables from visitors and members while an area is off, and refuses their writes.
create procedure private.put_in_area(area text, variadic targets regclass[])
language plpgsql set search_path = '' as $$
declare
  target regclass;
  rule constant text := format('((select private.is_area_on(%L)))', area);
begin
  foreach target in array targets loop
    execute format('create policy area_is_on on %s as restrictive to anon, authenticated using %s with check %2$s', target, rule);
  end loop;
end $$;

-- The area of a kind of notification or email; null if it belongs to none.
create function private.get_area_of_kind(kind text) returns text
language sql immutable set search_path = '' as $$
  select case when kind = 'launch' then 'launches' when kind in ('reply', 'claim', 'tool_claim') then 'makers'
    when kind = 'follower' then 'profiles' end
$$;
create function private.is_kind_on(kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.get_area_of_kind(kind) is null or private.is_area_on(private.get_area_of_kind(kind))
$$;
grant execute on function private.is_kind_on to anon, authenticated, service_role;
