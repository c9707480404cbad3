-- What /rest/v1 reads with. Idempotent: runs before the migrations.
create schema if not exists rest;
grant usage on schema rest to anon, authenticated, service_role;

-- Passes on a part of an answer, and refuses (54000) once all parts of one transaction come to more
-- than 10 MB: what is embedded in what is embedded multiplies, and is stopped while it is built. A
-- part counts for what it holds and a little for having been looked for. `stable`, or PostgreSQL
-- would keep each answer's rows aside before it reads them; as its owner, since nobody else may set
-- anything. Without a search path of its own, which would cost more than all the rest: every name in
-- it is either PostgreSQL's own or written out.
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
