-- A change says what it touched, so that only the pages that show it are made anew: its table and, of up
-- to 20 rows, the ids by which pages find them. It is said to every process that keeps finished pages,
-- and kept in the setting page.changes, a line each, for whoever changes something: so the process that
-- has been asked knows before it answers.

-- Of many changes of one transaction, as an import makes them, the later ones say their table alone.
create function private.say_page_change(change jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  said text := coalesce(current_setting('page.changes', true), '');
  line text := change::text;
begin
  -- PostgreSQL takes notices of less than 8,000 bytes.
  if length(said) > 10000 or octet_length(line) > 7000 then
    line := jsonb_build_object('table', change -> 'table')::text;
  end if;
  if strpos(said, line || E'\n') = 0 then
    perform set_config('page.changes', said || line || E'\n', true);
    perform pg_notify('page_changes', line);
  end if;
end $$;

-- After a statement on a table.
--   tg_argv[0]  {name: [columns]}: the ids that a change names, and where they stand
--   tg_argv[1]  columns that only count: what changes nothing else says of each row its id, and these
--               columns before and after
create function private.tell_page_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 20;
  change jsonb := jsonb_build_object('table', tg_table_name);
  counters text[];
  old_part jsonb[];
  new_part jsonb[];
  counted jsonb;
begin
  if tg_op = 'TRUNCATE' then
    perform private.say_page_change(change);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    old_part := array(select to_jsonb(r) from old_rows r limit most + 1);
  end if;
  if tg_op <> 'DELETE' then
    new_part := array(select to_jsonb(r) from new_rows r limit most + 1);
  end if;
  if coalesce(cardinality(old_part), 0) + coalesce(cardinality(new_part), 0) = 0 then
    return null;
  end if;
  if greatest(cardinality(old_part), cardinality(new_part)) <= most then
    if tg_op = 'UPDATE' and tg_argv[1] is not null then
      counters := tg_argv[1]::text[];
      select jsonb_agg(jsonb_build_object('id', o -> 'id',
          'before', (select jsonb_object_agg(name, o -> name) from unnest(counters) name),
          'after', (select jsonb_object_agg(name, n -> name) from unnest(counters) name)))
        into counted
        from unnest(old_part) o join unnest(new_part) n on n -> 'id' = o -> 'id'
        having bool_and(o - counters = n - counters) and count(*) = cardinality(old_part);
    end if;
    if counted is not null then
      change := change || jsonb_build_object('counted', counted);
    else
      change := change || coalesce((
        select jsonb_object_agg(key, ids) from (
          select key, jsonb_agg(distinct row_part -> name) as ids
          from jsonb_each(tg_argv[0]::jsonb) named, jsonb_array_elements_text(named.value) name, unnest(old_part || new_part) row_part
          where row_part -> name <> 'null'
          group by key) found), '{}');
    end if;
  end if;
  perform private.say_page_change(change);
  return null;
end $$;

do $$
declare
  told record;
  event text;
begin
  for told in select * from (values
    ('public.categories', '{}', null),
    ('public.companies', '{}', '{followers_count}'),
    ('public.company_follows', '{"users": ["user_id"]}', null),
    ('public.company_members', '{}', null),
    ('public.launch_upvotes', '{}', null),
    ('public.review_helpful_votes', '{}', null),
    ('public.reviews', '{"tools": ["tool_id"], "users": ["user_id"]}', null),
    ('public.tools', '{}', '{rating_sum,review_count,rating_average}'),
    ('public.user_follows', '{"users": ["follower_id", "following_id"]}', null),
    ('private.demo_content', '{}', null),
    ('private.launches', '{}', '{upvotes_count}'),
    ('private.profiles', '{}', null)
  ) tables (name, ids, counters) loop
    execute format('drop trigger page_change on %s', told.name);
    execute format('create trigger page_change_on_truncate after truncate on %s
      for each statement execute function private.tell_page_change()', told.name);
    foreach event in array '{insert,update,delete}'::text[] loop
      execute format(
        'create trigger page_change_on_%s after %1$s on %s referencing %s for each statement execute function private.tell_page_change(%L%s)',
        event, told.name, case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
          else 'old table as old_rows new table as new_rows' end, told.ids, ', ' || quote_literal(told.counters));
    end loop;
  end loop;
end $$;
drop function private.notify_page_change();
