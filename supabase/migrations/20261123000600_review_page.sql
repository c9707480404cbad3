-- Filters by pros and cons, the company size of reviewers, and the address /review/{id}.
-- The pros and cons of a review in lower case, as tool_review_summary groups them: computed fields for
-- the filter of a tool's page.
create function public.folded_pros(review public.reviews) returns text[]
language sql immutable set search_path = '' as $$
  select array(select lower(entry) from unnest(review.pros) as entry)
$$;
create function public.folded_cons(review public.reviews) returns text[]
language sql immutable set search_path = '' as $$
  select array(select lower(entry) from unnest(review.cons) as entry)
$$;
grant execute on function public.folded_pros, public.folded_cons to anon, authenticated, service_role;

create function public.company_size(person public.profiles) returns text
language sql stable security definer set search_path = '' as $$
  select c.size
  from private.profiles p
  join public.company_members m on m.user_id = p.user_id
  join public.companies c on c.id = m.company_id
  where p.user_id = person.user_id and p.profile_visibility = 'public' and c.size is not null
  order by m.created_at limit 1
$$;
grant execute on function public.company_size to anon, authenticated, service_role;

create or replace function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) = any (array[
    'admin', 'administrator', 'root', 'support', 'toolmark', 'moderator', 'system', 'anonymous',
    'null', 'undefined', 'settings', '_',
    'about', 'account-settings', 'add-tool', 'all-tools', 'auth', 'categories', 'company',
    'company-dashboard', 'compare', 'contact', 'dashboard', 'launch', 'launches', 'offline', 'privacy',
    'profile-settings', 'reset-password', 'review', 'sitemaps', 'start-your-team', 'submit-launch', 'terms', 'tool',
    'tools', 'trust', 'trust-center', 'update-password', 'user', 'write-review',
    'assets', 'pictures', 'realtime', 'rest', 'storage'
  ])
$$;
