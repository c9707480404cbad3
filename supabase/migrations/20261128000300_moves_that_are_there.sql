-- For who ran an early form of the files before this one, which moved counts by the statement already: what the
-- next file makes must not be there yet, and what it takes away must be. Everybody else has nothing to do here.
do $$
begin
  if to_regprocedure('private.move_launch_days()') is null or to_regprocedure('private.move_launch_day()') is not null
    or exists (select from supabase_migrations.schema_migrations where version = '20261129000100') then
    return;
  end if;
  drop trigger move_launch_days on private.launches;
  drop function private.move_launch_days();
  create function private.move_launch_day() returns trigger language plpgsql set search_path = '' as 'begin return null; end';
  create trigger move_launch_day after update on private.launches
    for each row execute function private.move_launch_day();
end $$;
