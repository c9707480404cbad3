-- `_` is the first part of an address of the site as well.
create or replace function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) = any (array[
    'admin', 'administrator', 'root', 'support', 'toolmark', 'moderator', 'system', 'anonymous',
    'null', 'undefined', 'settings', '_',
    'about', 'account-settings', 'add-tool', 'all-tools', 'auth', 'categories', 'company',
    'company-dashboard', 'compare', 'contact', 'dashboard', 'launch', 'launches', 'offline', 'privacy',
    'profile-settings', 'reset-password', 'sitemaps', 'start-your-team', 'submit-launch', 'terms', 'tool',
    'tools', 'trust', 'trust-center', 'update-password', 'user', 'write-review',
    'assets', 'pictures', 'realtime', 'rest', 'storage'
  ])
$$;

-- A member whose username was reserved later still has it: the profile form reported it as taken.
create or replace function public.username_available(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select wanted ~ '^[A-Za-z0-9_-]{1,50}$' and coalesce(
    (select user_id is not distinct from auth.uid() from private.profiles where lower(username) = lower(wanted)),
    not private.is_reserved_username(wanted))
$$;
