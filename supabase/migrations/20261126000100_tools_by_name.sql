-- The order in which whoever reads the API asks for first; the site's own lists fold the name.
create index tools_by_name_idx on public.tools (name);
