-- For who ran an early form of 20261127000200: a transaction that has said so much already has the rows of its
-- next statements no longer looked at, and what is counted of a person stands on that person's pages.
create or replace function private.tell_page_change() returns trigger
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

do $$
declare
  event text;
begin
  create or replace trigger page_change_on_truncate after truncate on public.user_stats
    for each statement execute function private.tell_page_change();
  foreach event in array '{insert,update,delete}'::text[] loop
    execute format(
      'create or replace trigger page_change_on_%s after %1$s on public.user_stats referencing %s
       for each statement execute function private.tell_page_change(''{}'', ''users'', ''{user_id}'')',
      event, case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end);
  end loop;
end $$;
