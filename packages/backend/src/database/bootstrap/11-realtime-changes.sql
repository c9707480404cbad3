-- The feed of table changes behind postgres_changes. Idempotent; runs before the migrations.
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The tables that clients can subscribe to, as on Supabase. The feed reads its list of tables only: it
-- needs no logical replication, so the warning about wal_level does not apply.
do $$
declare
  level constant text := current_setting('client_min_messages');
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    perform set_config('client_min_messages', 'error', true);
    create publication supabase_realtime;
    perform set_config('client_min_messages', level, true);
  end if;
end $$;

-- Notifies of some changes: a line with table, kind and time, then one line for each key, a JSON object.
-- A notification holds less than 8,000 bytes. A key of more than 2,000 bytes is left out. The old key of
-- an update has at most 2,000, which its quotes may double.
create or replace function realtime.notify_changes(
  changed_table oid, kind text, keys text[], old_key text default null
) returns void language sql set search_path = '' as $$
  select count(pg_notify(
    'realtime_changes',
    json_build_object(
      'table', changed_table::bigint,
      'kind', kind,
      'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'keys', chunk.size,
      'old', old_key
    ) || chunk.lines))
  from (
    select number, count(*) as size, string_agg(E'\n' || key, '' order by position) as lines
    from (
      select key, position,
        (sum(octet_length(key) + 1) over (order by position) - octet_length(key) - 1) / 3600 as number
      from unnest(keys) with ordinality as list (key, position)
      where octet_length(key) <= 2000
    ) as numbered (key, position, number)
    group by number order by number
  ) as chunk
$$;

-- Announces the keys of the rows that a statement changed. Of a statement that changed more than 10,000
-- rows, and of a table without a primary key, it announces the statement alone.
create or replace function realtime.announce_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant text := case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end;
  key_columns text;
  row_count int;
  keys text[];
  gone text[];
  come text[];
begin
  execute format('select count(*) from (select from %I limit 10001) as first_rows', changed) into row_count;
  if row_count = 0 then
    return null;
  end if;
  select string_agg(format('%I', a.attname), ', ' order by k.position) into key_columns
    from pg_catalog.pg_constraint c
    cross join unnest(c.conkey) with ordinality as k (attnum, position)
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.conrelid = tg_relid and c.contype = 'p';
  if key_columns is null or row_count > 10000 then
    perform pg_notify('realtime_changes', json_build_object(
      'table', tg_relid::bigint,
      'kind', tg_op,
      'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'keys', 0,
      'lost', key_columns is not null)::text);
    return null;
  end if;
  if tg_op <> 'UPDATE' then
    execute format('select array_agg(row_to_json(k)::text) from (select %s from %I) as k', key_columns, changed)
      into keys;
    -- A row that a transaction inserts and deletes again was never visible: no subscriber gets its key.
    if tg_op = 'INSERT' and row_count <= 100 then
      perform pg_catalog.set_config('realtime.inserted',
        coalesce(current_setting('realtime.inserted', true), '')
          || (select string_agg(E'\n' || tg_relid::bigint || key || E'\n', '') from unnest(keys) as key), true);
    elsif tg_op = 'DELETE' then
      keys := array(select key from unnest(keys) as key where strpos(
        coalesce(current_setting('realtime.inserted', true), ''), E'\n' || tg_relid::bigint || key || E'\n') = 0);
    end if;
    perform realtime.notify_changes(tg_relid, tg_op, keys);
    return null;
  end if;
  execute format(
    'with before as (select row_to_json(k)::text as key from (select %1$s from old_rows) as k),
       after as (select row_to_json(k)::text as key from (select %1$s from new_rows) as k)
     select array(select key from after where key in (select key from before)),
       array(select key from before except select key from after),
       array(select key from after except select key from before)', key_columns)
    into keys, gone, come;
  perform realtime.notify_changes(tg_relid, 'UPDATE', keys);
  -- PostgreSQL does not state which old row became which new one. Of one changed key this is known. A
  -- notification has room for both keys only if both are announced.
  if cardinality(gone) = 1 and cardinality(come) = 1
    and greatest(octet_length(gone[1]), octet_length(come[1])) <= 2000
  then
    perform realtime.notify_changes(tg_relid, 'UPDATE', come, gone[1]);
  elsif cardinality(gone) > 0 then
    perform realtime.notify_changes(tg_relid, 'DELETE', gone), realtime.notify_changes(tg_relid, 'INSERT', come);
  end if;
  return null;
end $$;

-- Removes the triggers of tables outside of the publication. Another process may do the same: it drops
-- them in the same order.
create or replace function realtime.remove_change_triggers() returns void
language plpgsql set search_path = '' as $$
declare
  relation regclass;
  trigger_name name;
begin
  for relation, trigger_name in
    select t.tgrelid, t.tgname from pg_catalog.pg_trigger t
    where t.tgfoid = 'realtime.announce_changes'::regproc
      and not exists (
        select from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and format('%I.%I', p.schemaname, p.tablename)::regclass = t.tgrelid)
    order by t.tgrelid, t.tgname
  loop
    execute format('drop trigger if exists %I on %s', trigger_name, relation);
  end loop;
end $$;

-- Attaches the triggers to tables of the publication.
create or replace function realtime.attach_change_triggers(tables oid[]) returns void
language plpgsql set search_path = '' as $$
declare
  relation regclass;
begin
  -- Another process may do the same; the number is arbitrary.
  perform pg_catalog.pg_advisory_xact_lock(7319463);
  for relation in
    select distinct r.oid from unnest(tables) as r (oid)
    where not exists (
      select from pg_catalog.pg_trigger t
      where t.tgrelid = r.oid and t.tgfoid = 'realtime.announce_changes'::regproc)
  loop
    execute format(
      -- PostgreSQL fires triggers by name: inserts are announced before another trigger deletes the row.
      'create trigger _realtime_inserts after insert on %1$s referencing new table as new_rows
         for each statement execute function realtime.announce_changes();
       create trigger _realtime_updates after update on %1$s
         referencing old table as old_rows new table as new_rows
         for each statement execute function realtime.announce_changes();
       create trigger _realtime_deletes after delete on %1$s referencing old table as old_rows
         for each statement execute function realtime.announce_changes()', relation);
  end loop;
end $$;
revoke execute on function realtime.notify_changes(oid, text, text[], text), realtime.announce_changes(),
  realtime.remove_change_triggers(), realtime.attach_change_triggers(oid[]) from public;
