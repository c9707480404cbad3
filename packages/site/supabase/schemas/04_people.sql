-- A member's profile. Not to be confused with auth.users, the account that the member signs in with:
-- an account has a profile only once its e-mail address is confirmed. The table is private because
-- the visible columns depend on the row and the reader, which column privileges cannot express.
-- Everyone reads it through the view public.profiles.
create table private.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null constraint username_format check (username ~ '^[A-Za-z0-9_-]{1,50}$'),
  first_name text constraint first_name_format check (private.is_person_name(first_name)),
  last_name text constraint last_name_format check (private.is_person_name(last_name)),
  bio text constraint bio_length check (length(bio) <= 500),
  avatar_url text constraint avatar_url_format check (length(avatar_url) <= 255 and private.is_web_address(avatar_url)),
  job_title text constraint job_title_length check (length(job_title) <= 100),
  company_name text constraint company_name_length check (length(company_name) <= 100),
  account_type text not null default 'personal' check (account_type in ('personal', 'business')),
  user_role text not null default 'member' check (user_role in ('member', 'admin', 'manager', 'developer')),
  profile_visibility text not null default 'professional'
    check (profile_visibility in ('private', 'professional', 'public')),
  public_profile boolean not null generated always as (profile_visibility = 'public') stored,
  created_at timestamptz not null default now(),
  -- Only uploads to this site: a picture on another server would show that server the network
  -- addresses of readers. 16_uploads.sql checks the host.
  constraint avatar_url_own check (
    avatar_url ~ ('^https?://[^/?#@\\]+/storage/v1/object/public/avatars/' || user_id || '/[A-Za-z0-9._-]+$'))
);
create unique index profiles_username_key on private.profiles (lower(username));
create index profiles_username_idx on private.profiles (username);
create index profiles_username_prefix_idx on private.profiles (lower(username) text_pattern_ops)
  where profile_visibility <> 'private';
create index profiles_first_name_prefix_idx on private.profiles (lower(first_name) text_pattern_ops)
  where profile_visibility <> 'private';
create index profiles_last_name_prefix_idx on private.profiles (lower(last_name) text_pattern_ops)
  where profile_visibility <> 'private';
call private.secure_internal_table('private.profiles');

-- How much of a profile the reader sees (spec 1 §6): 0 the username and the picture, 1 also the names
-- and the bio, 2 also the job title and the company.
create function private.visibility_level(person uuid, visibility text) returns integer
language sql stable set search_path = '' as $$
  select case
    when current_user = 'service_role' or person = auth.uid() or visibility = 'public' then 2
    when visibility = 'private' then 0
    when auth.uid() is not null then 2
    else 1
  end
$$;
grant execute on function private.visibility_level to anon, authenticated, service_role;

-- A profile as the reader may see it. An update is carried out by private.update_profile.
create view public.profiles with (security_barrier) as
select
  p.user_id,
  p.username,
  case when v.level >= 1 then p.first_name end as first_name,
  case when v.level >= 1 then p.last_name end as last_name,
  case when v.level >= 1 then p.bio end as bio,
  p.avatar_url,
  case when v.level >= 2 then p.job_title end as job_title,
  case when v.level >= 2 then p.company_name end as company_name,
  p.account_type,
  case when v.level >= 2 then p.user_role end as user_role,
  p.profile_visibility,
  p.public_profile,
  p.created_at
from private.profiles p
cross join lateral (select private.visibility_level(p.user_id, p.profile_visibility) as level) v;
grant select on public.profiles to anon, authenticated;
grant update (username, first_name, last_name, bio, avatar_url, job_title, company_name,
  account_type, profile_visibility, public_profile) on public.profiles to authenticated;

