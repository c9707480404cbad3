-- Functions of /rest/v1. Idempotent; runs before the migrations.
create schema if not exists rest;
grant usage on schema rest to anon, authenticated, service_role;

-- Returns its argument, a part of a response, and raises 54000 when the parts of one transaction
-- exceed 10 MB: nested embeds multiply, so the size is checked while the response is built. Each part
-- counts its size and 250 bytes. The function is `stable`, because PostgreSQL would materialize the
-- rows of a volatile one; `security definer`, because requests cannot execute set_config; and has no
-- `search_path`, which would cost more than the rest: all names are qualified.
create or replace function rest.counted(part anyelement) returns anyelement
language plpgsql stable security definer as $$
declare
  spent text := pg_catalog.current_setting('rest.spent', true);
begin
  spent := coalesce(nullif(spent, ''), '0')::bigint + 250 + pg_catalog.pg_column_size(part);
  if spent::bigint > 10485760 then
    raise exception 'The answer holds more than 10 MB' using
      errcode = '54000',
      hint = 'Ask for fewer rows with limit, for fewer columns, or embed less in what is embedded.';
  end if;
  spent := pg_catalog.set_config('rest.spent', spent, true);
  return part;
end $$;
revoke execute on function rest.counted(anyelement) from public;
grant execute on function rest.counted(anyelement) to anon, authenticated, service_role;
