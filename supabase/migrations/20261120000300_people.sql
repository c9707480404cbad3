-- A person's profile. Not to be confused with auth.users, which holds what signs them in. Lies in
-- private because a column's visibility depends on the row and the viewer, which column privileges
-- cannot say: everyone reads it through the view public.profiles.
create table private.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null constraint username_format check (username ~ '^[A-Za-z0-9_-]{1,50}$'),
  first_name text constraint first_name_format check (first_name ~ '^[[:alpha:] ''’-]{1,50}$'),
  last_name text constraint last_name_format check (last_name ~ '^[[:alpha:] ''’-]{1,50}$'),
  bio text constraint bio_length check (length(bio) <= 500),
  avatar_url text constraint avatar_url_format check (length(avatar_url) <= 255 and private.is_web_address(avatar_url)),
  job_title text constraint job_title_length check (length(job_title) <= 100),
  company_name text constraint company_name_length check (length(company_name) <= 100),
  account_type text not null default 'personal' check (account_type in ('personal', 'business')),
  user_role text not null default 'member' check (user_role in ('member', 'admin', 'manager', 'developer')),
  profile_visibility text not null default 'professional'
    check (profile_visibility in ('private', 'professional', 'public')),
  public_profile boolean not null generated always as (profile_visibility = 'public') stored,
  created_at timestamptz not null default now()
);
create unique index profiles_username_key on private.profiles (lower(username));
create index profiles_username_idx on private.profiles (username);
alter table private.profiles enable row level security;
create policy all_service on private.profiles to service_role using (true) with check (true);
grant select, insert, update, delete on private.profiles to service_role;

-- What the viewer may see of a person (spec 1 §6): 0 the username and picture, 1 also names and
-- bio, 2 also job title and company.
create function private.sight_of(person uuid, visibility text) returns integer
language sql stable set search_path = '' as $$
  select case
    when current_user = 'service_role' or person = auth.uid() or visibility = 'public' then 2
    when visibility = 'private' then 0
    when auth.uid() is not null then 2
    else 1
  end
$$;
grant execute on function private.sight_of to anon, authenticated, service_role;

create view public.profiles with (security_barrier) as
select
  p.user_id,
  p.username,
  case when s.sight >= 1 then p.first_name end as first_name,
  case when s.sight >= 1 then p.last_name end as last_name,
  case when s.sight >= 1 then p.bio end as bio,
  p.avatar_url,
  case when s.sight >= 2 then p.job_title end as job_title,
  case when s.sight >= 2 then p.company_name end as company_name,
  p.account_type,
  case when s.sight >= 2 then p.user_role end as user_role,
  p.profile_visibility,
  p.public_profile,
  p.created_at
from private.profiles p
cross join lateral (select private.sight_of(p.user_id, p.profile_visibility) as sight) s;

grant select on public.profiles to anon, authenticated;
grant update (username, first_name, last_name, bio, avatar_url, job_title, company_name,
  account_type, profile_visibility, public_profile) on public.profiles to authenticated;

-- Names of the site itself, which nobody may take.
create function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) in ('admin', 'administrator', 'root', 'support', 'toolmark', 'moderator', 'system', 'anonymous')
$$;

-- `update profiles` by its owner; nobody else's row is found.
create function private.update_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  visibility text := new.profile_visibility;
begin
  if auth.role() = 'authenticated' and old.user_id is distinct from auth.uid() then
    return null;
  end if;
  if new.username is distinct from old.username and private.is_reserved_username(btrim(new.username)) then
    raise exception 'This username is already in use. Please choose another.'
      using errcode = 'unique_violation', constraint = 'profiles_username_key';
  end if;
  -- public_profile is only another way to say it; sent alone it moves the visibility.
  if new.public_profile is distinct from old.public_profile
     and new.profile_visibility is not distinct from old.profile_visibility then
    visibility := case when new.public_profile then 'public' else 'professional' end;
  end if;
  update private.profiles p set
    username = btrim(new.username),
    first_name = nullif(private.plain_text(new.first_name), ''),
    last_name = nullif(private.plain_text(new.last_name), ''),
    bio = private.plain_text(new.bio),
    avatar_url = nullif(new.avatar_url, ''),
    job_title = private.plain_text(new.job_title),
    company_name = private.plain_text(new.company_name),
    account_type = new.account_type,
    profile_visibility = visibility
  where p.user_id = old.user_id
  returning p.username, p.first_name, p.last_name, p.bio, p.avatar_url, p.job_title, p.company_name,
    p.profile_visibility, p.public_profile
  into new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title,
    new.company_name, new.profile_visibility, new.public_profile;
  return new;
