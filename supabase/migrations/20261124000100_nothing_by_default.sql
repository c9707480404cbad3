-- A start after the first gave these rights back, so that what a later migration made was granted
-- to everybody on a database that had been started before.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