-- Whether the reader may not see what a person does.
create function private.is_hidden(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select person is distinct from auth.uid()
    and exists (select from private.profiles where user_id = person and profile_visibility = 'private')
$$;
grant execute on function private.is_hidden to anon, authenticated, service_role;

-- The counts of one person, which the profile shows; only triggers write it. Not to be confused with
-- private.people_counts, which counts people.
create table public.user_stats (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  helpful_votes integer not null default 0 check (helpful_votes >= 0),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  profile_views integer not null default 0 check (profile_views >= 0),
  followers_count integer not null default 0 check (followers_count >= 0),
  -- People and companies.
  following_count integer not null default 0 check (following_count >= 0)
);
call private.secure_table('public.user_stats');
create policy anyone_select_unless_private on public.user_stats for select using (not private.is_hidden(user_id));
grant select on public.user_stats to anon, authenticated;

-- Names of the site itself, words that programs mistake for a missing name, and the first part of
-- each address of the site. A member whose username is reserved later keeps it.
create function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) = any (array[
    '_', 'about', 'account-settings', 'add-tool', 'admin', 'administrator', 'all-tools', 'anonymous', 'api', 'assets',
    'auth', 'best', 'capabilities', 'categories', 'changes', 'company', 'company-dashboard', 'compare', 'contact', 'dashboard',
    'data', 'docs', 'dumps', 'explain', 'feeds', 'figures', 'files', 'guidelines', 'imprint', 'launch', 'launches', 'ledger',
    'list', 'lists', 'mcp', 'moderation', 'moderation-log', 'moderator', 'my-reports', 'notifications',
    'null', 'oembed', 'offline', 'pictures', 'privacy', 'profile-settings', 'realtime', 'report', 'reset-password', 'rest',
    'review', 'root', 'settings', 'sitemaps', 'start-your-team', 'storage', 'submit-launch', 'support', 'system',
    'terms', 'tool', 'toolmark', 'tools', 'transparency', 'trust', 'trust-center', 'undefined', 'unsubscribe',
    'update-password', 'user', 'write-review'
  ])
$$;

