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

-- After a statement on a table. In simple steps, which cost less than one query that says the same.
--   tg_argv[0]  columns that only count: what changes nothing else says of each row its id, and these
--               columns before and after
--   then        pairs of a name and the columns whose ids a change says under it
create function private.tell_page_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 20;
  is_coarse constant boolean := tg_nargs < 2 and coalesce(tg_argv[0], '{}') = '{}';
  change jsonb := jsonb_build_object('table', tg_table_name);
  old_parts jsonb[] := '{}';
  new_parts jsonb[] := '{}';
begin
  -- Their rows, if there are any, are not looked at any more.
  if length(current_setting('page.changes', true)) > 10000 then
    perform private.say_page_change(change);
    return null;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and not is_coarse then
    old_parts := array(select case when is_coarse then '{}' else to_jsonb(r) end from old_rows r limit most + 1);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' then
    new_parts := array(select case when is_coarse then '{}' else to_jsonb(r) end from new_rows r limit most + 1);
  end if;
  if tg_op <> 'TRUNCATE' and old_parts || new_parts = '{}' then
    return null;
  end if;
  if not is_coarse and greatest(cardinality(old_parts), cardinality(new_parts)) <= most then
    if tg_op = 'UPDATE' and tg_argv[0] <> '{}' then
      change := change || private.counted_change(old_parts, new_parts, tg_argv[0]::text[]);
    end if;
    for place in 1 .. tg_nargs - 1 by 2 loop
      change := change || private.named_ids(old_parts || new_parts, tg_argv[place], tg_argv[place + 1]::text[]);
    end loop;
  end if;
  perform private.say_page_change(change);
  return null;
end $$;

-- {counted: [{id, before, after}]} where rows changed in nothing but these columns, else {}.
create function private.counted_change(old_parts jsonb[], new_parts jsonb[], counters text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  counted jsonb := '[]';
  before jsonb;
  after jsonb;
  name text;
begin
  for place in 1 .. cardinality(old_parts) loop
    if old_parts[place] - counters <> new_parts[place] - counters then
      return '{}';
    end if;
    before := '{}';
    after := '{}';
    foreach name in array counters loop
      before := before || jsonb_build_object(name, old_parts[place] -> name);
      after := after || jsonb_build_object(name, new_parts[place] -> name);
    end loop;
    counted := counted || jsonb_build_object('id', old_parts[place] -> 'id', 'before', before, 'after', after);
  end loop;
  return jsonb_build_object('counted', counted);
end $$;

-- {name: ids} of what stands in some columns, else {}.
create function private.named_ids(parts jsonb[], name text, columns text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  ids jsonb := '[]';
  part jsonb;
  place text;
begin
  foreach part in array parts loop
    foreach place in array columns loop
      if part -> place <> 'null' and not ids @> (part -> place) then
        ids := ids || (part -> place);
      end if;
    end loop;
  end loop;
  return case when ids = '[]' then '{}' else jsonb_build_object(name, ids) end;
end $$;

do $$
declare
  told record;
  event text;
begin
  for told in select * from (values
    ('public.categories', array['{}']),
    ('public.companies', array['{followers_count}']),
    ('public.company_follows', array['{}', 'users', '{user_id}']),
    ('public.company_members', array['{}']),
    ('public.launch_upvotes', array['{}']),
    ('public.review_helpful_votes', array['{}']),
    ('public.reviews', array['{}', 'tools', '{tool_id}', 'users', '{user_id}']),
    ('public.tools', array['{rating_sum,review_count,rating_average}']),
    ('public.user_stats', array['{}', 'users', '{user_id}']),
    ('public.user_follows', array['{}', 'users', '{follower_id,following_id}']),
    ('private.demo_content', array['{}']),
    ('private.launches', array['{upvotes_count}']),
    ('private.profiles', array['{}'])
  ) tables (name, arguments) loop
    execute format('drop trigger if exists page_change on %s', told.name);
    execute format('create trigger page_change_on_truncate after truncate on %s
      for each statement execute function private.tell_page_change()', told.name);
    foreach event in array '{insert,update,delete}'::text[] loop
      execute format(
        'create trigger page_change_on_%s after %1$s on %s referencing %s for each statement execute function private.tell_page_change(%s)',
        event, told.name, case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
          else 'old table as old_rows new table as new_rows' end,
        (select string_agg(quote_literal(argument), ', ' order by place)
          from unnest(told.arguments) with ordinality as given (argument, place)));
    end loop;
  end loop;
end $$;
drop function private.notify_page_change();