end $$;
create trigger update_profile instead of update on public.profiles
  for each row execute function private.update_profile();

-- Counts about a person; written by triggers alone.
create table public.user_stats (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  helpful_votes integer not null default 0 check (helpful_votes >= 0),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  profile_views integer not null default 0 check (profile_views >= 0),
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0)
);

-- Whether what a person does is hidden from this viewer.
create function private.is_hidden(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select person is distinct from auth.uid()
    and exists (select from private.profiles where user_id = person and profile_visibility = 'private')
$$;
grant execute on function private.is_hidden to anon, authenticated, service_role;

alter table public.user_stats enable row level security;
create policy select_unless_private on public.user_stats for select using (not private.is_hidden(user_id));
grant select on public.user_stats to anon, authenticated;

-- What a person did, for the public profile and the dashboard; written by triggers alone.
create table public.user_activities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  activity_type text not null check (activity_type in ('review_created')),
  review_id uuid,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index user_activities_user_id_idx on public.user_activities (user_id, created_at desc);
alter table public.user_activities enable row level security;
create policy select_unless_private on public.user_activities for select using (not private.is_hidden(user_id));
grant select on public.user_activities to anon, authenticated;

-- What happened to an account, for its owner's eyes. Nobody changes or removes a row.
create table public.audit_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references private.profiles (user_id) on delete cascade,
  action text not null check (length(action) between 1 and 100),
  resource_type text not null check (length(resource_type) between 1 and 100),
  metadata jsonb not null default '{}' check (length(metadata::text) <= 4000),
  created_at timestamptz not null default now()
);
create index audit_logs_user_id_idx on public.audit_logs (user_id, created_at desc);
alter table public.audit_logs enable row level security;
create policy select_own on public.audit_logs for select to authenticated using (user_id = (select auth.uid()));
create policy insert_own on public.audit_logs for insert to authenticated with check (user_id = (select auth.uid()));
grant select, insert (action, resource_type, metadata) on public.audit_logs to authenticated;

-- A first username from what was typed at sign-up, else from the e-mail address; made unique by a
-- number. Names of the site itself are never given away.
create function private.free_username(wanted text, email text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := left(regexp_replace(coalesce(private.plain_text(wanted), ''), '[^A-Za-z0-9_-]', '', 'g'), 50);
  candidate text;
  attempt integer := 1;
begin
  if base = '' then
    base := left(regexp_replace(split_part(coalesce(email, ''), '@', 1), '[^A-Za-z0-9_-]', '', 'g'), 40);
  end if;
  if base = '' then base := 'user'; end if;
  -- Sign-ups queue here: one person's "ana" with a number may be what another one asked for.
  perform pg_advisory_xact_lock(hashtext('username'));
  candidate := base;
  while exists (select from private.profiles where lower(username) = lower(candidate))
     or private.is_reserved_username(candidate)
  loop
    attempt := attempt + 1;
    candidate := left(base, 44) || attempt;
  end loop;
  return candidate;
end $$;

-- Sign-up metadata is sanitised here as in the form: trimmed, stripped, truncated (spec 1 §5).
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  insert into private.profiles (user_id, username, first_name, last_name, job_title, company_name, account_type, user_role)
  values (
    new.id,
    private.free_username(said ->> 'username', new.email),
    private.as_name(said ->> 'first_name'),
    private.as_name(said ->> 'last_name'),
    nullif(left(private.plain_text(said ->> 'job_title'), 100), ''),
    nullif(left(private.plain_text(said ->> 'company_name'), 100), ''),
    case when said ->> 'account_type' = 'business' then 'business' else 'personal' end,
    case when said ->> 'user_role' in ('member', 'admin', 'manager', 'developer')
      then said ->> 'user_role' else 'member' end
  );
  insert into public.user_stats (user_id) values (new.id);
  return new;
end $$;

create function private.as_name(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(
    private.plain_text(value), '[^[:alpha:] ''’-]', '', 'g'), 50)), '')
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Whether a username is free for the caller to take; his own is.
create function public.username_available(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select wanted ~ '^[A-Za-z0-9_-]{1,50}$' and not private.is_reserved_username(wanted) and not exists (
    select from private.profiles
    where lower(username) = lower(wanted) and user_id is distinct from auth.uid())
$$;
grant execute on function public.username_available to anon, authenticated, service_role;

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