-- Whether the caller can take a username; the caller's own one counts as available.
create function public.username_available(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select wanted ~ '^[A-Za-z0-9_-]{1,50}$' and coalesce(
    (select user_id is not distinct from auth.uid() from private.profiles where lower(username) = lower(wanted)),
    not private.is_reserved_username(wanted))
$$;
grant execute on function public.username_available to anon, authenticated, service_role;

-- The first username of a member: what the sign-up asks for, with a number if it is taken or
-- reserved. Without one it is random, because a part of the e-mail address would identify the person.
create function private.choose_username(wanted text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := left(regexp_replace(coalesce(private.strip_markup(wanted), ''), '[^A-Za-z0-9_-]', '', 'g'), 50);
  candidate text;
  attempt integer := 1;
begin
  -- Sign-ups run one after the other: "ana" with a number may be the name that another one asks for.
  perform pg_advisory_xact_lock(hashtext('username'));
  candidate := case when base = '' then 'user-' || left(gen_random_uuid()::text, 8) else base end;
  while exists (select from private.profiles where lower(username) = lower(candidate))
     or private.is_reserved_username(candidate)
  loop
    attempt := attempt + 1;
    candidate := case when base = '' then 'user-' || left(gen_random_uuid()::text, 8)
      else left(base, 44) || attempt end;
  end loop;
  return candidate;
end $$;

-- Makes the profile of an account when its e-mail address is confirmed. Until then nothing of the
-- account is public and no username is taken. The metadata of the sign-up is cleaned as the form
-- cleans it: trimmed, stripped of markup, cut (spec 1 §5), and without what the rules for posts would refuse or hold.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  if new.email_confirmed_at is null or exists (select from private.profiles where user_id = new.id) then
    return new;
  end if;
  insert into private.profiles (user_id, username, first_name, last_name, job_title, company_name, account_type, user_role)
  values (
    new.id,
    private.choose_username(private.take_text(metadata ->> 'username')),
    private.clean_name(private.take_text(metadata ->> 'first_name')),
    private.clean_name(private.take_text(metadata ->> 'last_name')),
    nullif(left(private.take_text(private.strip_markup(metadata ->> 'job_title')), 100), ''),
    nullif(left(private.take_text(private.strip_markup(metadata ->> 'company_name')), 100), ''),
    case when metadata ->> 'account_type' = 'business' then 'business' else 'personal' end,
    case when metadata ->> 'user_role' in ('member', 'admin', 'manager', 'developer')
      then metadata ->> 'user_role' else 'member' end
  );
  insert into public.user_stats (user_id) values (new.id);
  return new;
end $$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger create_profile_once_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.create_profile();

-- Carries out an update of the view public.profiles. A member changes only the own profile. Only the
-- columns that the statement changes are written: of two updates at the same time, the one of the bio
-- must not write back an old visibility.
create function private.update_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' then
    -- An update of the view visits every profile: 550 ms for 2,000 profiles.
    perform private.check_row_limit(tg_op);
    -- Row security does not apply to this function, which runs as the owner.
    perform private.require_factor();
    perform private.check_profile_update(old, new);
    if old.user_id is distinct from auth.uid() then
      return null;
    end if;
  end if;
  if new.username is distinct from old.username and private.is_reserved_username(btrim(new.username)) then
    raise exception 'This username is already in use. Please choose another.'
      using errcode = 'unique_violation', constraint = 'profiles_username_key';
  end if;
  update private.profiles p set
    username = case when new.username is distinct from old.username then btrim(new.username) else p.username end,
    first_name = case when new.first_name is distinct from old.first_name
      then nullif(private.strip_markup(new.first_name), '') else p.first_name end,
    last_name = case when new.last_name is distinct from old.last_name
      then nullif(private.strip_markup(new.last_name), '') else p.last_name end,
    bio = case when new.bio is distinct from old.bio then private.strip_markup(new.bio) else p.bio end,
    avatar_url = case when new.avatar_url is distinct from old.avatar_url
      then nullif(new.avatar_url, '') else p.avatar_url end,
    job_title = case when new.job_title is distinct from old.job_title
      then private.strip_markup(new.job_title) else p.job_title end,
    company_name = case when new.company_name is distinct from old.company_name
      then private.strip_markup(new.company_name) else p.company_name end,
    account_type = case when new.account_type is distinct from old.account_type
      then new.account_type else p.account_type end,
    profile_visibility = case
      when new.profile_visibility is distinct from old.profile_visibility then new.profile_visibility
      -- public_profile is another form of the visibility. Sent alone, it sets the visibility.
      when new.public_profile is distinct from old.public_profile
        then case when new.public_profile then 'public' else 'professional' end
      else p.profile_visibility end
  where p.user_id = old.user_id
  returning p.username, p.first_name, p.last_name, p.bio, p.avatar_url, p.job_title, p.company_name,
    p.account_type, p.profile_visibility, p.public_profile
  into new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title,
    new.company_name, new.account_type, new.profile_visibility, new.public_profile;
  return new;
end $$;
create trigger update_profile instead of update on public.profiles
  for each row execute function private.update_profile();

-- The columns of one profile that the caller may see (spec 1 §7).
create function public.get_safe_profile_info(profile_user_id uuid)
returns table (user_id uuid, username text, first_name text, last_name text, bio text, avatar_url text,
  job_title text, company_name text, account_type text, profile_visibility text, created_at timestamptz)
language sql stable set search_path = '' as $$
  select p.user_id, p.username, p.first_name, p.last_name, p.bio, p.avatar_url, p.job_title,
    p.company_name, p.account_type, p.profile_visibility, p.created_at
  from public.profiles p where p.user_id = profile_user_id
$$;
grant execute on function public.get_safe_profile_info to anon, authenticated, service_role;

-- The member with a username, in upper or lower case. The same condition on public.profiles reads
-- every row: the view is a security barrier, and a comparison of text does not pass it.
create function private.find_user_id(wanted text) returns uuid
language sql stable security definer set search_path = '' as $$
  select user_id from private.profiles where lower(username) = lower(wanted)
$$;
grant execute on function private.find_user_id to anon, authenticated, service_role;

-- The profile with a username. `begin atomic`: PostgreSQL resolves the body when it creates the
-- function, because callers cannot name the schema private.
create function public.person_named(wanted text) returns setof public.profiles
language sql stable rows 1 set search_path = ''
begin atomic
  select * from public.profiles where user_id = private.find_user_id(wanted);
end;
grant execute on function public.person_named to anon, authenticated, service_role;

-- The day on which a member last viewed a profile, so that a view counts once a day. Only
-- public.user_stats reads these rows; members cannot.
create table private.profile_views (
  person uuid not null references private.profiles (user_id) on delete cascade,
  viewer uuid not null references private.profiles (user_id) on delete cascade,
  day date not null,
  primary key (person, viewer)
);
create index profile_views_viewer_idx on private.profile_views (viewer);
call private.secure_internal_table('private.profile_views');

-- Counts the caller's view of a profile. Views of the own profile do not count, nor do those of
-- anonymous visitors, who cannot be distinguished. A session without the required second factor sees the
-- profile, so the view is not counted and nothing fails.
create function public.count_profile_view(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reader uuid := auth.uid();
begin
  if reader is null or reader = person or private.is_hidden(person)
     or not private.has_required_factor()
     -- Either account may be deleted: a token outlives its account for up to an hour.
     or (select count(*) from private.profiles where user_id in (reader, person)) < 2 then
    return;
  end if;
  insert into private.profile_views as views (person, viewer, day)
  values (person, reader, (now() at time zone 'utc')::date)
  on conflict on constraint profile_views_pkey do update set day = excluded.day where views.day < excluded.day;
  if found then
    update public.user_stats set profile_views = profile_views + 1 where user_id = person;
  end if;
end $$;
grant execute on function public.count_profile_view to authenticated;
