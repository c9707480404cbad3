-- Says that something has changed which a page may show, to every process that keeps finished pages.
-- One notice a transaction, whatever its size: PostgreSQL sends the same one once.
create function private.notify_page_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_changes', tg_table_name);
  return null;
end $$;

do $$
declare
  name regclass;
begin
  foreach name in array array[
    'public.categories', 'public.companies', 'public.company_follows', 'public.company_members',
    'public.review_helpful_votes', 'public.reviews', 'public.tools', 'public.user_follows',
    'public.launch_upvotes', 'private.launches', 'private.profiles', 'private.demo_content'
  ]::regclass[] loop
    execute format(
      'create trigger page_change after insert or update or delete or truncate on %s
       for each statement execute function private.notify_page_change()', name);
  end loop;
end $$;
