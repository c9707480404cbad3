-- Everyone on the internet has the anonymous key, so no right is given by default: each file here
-- grants what a role needs. (Supabase grants everything on new objects of the schema public.)
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

-- service_role passes row security by a policy `service_all` on every table: without a superuser,
-- PostgreSQL 15 cannot give it BYPASSRLS.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Tables and functions that no client can name: the API exposes only the schema public.
create schema private;
grant usage on schema private to service_role;

-- Whether a statement comes from a client of the API, signed in or not, and not from the operator.
create function private.is_client_request() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.role() in ('anon', 'authenticated'), false)
$$;
-- Functions that clean and check what people type. They read no table.

-- Trims white space and also the invisible characters that btrim keeps by default: a review of ten
-- line breaks is empty.
create function private.trim_text(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(value, E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;

-- Text without markup (spec 1 §5): script and style elements are removed with their content, other
-- tags and single angle brackets without it.
create function private.strip_markup(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    value, '<(script|style)\M.*?</\1\s*>', '', 'gi'), '</?[a-z!][^<>]*>', '', 'gi'), '[<>]', '', 'g'),
    -- The same characters as in trim_text.
    E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;

-- A web address whose host is valid and whose port exists. It has no user name before the host and
-- no backslash, because both make an address look like that of another site.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^https?://[[:alnum:]]([[:alnum:].-]*[[:alnum:]])?(:[0-9]{1,5})?([/?#][^\s<>"''\\]*)?$'
    and length(value) <= 2048
    and coalesce(substring(value from '(?i)^https?://[^/?#:]+:([0-9]+)')::numeric, 0) <= 65535
$$;

-- A list of pros or cons: at most 20 distinct, trimmed entries of 1 to 200 characters.
create function private.is_tidy_list(list text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 20
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry = btrim(entry) and length(entry) between 1 and 200)
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;

-- A check constraint calls its functions with the rights of the client.
grant execute on function private.strip_markup, private.is_web_address, private.is_tidy_list
  to anon, authenticated, service_role;

-- A person's first or last name in the form that the table of profiles accepts. The combining
-- diacritics are letters as well, as in the Yoruba "Ẹ̀bùn": the class alpha does not contain them.
create function private.clean_name(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(
    private.strip_markup(normalize(value)), '[^[:alpha:]\u0300-\u036f ''’-]', '', 'g'), 50)), '')
$$;

-- Lower case without accents, for search.
create function private.fold_text(value text) returns text
language sql stable set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent', value))
$$;

-- The distinct words of 3 to 40 characters in a folded text.
create function private.split_words(folded text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct word from regexp_split_to_table(folded, '[^[:alnum:]]+') as word where length(word) between 3 and 40
$$;

-- Lower case, with a hyphen for each run of other characters and none at the ends (spec 2 §5).
create function private.slugify(name text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-')
$$;

-- What two addresses of one website have in common: host, path and query, without the parameters
-- that only say where a reader came from.
create function private.normalize_website(website text) returns text
language sql immutable set search_path = '' as $$
  select lower(substring(btrim(website) from '(?i)^https?://(?:www\.)?([^/:?#]+)'))
    || rtrim(coalesce(substring(btrim(website) from '(?i)^https?://[^/?#]+([^?#]*)'), ''), '/')
    || coalesce('?' || nullif(btrim(regexp_replace(substring(btrim(website) from '\?([^#]*)'),
      '(^|&)(utm_[a-z]+|ref|source)=[^&]*', '', 'g'), '&'), ''), '')
$$;
-- One of the 20 categories that the site lists tools in. A tool's own `category` is free text: it is
-- matched with these by alias. The first alias is the value of /all-tools?category= (spec 2 §2).
create table public.categories (
  name text primary key,
  slug text not null unique,
  description text not null,
  icon text not null,
  color text not null,
  subcategories text[] not null,
  trending boolean not null default false,
  aliases text[] not null check (cardinality(aliases) > 0),
  position smallint not null unique
);
alter table public.categories enable row level security;
create policy anyone_select on public.categories for select using (true);
create policy service_all on public.categories to service_role using (true) with check (true);
grant select on public.categories to anon, authenticated;

insert into public.categories (position, name, slug, icon, color, trending, description, subcategories, aliases) values
(1, 'AI & Automation', 'ai-automation', 'bot', 'violet', true, 'Assistants, machine learning and tools that do the routine work for you.', '{Assistants,"Machine Learning","Workflow Automation",Agents}', '{ai,automation,"artificial intelligence","machine learning",chatbot}'),
(2, 'Design & Creative', 'design-creative', 'palette', 'pink', false, 'Draw, prototype and illustrate, alone or together.', '{"UI Design",Prototyping,Illustration,"3D"}', '{design,creative,graphics,prototyping}'),
(3, 'Marketing & Sales', 'marketing-sales', 'megaphone', 'orange', true, 'Find customers, talk to them and keep the pipeline moving.', '{CRM,"E-mail Marketing",SEO,Advertising}', '{marketing,sales,crm,seo,advertising}'),
(4, 'Productivity', 'productivity', 'list-checks', 'sky', false, 'Notes, tasks, calendars and projects in order.', '{Notes,Tasks,Calendars,"Project Management"}', '{productivity,"project management","task management",notes}'),
(5, 'Development', 'development', 'code', 'indigo', true, 'Editors, repositories, testing and everything around code.', '{Editors,"Version Control",Testing,APIs}', '{development,developer,coding,programming}'),
(6, 'Analytics', 'analytics', 'chart-column', 'cyan', false, 'See what happens in your product and your business.', '{"Web Analytics","Product Analytics","Business Intelligence",Dashboards}', '{analytics,"business intelligence",reporting}'),
(7, 'Communication', 'communication', 'messages-square', 'teal', false, 'Chat, calls and e-mail for teams.', '{Chat,"Video Calls",E-mail,"Voice"}', '{communication,messaging,chat,conferencing,email}'),
(8, 'Finance & Business', 'finance-business', 'wallet', 'emerald', true, 'Invoices, books, payments and plans.', '{Accounting,Invoicing,Payments,Expenses}', '{finance,accounting,invoicing,payments,business}'),
(9, 'E-commerce & Retail', 'e-commerce-retail', 'shopping-cart', 'amber', true, 'Open a shop, sell everywhere and ship.', '{"Shop Platforms",Checkout,Shipping,"Point of Sale"}', '{e-commerce,ecommerce,retail,shop}'),
(10, 'Security & Privacy', 'security-privacy', 'shield-check', 'red', true, 'Protect accounts, devices and data.', '{"Password Managers","Identity",VPN,"Threat Detection"}', '{security,privacy,password,vpn}'),
(11, 'Education & Learning', 'education-learning', 'graduation-cap', 'lime', false, 'Courses, classrooms and practice.', '{Courses,Classrooms,Languages,Flashcards}', '{education,learning,training,courses}'),
(12, 'Customer Support', 'customer-support', 'life-buoy', 'blue', true, 'Answer people quickly and remember what they said.', '{"Help Desk","Live Chat","Knowledge Base",Feedback}', '{"customer support",support,"help desk",helpdesk,"customer service"}'),
(13, 'HR & Recruitment', 'hr-recruitment', 'users', 'fuchsia', false, 'Hire, pay and look after people.', '{Recruiting,Payroll,Onboarding,"Performance"}', '{hr,recruitment,recruiting,"human resources",payroll}'),
(14, 'Content Management', 'content-management', 'file-text', 'stone', false, 'Write, structure and publish.', '{CMS,"Headless CMS",Documentation,Wikis}', '{"content management",cms,publishing,blogging,website}'),
(15, 'Social Media Management', 'social-media-management', 'share-2', 'rose', true, 'Plan, publish and listen across networks.', '{Scheduling,Listening,Influencers,Analytics}', '{"social media",social,influencer}'),
(16, 'Video & Audio', 'video-audio', 'clapperboard', 'purple', false, 'Record, edit and stream.', '{"Video Editing","Audio Editing",Streaming,Podcasts}', '{video,audio,podcast,streaming,music}'),
(17, 'Data & Database', 'data-database', 'database', 'slate', false, 'Store, move and query data.', '{Databases,Warehouses,Pipelines,"Data Quality"}', '{database,"data warehouse","data pipeline",etl,data}'),
(18, 'DevOps & Infrastructure', 'devops-infrastructure', 'server-cog', 'zinc', true, 'Build, ship, run and watch software.', '{CI/CD,Hosting,Monitoring,Containers}', '{devops,infrastructure,hosting,monitoring,cloud}'),
(19, 'Legal & Compliance', 'legal-compliance', 'scale', 'yellow', false, 'Contracts, signatures, policies and proof.', '{"E-signature",Contracts,Compliance,"Legal Research"}', '{legal,compliance,contract,e-signature}'),
(20, 'Real Estate', 'real-estate', 'house', 'green', false, 'List, let, sell and manage property.', '{Listings,"Property Management",Agents,"Virtual Tours"}', '{"real estate",property,realtor}');

-- The categories of a tool's free text: an exact name gives that category alone, else each category
-- with an alias in the text. An alias has to begin a word, and one of up to three letters (ai, hr)
-- has to be a whole word, or "Retail" would be AI. There is one pattern per category: to compile one
-- per alias (200) takes 3 to 6 ms per tool.
create function private.match_categories(raw text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(
    (select array[name] from public.categories where lower(name) = lower(raw)),
    (select array_agg(name order by position) from public.categories
      where lower(raw) ~ (
        select '\m(' || string_agg(alias || case when length(alias) <= 3 then '\M' else '' end, '|') || ')'
        from unnest(aliases) as alias)),
    '{}')
$$;

-- The category that a parameter names by name, slug or alias, else null.
create function private.find_category(wanted text) returns text
language sql stable set search_path = '' as $$
  select name from public.categories
  where lower(name) = lower(wanted) or slug = lower(wanted)
     or lower(wanted) = any (aliases)
  order by position limit 1
$$;
-- A member's profile. Not to be confused with auth.users, the account that the member signs in with:
-- an account has a profile only once its e-mail address is confirmed. The table is private because
-- the visible columns depend on the row and the reader, which column privileges cannot express.
-- Everyone reads it through the view public.profiles.
create table private.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null constraint username_format check (username ~ '^[A-Za-z0-9_-]{1,50}$'),
  first_name text constraint first_name_format check (first_name ~ '^[[:alpha:]\u0300-\u036f ''’-]{1,50}$'),
  last_name text constraint last_name_format check (last_name ~ '^[[:alpha:]\u0300-\u036f ''’-]{1,50}$'),
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
  -- addresses of readers. 15_uploads.sql checks the host.
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
alter table private.profiles enable row level security;
create policy service_all on private.profiles to service_role using (true) with check (true);
grant select, insert, update, delete on private.profiles to service_role;

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
alter table public.user_stats enable row level security;
create policy anyone_select_unless_private on public.user_stats for select using (not private.is_hidden(user_id));
create policy service_all on public.user_stats to service_role using (true) with check (true);
grant select on public.user_stats to anon, authenticated;

-- Names of the site itself, words that programs mistake for a missing name, and the first part of
-- each address of the site. A member whose username is reserved later keeps it.
create function private.is_reserved_username(wanted text) returns boolean
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
-- cleans it: trimmed, stripped of markup, cut (spec 1 §5).
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
    private.choose_username(metadata ->> 'username'),
    private.clean_name(metadata ->> 'first_name'),
    private.clean_name(metadata ->> 'last_name'),
    nullif(left(private.strip_markup(metadata ->> 'job_title'), 100), ''),
    nullif(left(private.strip_markup(metadata ->> 'company_name'), 100), ''),
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
  if auth.role() = 'authenticated' and old.user_id is distinct from auth.uid() then
    return null;
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
-- PostgreSQL fires triggers in the order of their names: check_row_limit (16_limits.sql) and
-- check_second_factor (14_second_factor.sql) come before this one.
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
alter table private.profile_views enable row level security;
create policy service_all on private.profile_views to service_role using (true) with check (true);
grant select, insert, update, delete on private.profile_views to service_role;

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
-- A company that members belong to and follow. Not to be confused with a profile's company_name,
-- which is free text.
create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint company_name_length check (length(name) between 1 and 100),
  logo_url text constraint company_logo_url_format check (private.is_web_address(logo_url)),
  verified boolean not null default false,
  website text constraint company_website_format check (length(website) <= 255 and private.is_web_address(website)),
  domain text constraint company_domain_format check (length(domain) <= 255 and domain ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'),
  size text check (size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  industry text check (industry in ('technology', 'healthcare', 'finance', 'education', 'retail', 'manufacturing', 'other')),
  description text constraint company_description_length check (length(description) <= 1000),
  followers_count integer not null default 0 check (followers_count >= 0),
  -- The founder while the row is inserted, so that the policy can compare it; then null, because
  -- everyone can read this table and the founder may be private. See private.company_founders.
  created_by uuid default auth.uid() references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  -- A logo that an admin uploaded here. 15_uploads.sql checks the host.
  constraint company_logo_url_own check (
    logo_url ~ ('^https?://[^/?#@\\]+/storage/v1/object/public/logos/' || id || '/[A-Za-z0-9._-]+$'))
);
create index companies_created_by_idx on public.companies (created_by);
create index companies_name_trigrams_idx on public.companies using gin (name extensions.gin_trgm_ops);
create index companies_domain_trigrams_idx on public.companies using gin (domain extensions.gin_trgm_ops);

-- The founder of a company. Not to be confused with its admins, who are rows of company_members. For
-- private.can_become_first_admin and the founder's own data alone.
create table private.company_founders (
  company_id uuid primary key references public.companies (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade
);
create index company_founders_user_id_idx on private.company_founders (user_id);
alter table private.company_founders enable row level security;
create policy service_all on private.company_founders to service_role using (true) with check (true);
grant select, insert, update, delete on private.company_founders to service_role;

-- A member of a company: its founder as admin, others as members (spec 1 §4).
create table public.company_members (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  constraint role_agrees check (is_admin = (role = 'admin'))
);
create index company_members_user_id_idx on public.company_members (user_id);

create function private.is_company_admin(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members where company_id = company and user_id = auth.uid() and is_admin)
$$;
-- Whether the caller founded a company that has no admin. A founder whom another admin has removed
-- cannot come back in this way.
create function private.can_become_first_admin(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.company_founders where company_id = company and user_id = auth.uid())
    and not exists (select from public.company_members where company_id = company and is_admin)
$$;
grant execute on function private.is_company_admin, private.can_become_first_admin
  to anon, authenticated, service_role;

alter table public.companies enable row level security;
create policy anyone_select on public.companies for select using (true);
create policy member_insert on public.companies for insert to authenticated
  with check (created_by = (select auth.uid()));
create policy admin_update on public.companies for update to authenticated
  using (private.is_company_admin(id)) with check (private.is_company_admin(id));
create policy service_all on public.companies to service_role using (true) with check (true);
grant select on public.companies to anon, authenticated;
grant insert (name, logo_url, website, domain, size, industry, description),
  update (name, logo_url, website, domain, size, industry, description) on public.companies to authenticated;

alter table public.company_members enable row level security;
-- An admin sees every member, or could not remove one who is private.
create policy anyone_select_unless_private on public.company_members for select
  using (not private.is_hidden(user_id) or private.is_company_admin(company_id));
create policy owner_insert on public.company_members for insert to authenticated
  with check (user_id = (select auth.uid()) and (not is_admin or private.can_become_first_admin(company_id)));
create policy owner_or_admin_delete on public.company_members for delete to authenticated
  using (user_id = (select auth.uid()) or private.is_company_admin(company_id));
create policy service_all on public.company_members to service_role using (true) with check (true);
grant select on public.company_members to anon, authenticated;
grant insert (company_id, user_id, role, is_admin), delete on public.company_members to authenticated;

create function private.prepare_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := private.strip_markup(new.description);
  new.domain := nullif(lower(btrim(new.domain)), '');
  new.website := nullif(btrim(new.website), '');
  return new;
end $$;
create trigger prepare_company before insert or update on public.companies
  for each row execute function private.prepare_company();

-- Makes the founder the first admin, so that a company has an admin from the beginning, whether or not
-- the client's second request (spec 1 §7) arrives.
create function private.record_founder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_founders (company_id, user_id) values (new.id, new.created_by);
  insert into public.company_members (company_id, user_id, role, is_admin)
    values (new.id, new.created_by, 'admin', true);
  update public.companies set created_by = null where id = new.id;
  return null;
end $$;
create trigger record_founder after insert on public.companies
  for each row when (new.created_by is not null) execute function private.record_founder();

-- Ignores the client's second request, which makes the founder an admin. Only for the own membership:
-- for another member's, the result would tell who the admins are.
create function private.ignore_repeated_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not distinct from coalesce(auth.uid(), new.user_id) and exists (
    select from public.company_members
    where company_id = new.company_id and user_id = new.user_id and is_admin
  ) then
    return null;
  end if;
  return new;
end $$;
-- The name comes before limit_companies (16_limits.sql), so that the repeated request does not count.
create trigger ignore_repeated_admin before insert on public.company_members
  for each row when (new.is_admin) execute function private.ignore_repeated_admin();

-- When the only admin leaves, the member of longest standing becomes admin.
create function private.appoint_next_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- When two admins leave at the same moment, the second one waits here and sees that the first is gone.
  perform from public.companies where id = old.company_id for no key update;
  if not exists (select from public.company_members where company_id = old.company_id and is_admin) then
    update public.company_members set role = 'admin', is_admin = true
    where company_id = old.company_id and user_id = (
      select user_id from public.company_members where company_id = old.company_id
      order by created_at, user_id limit 1);
  end if;
  return null;
end $$;
create trigger appoint_next_admin after delete on public.company_members
  for each row when (old.is_admin) execute function private.appoint_next_admin();

-- The companies of a person (spec 1 §7), the oldest membership first.
create function public.get_user_company(user_uuid uuid)
returns table (company_id uuid, user_role text, is_admin boolean)
language sql stable set search_path = '' as $$
  select m.company_id, m.role, m.is_admin from public.company_members m
  where m.user_id = user_uuid order by m.created_at, m.company_id
$$;
grant execute on function public.get_user_company to anon, authenticated, service_role;
-- One member follows another one.
create table public.user_follows (
  follower_id uuid not null references private.profiles (user_id) on delete cascade,
  following_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, following_id)
);
create index user_follows_following_id_idx on public.user_follows (following_id);
alter table public.user_follows enable row level security;
create policy anyone_select_unless_private on public.user_follows for select
  using (follower_id = (select auth.uid()) or following_id = (select auth.uid())
    or not (private.is_hidden(follower_id) or private.is_hidden(following_id)));
create policy owner_insert on public.user_follows for insert to authenticated
  with check (follower_id = (select auth.uid()));
create policy owner_delete on public.user_follows for delete to authenticated
  using (follower_id = (select auth.uid()));
create policy service_all on public.user_follows to service_role using (true) with check (true);
grant select on public.user_follows to anon, authenticated;
grant insert (follower_id, following_id), delete on public.user_follows to authenticated;

create function private.refuse_own_follow() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.follower_id = new.following_id then
    raise exception 'Cannot follow yourself' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_own_follow before insert on public.user_follows
  for each row execute function private.refuse_own_follow();

-- Functions that count after a statement, here and in the files of reviews, launches and statistics:
-- - They count once per statement. Counted row by row, an import passes every version of the counts
--   that the rows before it left: 5,300 votes took 17 s on PGlite.
-- - They lock the rows in the order of their ids before they add to them, or two statements that count
--   the same rows would wait for each other.
-- - They do without hash joins, merge joins and sequential scans: a connection keeps the first plan,
--   and that one may be made for an import.
create function private.count_user_follows() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.user_stats
    where user_id in (select follower_id from changed_rows union select following_id from changed_rows)
    order by user_id for no key update;
  update public.user_stats person
    set following_count = following_count + step * following, followers_count = followers_count + step * followers
    from (
      select user_id, sum(following) as following, sum(followers) as followers
      from (
        select follower_id as user_id, 1 as following, 0 as followers from changed_rows
        union all select following_id, 0, 1 from changed_rows
      ) single_steps group by user_id
    ) counted
    where person.user_id = counted.user_id;
  return null;
end $$;
create trigger count_user_follows_on_insert after insert on public.user_follows
  referencing new table as changed_rows for each statement execute function private.count_user_follows();
create trigger count_user_follows_on_delete after delete on public.user_follows
  referencing old table as changed_rows for each statement execute function private.count_user_follows();

-- A member follows a company. Not to be confused with company_members, who belong to it.
create table public.company_follows (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, company_id)
);
create index company_follows_company_id_idx on public.company_follows (company_id);
alter table public.company_follows enable row level security;
create policy anyone_select_unless_private on public.company_follows for select
  using (not private.is_hidden(user_id));
create policy owner_insert on public.company_follows for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_delete on public.company_follows for delete to authenticated
  using (user_id = (select auth.uid()));
create policy service_all on public.company_follows to service_role using (true) with check (true);
grant select on public.company_follows to anon, authenticated;
grant insert (user_id, company_id), delete on public.company_follows to authenticated;

-- A person's list of followed people and companies is one, so following_count counts both.
create function private.count_company_follows() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.companies where id in (select company_id from changed_rows) order by id for no key update;
  update public.companies company set followers_count = followers_count + step * follows
    from (select company_id, count(*) as follows from changed_rows group by company_id) counted
    where company.id = counted.company_id;
  perform from public.user_stats where user_id in (select user_id from changed_rows) order by user_id for no key update;
  update public.user_stats person set following_count = following_count + step * follows
    from (select user_id, count(*) as follows from changed_rows group by user_id) counted
    where person.user_id = counted.user_id;
  return null;
end $$;
create trigger count_company_follows_on_insert after insert on public.company_follows
  referencing new table as changed_rows for each statement execute function private.count_company_follows();
create trigger count_company_follows_on_delete after delete on public.company_follows
  referencing old table as changed_rows for each statement execute function private.count_company_follows();
-- A software tool. `category` is the submitter's free text, `categories` is where the site lists the
-- tool. Triggers write the slug, the categories, the counts and the search columns; no client can.
create table public.tools (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint tool_name_length check (length(name) between 1 and 100),
  slug text not null constraint tools_slug_key unique,
  description text not null constraint tool_description_length check (length(description) between 1 and 1000),
  logo_url text constraint tool_logo_url_format check (private.is_web_address(logo_url)),
  website_url text constraint tool_website_url_format check (private.is_web_address(website_url)),
  category text not null constraint tool_category_length check (length(category) between 1 and 100),
  categories text[] not null default '{}',
  rating_sum integer not null default 0 check (rating_sum >= 0),
  review_count integer not null default 0 check (review_count >= 0),
  rating_average numeric(3, 2) generated always as (round(rating_sum::numeric / nullif(review_count, 0), 2)) stored,
  website_host text,
  website_key text constraint tools_website_key unique,
  submitted_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_folded text not null default '',
  search tsvector not null default ''
);

-- The orders of lists: by name (as the API's clients ask for it, and folded as the site does), by
-- rating from the top and from the bottom, with the unrated last in both, and by number of reviews.
create index tools_name_idx on public.tools (name);
create index tools_name_folded_idx on public.tools (name_folded collate "C", id);
create index tools_rating_idx on public.tools (coalesce(rating_average, 0) desc, review_count desc, id desc);
create index tools_rating_ascending_idx on public.tools (coalesce(rating_average, 6), review_count, id);
create index tools_review_count_idx on public.tools (review_count desc, id desc);
-- The rating weighted by its number of reviews: public.tool_alternatives explains it.
create index tools_weighted_rating_idx on public.tools (((rating_sum + 17.5) / (review_count + 5)) desc, review_count desc, id)
  where review_count > 0;
create index tools_categories_idx on public.tools using gin (categories);
create index tools_search_idx on public.tools using gin (search);
-- Only the words of the name, which have weight A.
create index tools_search_name_idx on public.tools using gin (ts_filter(search, '{a}'));
create index tools_name_trigrams_idx on public.tools using gin (name_folded extensions.gin_trgm_ops);
create index tools_website_host_idx on public.tools (website_host);
create index tools_submitted_by_idx on public.tools (submitted_by);

alter table public.tools enable row level security;
create policy anyone_select on public.tools for select using (true);
create policy member_insert on public.tools for insert to authenticated
  with check (submitted_by = (select auth.uid()));
create policy service_all on public.tools to service_role using (true) with check (true);
grant select on public.tools to anon, authenticated;
-- A client sends a slug (spec 2 §7), and the trigger replaces it.
grant insert (name, slug, description, category, website_url, logo_url) on public.tools to authenticated;

create function private.prepare_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := private.strip_markup(new.description);
  new.category := private.strip_markup(new.category);
  new.website_url := nullif(btrim(new.website_url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  if tg_op = 'INSERT' then
    new.slug := private.slugify(new.name);
    -- A name without Latin letters and digits has no slug, and a slug in the form of an id is never found.
    if new.slug = '' or new.slug ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
      new.slug := 'tool-' || left(new.id::text, 8);
    end if;
    if private.is_client_request() then new.submitted_by := auth.uid(); end if;
  end if;
  new.categories := private.match_categories(new.category);
  new.website_host := lower(substring(new.website_url from '(?i)^https?://(?:www\.)?([^/:?#]+)'));
  new.website_key := private.normalize_website(new.website_url);
  new.name_folded := private.fold_text(new.name);
  -- The stem of the name as well: "kubernets" means Kubernetes rather than what runs on it.
  new.search :=
    setweight(to_tsvector('simple', new.name_folded), 'A')
    || setweight(to_tsvector('english', new.name_folded), 'A')
    || setweight(to_tsvector('simple', private.fold_text(new.category)), 'B')
    || setweight(to_tsvector('english', private.fold_text(new.description)), 'C')
    || setweight(to_tsvector('simple', private.fold_text(new.description)), 'D');
  new.updated_at := now();
  return new;
end $$;
create trigger prepare_tool before insert or update of name, description, category, website_url, logo_url
  on public.tools for each row execute function private.prepare_tool();

-- The tool that has the same slug or the same website already. The unique keys of public.tools refuse
-- the second one; this function tells a form so before it sends anything.
create function public.tool_already_listed(tool_name text, website text default null)
returns table (name text, slug text, same text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select private.slugify(private.strip_markup(left(tool_name, 200))) as slug,
      private.normalize_website(left(website, 2048)) as website_key
  )
  select t.name, t.slug, case when t.slug = w.slug then 'name' else 'website' end
  from wanted w join public.tools t on (w.slug <> '' and t.slug = w.slug) or t.website_key = w.website_key
  order by t.slug = w.slug desc
  limit 1
$$;
grant execute on function public.tool_already_listed to anon, authenticated, service_role;
-- A member's review of a tool; one per member and tool. When a member deletes the account and keeps
-- the reviews, user_id is null and the site shows "Anonymous User".
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid references private.profiles (user_id) on delete set null,
  rating smallint not null constraint review_rating_range check (rating between 1 and 5),
  title text not null constraint review_title_length check (length(title) between 1 and 100),
  content text not null constraint review_content_length check (length(content) between 10 and 1000),
  pros text[] not null default '{}' constraint review_pros_tidy check (private.is_tidy_list(pros)),
  cons text[] not null default '{}' constraint review_cons_tidy check (private.is_tidy_list(cons)),
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reviews_one_per_person unique (tool_id, user_id)
);
-- A tool's reviews in each order that its page offers.
create index reviews_tool_id_idx on public.reviews (tool_id, created_at desc, id desc);
create index reviews_tool_id_helpful_idx on public.reviews (tool_id, helpful_count desc, created_at desc, id desc);
create index reviews_tool_id_best_idx on public.reviews (tool_id, rating desc, created_at desc, id desc);
create index reviews_tool_id_rating_idx on public.reviews (tool_id, rating);
create index reviews_user_id_idx on public.reviews (user_id, created_at desc);
create index reviews_created_at_idx on public.reviews (created_at desc);

alter table public.reviews enable row level security;
create policy anyone_select on public.reviews for select using (true);
create policy owner_insert on public.reviews for insert to authenticated with check (user_id = (select auth.uid()));
create policy owner_update on public.reviews for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_delete on public.reviews for delete to authenticated using (user_id = (select auth.uid()));
create policy service_all on public.reviews to service_role using (true) with check (true);
grant select on public.reviews to anon, authenticated;
grant insert (tool_id, user_id, rating, title, content, pros, cons),
  update (rating, title, content, pros, cons), delete on public.reviews to authenticated;

-- A review may show code, so its text keeps its angle brackets. Pages escape them.
create function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.title := private.trim_text(new.title);
  new.content := private.trim_text(new.content);
  new.pros := array(select private.trim_text(entry) from unnest(new.pros) entry);
  new.cons := array(select private.trim_text(entry) from unnest(new.cons) entry);
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end $$;
create trigger prepare_review before insert or update of rating, title, content, pros, cons
  on public.reviews for each row execute function private.prepare_review();

-- A vote that a review is helpful; one per member and review, and never for the own review. The
-- primary key is not (review_id, user_id): a table whose primary key is two foreign keys is a junction
-- for clients, so that a review's "profiles" would be its author or its voters, which is refused as
-- ambiguous.
create table public.review_helpful_votes (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (review_id, user_id)
);
create index review_helpful_votes_user_id_idx on public.review_helpful_votes (user_id);
alter table public.review_helpful_votes enable row level security;
create policy owner_select on public.review_helpful_votes for select to authenticated
  using (user_id = (select auth.uid()));
create policy owner_insert on public.review_helpful_votes for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_delete on public.review_helpful_votes for delete to authenticated
  using (user_id = (select auth.uid()));
create policy service_all on public.review_helpful_votes to service_role using (true) with check (true);
grant select, insert (review_id, user_id), delete on public.review_helpful_votes to authenticated;

-- Something that a person did, for the public profile and the dashboard; only triggers write it. Not
-- to be confused with audit_logs, which only the account's owner reads.
create table public.user_activities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  activity_type text not null check (activity_type in ('review_created')),
  review_id uuid references public.reviews (id) on delete cascade,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index user_activities_user_id_idx on public.user_activities (user_id, created_at desc);
create index user_activities_review_id_idx on public.user_activities (review_id);
alter table public.user_activities enable row level security;
create policy anyone_select_unless_private on public.user_activities for select using (not private.is_hidden(user_id));
create policy service_all on public.user_activities to service_role using (true) with check (true);
grant select on public.user_activities to anon, authenticated;

-- The functions that count: 06_following.sql says why they work by statement, in the order of ids and
-- without some joins. They lock a tool before a person. Sums change by differences, so that two
-- reviews at the same moment both count.
create function private.count_reviews() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.tools where id in (select tool_id from changed_rows) order by id for no key update;
  update public.tools tool set review_count = review_count + step * reviews, rating_sum = rating_sum + step * ratings
    from (select tool_id, count(*) as reviews, sum(rating) as ratings from changed_rows group by tool_id) counted
    where tool.id = counted.tool_id;
  perform from public.user_stats where user_id in (select user_id from changed_rows) order by user_id for no key update;
  -- A new review has no votes; a deleted one takes its votes with it.
  update public.user_stats person
    set total_reviews = total_reviews + step * reviews, helpful_votes = helpful_votes - case when step < 0 then helpful else 0 end
    from (select user_id, count(*) as reviews, sum(helpful_count) as helpful from changed_rows group by user_id) counted
    where person.user_id = counted.user_id;
  if step > 0 then
    insert into public.user_activities (user_id, activity_type, review_id, created_at, metadata)
    select review.user_id, 'review_created', review.id, review.created_at,
      jsonb_build_object('rating', review.rating, 'review_id', review.id, 'tool_id', tool.id, 'tool_name', tool.name, 'tool_slug', tool.slug)
    from changed_rows review join public.tools tool on tool.id = review.tool_id
    where review.user_id is not null;
  end if;
  return null;
end $$;
create trigger count_reviews_on_insert after insert on public.reviews
  referencing new table as changed_rows for each statement execute function private.count_reviews();
create trigger count_reviews_on_delete after delete on public.reviews
  referencing old table as changed_rows for each statement execute function private.count_reviews();

create function private.count_changed_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tools set rating_sum = rating_sum + new.rating - old.rating where id = new.tool_id;
  update public.user_activities set metadata = metadata || jsonb_build_object('rating', new.rating)
    where review_id = new.id;
  return null;
end $$;
create trigger count_changed_rating after update of rating on public.reviews
  for each row when (old.rating <> new.rating) execute function private.count_changed_rating();

-- Votes that are deleted with their review change nothing here: count_reviews has subtracted them
-- from the author's count.
create function private.count_helpful_votes() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.reviews where id in (select review_id from changed_rows) order by id for no key update;
  if step > 0 and exists (
    select from changed_rows vote join public.reviews review on review.id = vote.review_id where review.user_id = vote.user_id
  ) then
    raise exception 'You cannot vote for your own review' using errcode = 'check_violation';
  end if;
  update public.reviews review set helpful_count = helpful_count + step * votes
    from (select review_id, count(*) as votes from changed_rows group by review_id) counted
    where review.id = counted.review_id;
  perform from public.user_stats where user_id in (
    select review.user_id from changed_rows vote join public.reviews review on review.id = vote.review_id
  ) order by user_id for no key update;
  update public.user_stats author set helpful_votes = helpful_votes + step * votes
    from (
      select review.user_id, count(*) as votes
      from changed_rows vote join public.reviews review on review.id = vote.review_id group by review.user_id
    ) counted
    where author.user_id = counted.user_id;
  return null;
end $$;
create trigger count_helpful_votes_on_insert after insert on public.review_helpful_votes
  referencing new table as changed_rows for each statement execute function private.count_helpful_votes();
create trigger count_helpful_votes_on_delete after delete on public.review_helpful_votes
  referencing old table as changed_rows for each statement execute function private.count_helpful_votes();
-- The launch of a product on one day. Everyone reads and writes it through the view
-- public.product_launches.
create table private.launches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (user_id) on delete set null,
  tool_id uuid references public.tools (id) on delete set null,
  tagline text not null constraint launch_tagline_length check (length(tagline) between 1 and 80),
  description text constraint launch_description_length check (length(description) <= 2000),
  -- A day that calendars and pages can show.
  launch_date date not null constraint launch_date_range
    check (launch_date >= '2000-01-01' and launch_date < '2100-01-01'),
  featured_image text constraint launch_featured_image_format check (private.is_web_address(featured_image)),
  upvotes_count integer not null default 0 check (upvotes_count >= 0),
  created_at timestamptz not null default now()
);
create index launches_date_idx on private.launches (launch_date, upvotes_count desc);
create index launches_upvotes_idx on private.launches (upvotes_count desc, launch_date desc);
create index launches_user_id_idx on private.launches (user_id);
create index launches_tool_id_idx on private.launches (tool_id);

alter table private.launches enable row level security;
create policy anyone_select on private.launches for select using (true);
create policy owner_insert on private.launches for insert to authenticated with check (user_id = (select auth.uid()));
create policy service_all on private.launches to service_role using (true) with check (true);
grant select on private.launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image) on private.launches to authenticated;
grant select, insert, update, delete on private.launches to service_role;

create function private.prepare_launch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.tagline := private.strip_markup(new.tagline);
  new.description := nullif(private.strip_markup(new.description), '');
  new.featured_image := nullif(btrim(new.featured_image), '');
  if private.is_client_request() and new.launch_date < (now() at time zone 'utc')::date then
    raise exception 'Launch date cannot be in the past' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger prepare_launch before insert on private.launches
  for each row execute function private.prepare_launch();

-- A launch with its status, which follows from the date: no job has to run at midnight. "Today" is
-- the same day for everyone, in UTC.
create view public.product_launches with (security_invoker) as
select id, user_id, tool_id, tagline, description, launch_date, featured_image, upvotes_count,
  case
    when launch_date = (now() at time zone 'utc')::date then 'live'
    when launch_date > (now() at time zone 'utc')::date then 'scheduled'
    else 'ended'
  end as status,
  created_at
from private.launches;
grant select on public.product_launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image) on public.product_launches to authenticated;

-- A member's upvote of a launch; one per member and launch.
create table public.launch_upvotes (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references private.launches (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint launch_upvotes_one_per_person unique (launch_id, user_id)
);
create index launch_upvotes_user_id_idx on public.launch_upvotes (user_id);
alter table public.launch_upvotes enable row level security;
create policy owner_select on public.launch_upvotes for select to authenticated using (user_id = (select auth.uid()));
create policy owner_insert on public.launch_upvotes for insert to authenticated with check (user_id = (select auth.uid()));
create policy owner_delete on public.launch_upvotes for delete to authenticated using (user_id = (select auth.uid()));
create policy service_all on public.launch_upvotes to service_role using (true) with check (true);
grant select, insert (launch_id, user_id), delete on public.launch_upvotes to authenticated;

-- 06_following.sql says why it counts by statement, in the order of ids and without some joins.
create function private.count_upvotes() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from private.launches where id in (select launch_id from changed_rows) order by id for no key update;
  update private.launches launch set upvotes_count = upvotes_count + step * upvotes
    from (select launch_id, count(*) as upvotes from changed_rows group by launch_id) counted
    where launch.id = counted.launch_id;
  return null;
end $$;
create trigger count_upvotes_on_insert after insert on public.launch_upvotes
  referencing new table as changed_rows for each statement execute function private.count_upvotes();
create trigger count_upvotes_on_delete after delete on public.launch_upvotes
  referencing old table as changed_rows for each statement execute function private.count_upvotes();
-- Lists and search. Row security keeps the operators of text search away from the indexes, so these
-- functions run as their owner with their conditions written out. They return nothing that the caller
-- may not read.

-- A word of the tools' names, descriptions and categories: a misspelt word is compared with these,
-- which are fewer and shorter than the texts. The word of a deleted tool stays, and finds nothing.
create table private.search_words (
  word text collate "C" primary key,
  is_in_name boolean not null
);
create index search_words_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops);
alter table private.search_words enable row level security;
create policy service_all on private.search_words to service_role using (true) with check (true);
grant select, insert, update, delete on private.search_words to service_role;

create function private.index_words_of_new_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_words (word, is_in_name)
  select word, bool_or(is_in_name) from (
    select private.split_words(name_folded) as word, true as is_in_name from new_rows
    union all
    select private.split_words(private.fold_text(description || ' ' || category)), false from new_rows
  ) used group by word order by word
  on conflict do nothing;
  update private.search_words set is_in_name = true
    where word in (select private.split_words(name_folded) from new_rows) and not is_in_name;
  return null;
end $$;
create trigger index_words_on_insert after insert on public.tools referencing new table as new_rows
  for each statement execute function private.index_words_of_new_tools();

-- By row: a trigger for some columns has no table of the changed rows.
create function private.index_words_of_changed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_words (word, is_in_name)
  select word, bool_or(is_in_name) from (
    select private.split_words(new.name_folded) as word, true as is_in_name
    union all
    select private.split_words(private.fold_text(new.description || ' ' || new.category)), false
  ) used group by word order by word
  on conflict do nothing;
  update private.search_words set is_in_name = true
    where word in (select private.split_words(new.name_folded)) and not is_in_name;
  return null;
end $$;
create trigger index_words_on_update after update of name, description, category
  on public.tools for each row execute function private.index_words_of_changed_tool();

-- Loads pg_trgm into this connection: a function can set only the settings that the connection knows.
select extensions.similarity('', '');

-- How similar a name and a misspelt word are, from 0 to 1: shared trigrams, of the whole name or of
-- one of its words, times the ratio of the lengths. "figna" shares as many trigrams with Fig as with
-- Figma, but a typing error rarely drops two letters.
create function private.name_similarity(name text, word text) returns real
language sql immutable parallel safe set search_path = '' as $$
  select max(extensions.similarity(part, word)
    * least(length(part), length(word)) / greatest(length(part), length(word), 1))::real
  from unnest(string_to_array(name, ' ') || name) as part
$$;

-- The text-search query of at most 12 words, each of which may be the beginning of a longer one:
-- "figm des" finds Figma, a design tool.
create function private.build_tsquery(query text) returns tsquery
language sql stable set search_path = '' as $$
  with words as (
    select word from regexp_split_to_table(private.fold_text(query), '[^[:alnum:]]+') as word
    where word <> '' limit 12
  ), terms as (
    select string_agg(quote_literal(word) || ':*', ' & ') as simple,
           string_agg(quote_literal(word), ' & ') as exact
    from words
  )
  select to_tsquery('simple', coalesce(simple, ''))
    || to_tsquery('english', coalesce(exact, ''))
  from terms
$$;

-- Whether any tool has these terms. A frequent word is found among the most reviewed tools. A rare one
-- is found by the index, which the planner avoids when it expects one row of many.
create function private.any_tool_matches(terms tsquery) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return exists (select from (select search from public.tools order by review_count desc, id desc limit 100) t where t.search @@ terms)
    or exists (select from public.tools t where t.search @@ terms);
end $$;

-- What a search asks for.
--   words  folded. If no tool has them, each unknown word is replaced by the most similar known one.
--   terms  the query that finds them; null if the search is empty or if no tool matches even then
create function private.parse_search_query(query text, out words text, out terms tsquery)
language plpgsql stable set search_path = '' set pg_trgm.similarity_threshold = 0.25 as $$
declare
  typed_words text := private.fold_text(btrim(left(coalesce(query, ''), 200)));
begin
  words := typed_words;
  if words = '' then return; end if;
  terms := private.build_tsquery(words);
  if private.any_tool_matches(terms) then return; end if;
  select string_agg(coalesce(nearest.word, typed.word), ' ' order by typed.place) into words
  from (select * from regexp_split_to_table(typed_words, '[^[:alnum:]]+') with ordinality as part (word, place)
    where word <> '' limit 12) typed
  left join lateral (
    select w.word from private.search_words w
    where w.word operator(extensions.%) typed.word
      and not exists (select from private.search_words same where starts_with(same.word, typed.word))
    order by private.name_similarity(w.word, typed.word) desc, w.is_in_name desc, w.word limit 1
  ) nearest on true;
  if words <> typed_words then
    terms := private.build_tsquery(words);
    if private.any_tool_matches(terms) then return; end if;
  end if;
  words := typed_words;
  terms := null;
end $$;

-- The condition that lists and counts share, as SQL text with each value quoted.
--   words, terms  of private.parse_search_query
create function private.build_tool_filter(words text, terms tsquery, category text, min_rating numeric) returns text
language plpgsql stable set search_path = '' as $$
declare
  category_name text := private.find_category(category);
  tool_filter text := 'true';
begin
  if terms is not null then
    tool_filter := format('t.search @@ %L::tsquery', terms);
  elsif words <> '' then
    -- Neither the words nor the most similar ones: a name may be written as two words, or as one.
    tool_filter := format('%L operator(extensions.<%%) t.name_folded', words);
  end if;
  if category_name is not null then
    tool_filter := tool_filter || format(' and t.categories @> array[%L]', category_name);
  elsif coalesce(category, '') <> '' then
    tool_filter := tool_filter || format(' and strpos(lower(t.category), %L) > 0', lower(category));
  end if;
  if min_rating > 0 then
    -- The expression of tools_rating_idx, so that PostgreSQL can combine it with the index of categories.
    tool_filter := tool_filter || format(' and coalesce(t.rating_average, 0) >= %L', min_rating);
  end if;
  return tool_filter;
end $$;

-- One page of tools.
--   query        words; empty for all
--   in_category  a category's name, slug or alias, or any part of a tool's own category
--   min_rating   0 to 5; 0 includes the unrated
--   sort         relevance, name-asc, name-desc, rating-desc, rating-asc, reviews-desc, reviews-asc
--   page_size    1 to 100
--   after        the after_row of the last row of the previous page
--
-- Relevance ranks at most 600 candidates, which are 25 pages, so that a frequent word does not rank
-- the catalogue: first the tools with the words in their name, then the most reviewed of the others.
-- Candidates are held as row addresses (ctid) and not looked up again by id: one call reads one
-- snapshot, in which a row keeps its address. Where a name begins with the words, the typed share of
-- the name replaces its similarity. Scores are whole millionths, which after_row returns exactly; a
-- float is rounded by some servers.
create function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  max_candidates constant integer := 600;
  max_most_reviewed constant integer := 200;
  words text;
  terms tsquery;
  name_filter text;
  named_tools tid[] := '{}';
  most_reviewed tid[];
  tool_filter text;
  by_relevance boolean;
  keys text[];    -- the parts of the sort key, the last of which is the id
  direction text;
  source text := 'public.tools t';
  cursor_values text[];
  cursor_filter text := '';
begin
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating);
  by_relevance := sort = 'relevance' and words <> '';
  if by_relevance then
    if terms is not null then
      name_filter := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s',
        terms, private.build_tool_filter('', null, in_category, min_rating));
      execute format('select array(select t.ctid from public.tools t where %s limit %s)', name_filter, max_candidates + 1)
        into named_tools;
      -- If there are more, those among the most reviewed tools of the site are in any case candidates.
      if cardinality(named_tools) > max_candidates then
        execute format('select array(select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit %s) t where %s)',
          max_most_reviewed, name_filter) into most_reviewed;
        named_tools := most_reviewed || array((select unnest(named_tools) except select unnest(most_reviewed))
          limit max_candidates - cardinality(most_reviewed));
      end if;
    end if;
    source := format(
      '(select t.*, (1000000 * (case when t.name_folded = %1$L then 101
          when starts_with(t.name_folded, %1$L) then 10 + length(%1$L)::float8 / length(t.name_folded) else %2$s end%3$s
        + coalesce(t.rating_average, 0)::float8 / 50 + ln(1 + t.review_count) / 50))::bigint as score
       from public.tools t where t.ctid = any(array(
         select unnest($1)
         union all (select t.ctid from public.tools t where %4$s and t.ctid <> all($1) order by t.review_count desc, t.id desc limit %5$s)
         union all select t.ctid from public.tools t where t.name_folded collate "C" = %1$L and %4$s))) t',
      words,
      case when terms is null then format('private.name_similarity(t.name_folded, %L)', words)
        else format('extensions.similarity(t.name_folded, %L)', words) end,
      case when terms is null then '' else format(' + 4 * ts_rank(t.search, %L::tsquery)', terms) end,
      tool_filter, max_candidates - cardinality(named_tools));
    tool_filter := 'true';
  end if;
  case when by_relevance then keys := '{t.score,t.id}'; direction := 'desc';
    when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- An unrated tool is not the lowest rated one: it comes last.
    when sort = 'rating-asc' then
      keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
      -- The minimum in the expression of this order's index, which then begins there.
      if min_rating > 0 then
        tool_filter := private.build_tool_filter(words, terms, in_category, 0)
          || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
  if after is not null then
    begin
      cursor_values := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a mark that a page gave' using errcode = 'invalid_parameter_value';
    end;
    if cardinality(cursor_values) <> cardinality(keys) or array_position(cursor_values, null) is not null then
      raise exception 'after is not a mark that a page gave' using errcode = 'invalid_parameter_value';
    end if;
    select format(' and (%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
        string_agg(quote_literal(part), ', ' order by place))
      into cursor_filter from unnest(cursor_values) with ordinality as parts (part, place);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count,
       jsonb_build_array(%s)::text
     from %s where %s%s order by %s limit %s',
    array_to_string(keys, ', '), source, tool_filter, cursor_filter,
    array_to_string(keys, ' ' || direction || ', ') || ' ' || direction,
    least(greatest(coalesce(page_size, 24), 1), 100))
    using named_tools;
end $$;

-- The number of tools in a list; the parameters are those of search_tools. The results of a search are
-- counted up to 601, which means "more than 600": no more are ranked.
create function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0)
returns bigint
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  words text;
  terms tsquery;
  category_name text := private.find_category(in_category);
  tool_filter text;
  result bigint;
begin
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  if words = '' and (category_name is not null or coalesce(in_category, '') = '') then
    return (select coalesce(sum(counted), 0) from private.tool_counts
      where tool_counts.category = coalesce(category_name, '') and rating >= greatest(coalesce(min_rating, 0), 0));
  end if;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating);
  -- In a category, where more than a fifth of all tools have the rating, the index of ratings costs
  -- more than it saves. The sum in the condition keeps the planner away from it.
  if words <> '' and category_name is not null and min_rating > 0 and (
    select sum(counted) filter (where rating >= min_rating) * 5 > sum(counted) from private.tool_counts where category = '') then
    tool_filter := private.build_tool_filter(words, terms, in_category, 0)
      || format(' and coalesce(t.rating_average, 0) + 0 >= %L', min_rating);
  end if;
  execute format('select count(*) from (select from public.tools t where %s%s) found',
    tool_filter, case when words <> '' then ' limit 601' else '' end)
    into result;
  return result;
end $$;

-- People by the beginnings of username, first and last name, from the indexes of private.profiles.
-- People with a private profile are left out; everyone may see the names of the others (spec 1 §6).
create function public.search_people(query text, page_size integer default 6)
returns table (username text, first_name text, last_name text)
language sql stable security definer set search_path = '' as $$
  with wanted as materialized (
    select words, words[1] as beginning, words[1] || chr(1114111) as after_it
    from (select array(
      select lower(word) from regexp_split_to_table(btrim(left(coalesce(query, ''), 100)), '\s+') as word
      where word <> '' limit 3) as words) split
  ),
  -- At most 300 by each name, because thousands may share a prefix. The bounds are sub-selects,
  -- because the index needs a single value for each.
  candidates as (
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.username) ~>=~ (select beginning from wanted)
        and lower(p.username) ~<~ (select after_it from wanted) limit 300)
    union
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.first_name) ~>=~ (select beginning from wanted)
        and lower(p.first_name) ~<~ (select after_it from wanted) limit 300)
    union
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.last_name) ~>=~ (select beginning from wanted)
        and lower(p.last_name) ~<~ (select after_it from wanted) limit 300)
  )
  select c.username, c.first_name, c.last_name
  from candidates c, wanted w
  where not exists (
    select from unnest(w.words) as word
    where not starts_with(lower(c.username), word)
      and not starts_with(lower(coalesce(c.first_name, '')), word)
      and not starts_with(lower(coalesce(c.last_name, '')), word))
  order by lower(c.username) = w.beginning desc, c.username
  limit least(greatest(page_size, 0), 20)
$$;

grant execute on function public.search_tools, public.count_tools, public.search_people
  to anon, authenticated, service_role;
-- Counts of many rows, which triggers keep up to date, so that no reader counts a whole table; and the
-- functions that read them. The counts of one tool, person or launch are columns of its own row.

-- The number of tools in a category with a rating average. The category '' is all tools, the rating 0
-- the unrated.
create table private.tool_counts (
  category text not null,
  rating numeric(3, 2) not null,
  counted integer not null,
  primary key (category, rating)
);
alter table private.tool_counts enable row level security;
create policy service_all on private.tool_counts to service_role using (true) with check (true);
grant select, insert, update, delete on private.tool_counts to service_role;

-- The number of one tool's reviews in a month (UTC) with a rating. Not to be confused with
-- private.review_days, which counts the reviews of all tools.
create table private.tool_months (
  tool_id uuid not null references public.tools (id) on delete cascade,
  month date not null,
  rating smallint not null,
  counted integer not null,
  primary key (tool_id, month, rating)
);
alter table private.tool_months enable row level security;
create policy service_all on private.tool_months to service_role using (true) with check (true);
grant select, insert, update, delete on private.tool_months to service_role;

-- The number of all reviews of a day (UTC) with a rating, and of those whose author still has an
-- account ("signed").
create table private.review_days (
  day date not null,
  rating smallint not null,
  reviews integer not null,
  signed integer not null,
  primary key (day, rating)
);
alter table private.review_days enable row level security;
create policy service_all on private.review_days to service_role using (true) with check (true);
grant select, insert, update, delete on private.review_days to service_role;

-- The number of people, of those with a job title ("with_job"), of those who have written a review
-- ("reviewers") and of those who have written 20 ("experts"). Not to be confused with
-- public.user_stats, the counts of one person.
create table private.people_counts (
  figure text primary key,
  counted integer not null
);
alter table private.people_counts enable row level security;
create policy service_all on private.people_counts to service_role using (true) with check (true);
grant select, insert, update, delete on private.people_counts to service_role;

-- The number of launches on a day.
create table private.launch_days (
  launch_date date primary key,
  counted integer not null
);
alter table private.launch_days enable row level security;
create policy service_all on private.launch_days to service_role using (true) with check (true);
grant select, insert, update, delete on private.launch_days to service_role;

-- After a statement on a table: adds what it inserted to a table of counts and subtracts what it deleted.
--   tg_argv[0]  the table of counts, with a column "counted"
--   tg_argv[1]  its key
--   tg_argv[2]  a query for the key's values and a "step", of the rows in %2$s that count %1$s each
-- It writes in the order of the key, so that statements that change the same counts queue. It skips
-- counts that stay the same, as with an update of other columns.
create function private.count_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  steps text[];
begin
  if tg_op <> 'DELETE' then steps := steps || format(tg_argv[2], 1, 'new_rows'); end if;
  if tg_op <> 'INSERT' then steps := steps || format(tg_argv[2], -1, 'old_rows'); end if;
  execute format(
    'insert into %1$s as counts (%2$s, counted)
     select %2$s, sum(step) from (%3$s) steps group by %2$s having sum(step) <> 0 order by %2$s
     on conflict (%2$s) do update set counted = counts.counted + excluded.counted',
    tg_argv[0], tg_argv[1], array_to_string(steps, ' union all '));
  return null;
end $$;

create trigger count_tools_on_insert after insert on public.tools
  referencing new table as new_rows for each statement
  execute function private.count_rows('private.tool_counts', 'category, rating',
    $$select unnest(categories || ''::text) as category, coalesce(rating_average, 0) as rating, %1$s as step from %2$s$$);
create trigger count_tools_on_delete after delete on public.tools
  referencing old table as old_rows for each statement
  execute function private.count_rows('private.tool_counts', 'category, rating',
    $$select unnest(categories || ''::text) as category, coalesce(rating_average, 0) as rating, %1$s as step from %2$s$$);

create trigger count_people_on_insert after insert on private.profiles
  referencing new table as new_rows for each statement
  execute function private.count_rows('private.people_counts', 'figure',
    $$select unnest(case when job_title is null then '{people}'::text[] else '{people,with_job}' end) as figure, %1$s as step from %2$s$$);
create trigger count_people_on_update after update on private.profiles
  referencing old table as old_rows new table as new_rows for each statement
  execute function private.count_rows('private.people_counts', 'figure',
    $$select unnest(case when job_title is null then '{people}'::text[] else '{people,with_job}' end) as figure, %1$s as step from %2$s$$);
create trigger count_people_on_delete after delete on private.profiles
  referencing old table as old_rows for each statement
  execute function private.count_rows('private.people_counts', 'figure',
    $$select unnest(case when job_title is null then '{people}'::text[] else '{people,with_job}' end) as figure, %1$s as step from %2$s$$);

create trigger count_launches_on_insert after insert on private.launches
  referencing new table as new_rows for each statement
  execute function private.count_rows('private.launch_days', 'launch_date',
    'select launch_date, %1$s as step from %2$s');
create trigger count_launches_on_delete after delete on private.launches
  referencing old table as old_rows for each statement
  execute function private.count_rows('private.launch_days', 'launch_date',
    'select launch_date, %1$s as step from %2$s');

-- The next functions count updates of rows that change often for other reasons, as a launch does with
-- each upvote: they return early if nothing changes that is counted here.

create function private.count_moved_launches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select launch_date from old_rows except all select launch_date from new_rows) then
    return null;
  end if;
  insert into private.launch_days as counts (launch_date, counted)
  select launch_date, sum(step)
  from (select launch_date, 1 as step from new_rows union all select launch_date, -1 from old_rows) steps
  group by 1 having sum(step) <> 0 order by 1
  on conflict (launch_date) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_moved_launches after update on private.launches
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_moved_launches();

-- By row and only if the condition holds: a tool changes with each of its reviews, but its rounded
-- rating average and its categories seldom do.
create function private.count_changed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.tool_counts as counts (category, rating, counted)
  select category, rating, sum(step) from (
    select unnest(old.categories || ''::text) as category, coalesce(old.rating_average, 0) as rating, -1 as step
    union all
    select unnest(new.categories || ''::text), coalesce(new.rating_average, 0), 1
  ) steps group by category, rating order by category, rating
  on conflict (category, rating) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_changed_tool after update on public.tools for each row
  when (old.rating_average is distinct from new.rating_average or old.categories <> new.categories)
  execute function private.count_changed_tool();

create function private.count_reviewers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.people_counts as counts (figure, counted)
  select figure, (coalesce(new.total_reviews, 0) >= least)::integer - (coalesce(old.total_reviews, 0) >= least)::integer
  from (values ('experts', 20), ('reviewers', 1)) figures (figure, least)
  on conflict (figure) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_reviewers_on_update after update on public.user_stats for each row
  when ((old.total_reviews >= 1) <> (new.total_reviews >= 1) or (old.total_reviews >= 20) <> (new.total_reviews >= 20))
  execute function private.count_reviewers();
create trigger count_reviewers_on_delete after delete on public.user_stats for each row
  when (old.total_reviews >= 1) execute function private.count_reviewers();

-- 06_following.sql says why it works by statement, in the order of the keys and without some joins.
create function private.count_reviews_per_period() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  -- A deleted tool takes its months with it.
  insert into private.tool_months as counts (tool_id, month, rating, counted)
  select tool_id, date_trunc('month', created_at at time zone 'utc')::date, rating, step * count(*)
  from changed_rows review where exists (select from public.tools where id = review.tool_id)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (tool_id, month, rating) do update set counted = counts.counted + excluded.counted;
  insert into private.review_days as counts (day, rating, reviews, signed)
  select (created_at at time zone 'utc')::date, rating, step * count(*), step * count(user_id)
  from changed_rows group by 1, 2 order by 1, 2
  on conflict (day, rating) do update set reviews = counts.reviews + excluded.reviews, signed = counts.signed + excluded.signed;
  return null;
end $$;
-- These names come after count_reviews_on_insert and count_reviews_on_delete, so that every statement
-- locks tools before months.
create trigger count_reviews_per_period_on_insert after insert on public.reviews
  referencing new table as changed_rows for each statement execute function private.count_reviews_per_period();
create trigger count_reviews_per_period_on_delete after delete on public.reviews
  referencing old table as changed_rows for each statement execute function private.count_reviews_per_period();

-- By statement and in order, because an account that is deleted without its reviews changes many of them.
create function private.count_moved_reviews() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if not exists (
    select tool_id, created_at, rating, user_id is null from old_rows
    except all select tool_id, created_at, rating, user_id is null from new_rows
  ) then
    return null;
  end if;
  insert into private.tool_months as counts (tool_id, month, rating, counted)
  select tool_id, date_trunc('month', created_at at time zone 'utc')::date, rating, sum(step)
  from (
    select tool_id, created_at, rating, 1 as step from new_rows
    union all select tool_id, created_at, rating, -1 from old_rows
  ) steps
  where exists (select from public.tools where id = steps.tool_id)
  group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
  on conflict (tool_id, month, rating) do update set counted = counts.counted + excluded.counted;
  insert into private.review_days as counts (day, rating, reviews, signed)
  select (created_at at time zone 'utc')::date, rating, sum(step), sum(signed)
  from (
    select created_at, rating, 1 as step, (user_id is not null)::integer as signed from new_rows
    union all select created_at, rating, -1, -(user_id is not null)::integer from old_rows
  ) steps
  group by 1, 2 having sum(step) <> 0 or sum(signed) <> 0 order by 1, 2
  on conflict (day, rating) do update set reviews = counts.reviews + excluded.reviews, signed = counts.signed + excluded.signed;
  return null;
end $$;
create trigger count_moved_reviews after update on public.reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_moved_reviews();
-- Figures and selections that the pages show: of the site, of a category, of a tool, of launches.

create function public.category_counts() returns table (name text, tool_count bigint)
language sql stable security definer set search_path = '' as $$
  select c.name, coalesce((select sum(counted) from private.tool_counts where category = c.name), 0)::bigint
  from public.categories c order by c.position
$$;

-- The best rated tools, then the most reviewed (spec 2 §9), without those whose logo is a placeholder.
create function public.featured_tools(how_many integer default 6)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
  from public.tools t
  where coalesce(t.logo_url, '') not like '%placeholder%'
  order by coalesce(t.rating_average, 0) desc, t.review_count desc, t.id desc
  limit least(greatest(how_many, 1), 24)
$$;

-- The most reviewed tools of a category, for its plot of rating against number of reviews.
--   in_category  as in search_tools
create function public.category_landscape(in_category text, how_many integer default 40)
returns table (id uuid, name text, slug text, rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.rating_average, t.review_count from public.tools t
     where t.review_count > 0 and %s order by t.review_count desc, t.id desc limit %s',
    private.build_tool_filter('', null, in_category, 0), least(greatest(coalesce(how_many, 40), 1), 100));
end $$;

-- Other tools of the same categories, the best first. The rating counts as if each tool had five more
-- reviews of 3.5 stars: one review of five stars proves less than fifty of four and a half. The
-- categories are written into the query, because the planner has to know how rare they are.
create function public.tool_alternatives(tool uuid, how_many integer default 4)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from public.tools t
     where t.categories && %L::text[] and t.id <> %L and t.review_count > 0
     order by (t.rating_sum + 17.5) / (t.review_count + 5) desc, t.review_count desc, t.id
     limit %s',
    (select categories from public.tools where tools.id = tool), tool, least(greatest(coalesce(how_many, 4), 1), 24));
end $$;

-- A summary of one tool's reviews (spec 2 §2):
--   distribution  how many of all reviews gave each rating
--   said_by       of how many reviews pros and cons are: the newest, at most 1,000, because they
--                 describe the tool of today and cost the same however many reviews there are
--   pros, cons    up to 6 distinct ones each, the most mentioned first
create function public.tool_review_summary(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as (
    select pros, cons from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000
  ), entries as (
    select 'pros' as side, pro as entry from newest, unnest(pros) as pro
    union all
    select 'cons', con from newest, unnest(cons) as con
  ), ranked as (
    select side, min(entry) as entry, count(*) as mentions,
      row_number() over (partition by side order by count(*) desc, lower(entry)) as place
    from entries group by side, lower(entry)
  ), ratings as (
    select star, coalesce((select sum(counted) from private.tool_months where tool_id = tool and rating = star), 0) as reviews
    from generate_series(1, 5) as star
  )
  select jsonb_build_object(
    'distribution', (select jsonb_object_agg(star, reviews) from ratings),
    'said_by', (select count(*) from newest),
    'pros', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from ranked where side = 'pros' and place <= 6), '[]'),
    'cons', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from ranked where side = 'cons' and place <= 6), '[]'))
$$;

-- How the rating of a tool developed and who gave it:
--   months  [{month, reviews, average}], the last 36 months with a review, the oldest first; the
--           average is that of all reviews until the end of the month
--   roles   [{name, reviewers}], of the authors of the newest 1,000 reviews
--   sizes   [{name, reviewers}], of their companies
-- People with a private profile are not counted. Roles or sizes of fewer than five people in all are
-- left out, because they could be recognized.
create function public.tool_insight(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with months as (
    select month, sum(counted) as reviews, sum(rating * counted) as stars
    from private.tool_months where tool_id = tool group by month having sum(counted) > 0
  ), running as (
    select month, reviews, round(sum(stars) over so_far / sum(reviews) over so_far, 2) as average,
      row_number() over (order by month desc) as back
    from months window so_far as (order by month)
  ), reviewers as (
    select p.user_role as role, employer.size
    from (select user_id from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000) r
    join private.profiles p on p.user_id = r.user_id and p.profile_visibility <> 'private'
    left join lateral (
      select c.size from public.company_members m join public.companies c on c.id = m.company_id
      where m.user_id = p.user_id and c.size is not null order by m.created_at limit 1
    ) employer on true
  ), groups as (
    select 'roles' as kind, role as name, count(*) as reviewers from reviewers group by role
    union all
    select 'sizes', size, count(*) from reviewers where size is not null group by size
  ), large_groups as (
    select kind, jsonb_agg(jsonb_build_object('name', name, 'reviewers', reviewers) order by reviewers desc, name) as shares
    from groups group by kind having sum(reviewers) >= 5
  )
  select jsonb_build_object(
    'months', coalesce((select jsonb_agg(jsonb_build_object('month', month, 'reviews', reviews, 'average', average) order by month)
      from running where back <= 36), '[]'),
    'roles', coalesce((select shares from large_groups where kind = 'roles'), '[]'),
    'sizes', coalesce((select shares from large_groups where kind = 'sizes'), '[]'))
$$;

-- The figures of the trust center and, without demo content, of the home page (spec 2 §9). Growth
-- compares the last 30 days with the 30 days before, the trend compares the average of the last 90
-- days with the average until then.
create function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select coalesce(sum(counted), 0) from private.tool_counts where category = ''),
    'reviews', coalesce(sum(reviews), 0),
    'reviewers', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'reviewers'),
    'people', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'people'),
    'people_with_job', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'with_job'),
    'experts', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'experts'),
    'signed_reviews', coalesce(sum(signed), 0),
    'average', coalesce(round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1), 0),
    'last_30_days', coalesce(sum(reviews) filter (where day > today - 30), 0),
    'days_30_to_60', coalesce(sum(reviews) filter (where day <= today - 30 and day > today - 60), 0),
    'average_lately', round(sum(rating * reviews) filter (where day > today - 90)::numeric
      / nullif(sum(reviews) filter (where day > today - 90), 0), 2),
    'average_before', round(sum(rating * reviews) filter (where day <= today - 90)::numeric
      / nullif(sum(reviews) filter (where day <= today - 90), 0), 2),
    'distribution', jsonb_build_object(
      1, coalesce(sum(reviews) filter (where rating = 1), 0), 2, coalesce(sum(reviews) filter (where rating = 2), 0),
      3, coalesce(sum(reviews) filter (where rating = 3), 0), 4, coalesce(sum(reviews) filter (where rating = 4), 0),
      5, coalesce(sum(reviews) filter (where rating = 5), 0)))
  from private.review_days, (select (now() at time zone 'utc')::date as today) clock
$$;

-- The number of launches with a status (docs/decisions/0004), or on one day.
create function public.count_launches(of_status text, on_day date default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(counted), 0) from private.launch_days, (select (now() at time zone 'utc')::date as today) clock
  where case when on_day is not null then launch_date = on_day
    when of_status = 'live' then launch_date = today
    when of_status = 'scheduled' then launch_date > today
    when of_status = 'ended' then launch_date < today
    else false end
$$;

grant execute on function public.category_counts, public.featured_tools, public.category_landscape,
  public.tool_alternatives, public.tool_review_summary, public.tool_insight, public.trust_figures,
  public.count_launches to anon, authenticated, service_role;
-- An event of an account, as a sign-in or a changed password, for its owner to read. Rows are
-- never changed or deleted. Not public.user_activities, which everyone may read.
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
create policy owner_select on public.audit_logs for select to authenticated using (user_id = (select auth.uid()));
-- A client records only signing in and out (spec 1 §7), because it knows the device. The database
-- records all other events: a stolen token must not forge them or bury them.
create policy owner_insert on public.audit_logs for insert to authenticated
  with check (user_id = (select auth.uid()) and action in ('sign_in', 'sign_out') and resource_type = 'session');
create policy service_all on public.audit_logs to service_role using (true) with check (true);
grant select, insert (action, resource_type, metadata) on public.audit_logs to authenticated;

create function private.prepare_session_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.audit_logs
      where user_id = new.user_id and action in ('sign_in', 'sign_out')
        and created_at > now() - interval '1 hour') >= 30 then
    raise exception 'Too many events of one hour' using errcode = 'check_violation';
  end if;
  new.metadata := jsonb_strip_nulls(jsonb_build_object(
    'user_agent', left(new.metadata ->> 'user_agent', 500), 'timestamp', now()));
  return new;
end $$;
create trigger prepare_session_event before insert on public.audit_logs
  for each row when (new.action in ('sign_in', 'sign_out')) execute function private.prepare_session_event();

-- Triggers record the other events, so that they are recorded whichever way a change is made.
create function private.record_account_event(person uuid, action text, resource_type text, details jsonb default '{}')
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (user_id, action, resource_type, metadata)
  select user_id, action, resource_type, details || jsonb_build_object('timestamp', now())
  from private.profiles where user_id = person
$$;

-- A change before the address is confirmed is a part of the sign-up.
create function private.record_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    return null;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password then
    perform private.record_account_event(new.id, 'password_changed', 'account');
  end if;
  if new.email is distinct from old.email then
    perform private.record_account_event(new.id, 'email_changed', 'account',
      jsonb_build_object('from', old.email, 'to', new.email));
  end if;
  return null;
end $$;
create trigger record_account_change after update of encrypted_password, email on auth.users
  for each row execute function private.record_account_change();

create function private.record_profile_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.profile_visibility <> old.profile_visibility then
    perform private.record_account_event(new.user_id, 'privacy_changed', 'profile',
      jsonb_build_object('from', old.profile_visibility, 'to', new.profile_visibility));
  end if;
  if new.username <> old.username then
    perform private.record_account_event(new.user_id, 'username_changed', 'profile',
      jsonb_build_object('from', old.username, 'to', new.username));
  end if;
  return null;
end $$;
create trigger record_profile_change after update of profile_visibility, username on private.profiles
  for each row execute function private.record_profile_change();

create function private.record_deleted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_account_event(old.user_id, 'review_deleted', 'review',
    jsonb_build_object('tool_id', old.tool_id, 'title', old.title));
  return null;
end $$;
create trigger record_deleted_review after delete on public.reviews
  for each row when (old.user_id is not null) execute function private.record_deleted_review();

-- The caller's sessions, the last used first. The casts are for Supabase, whose columns have other types.
create function public.my_sessions()
returns table (id uuid, user_agent text, ip text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return query
    select s.id, s.user_agent::text, nullif(split_part(s.ip::text, '/', 1), ''), s.created_at,
      coalesce(s.refreshed_at::timestamptz, s.created_at),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s where s.user_id = auth.uid() order by 5 desc, 1;
end $$;
grant execute on function public.my_sessions to authenticated;

-- Ends one of the caller's sessions. Returns whether there was one.
create function public.end_my_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  delete from auth.sessions where id = session and user_id = auth.uid();
  return found;
end $$;
grant execute on function public.end_my_session to authenticated;

-- Locks what the deletion of an account deletes or counts again. Deletions run one after the other:
-- a count that one transaction changes twice looks up its person's profile again, which that person's
-- own deletion may have locked. Then the rows are locked in the order of every other change: a vote
-- before its review, a review before its tool, the counts of people last.
create function private.lock_account_rows(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('delete account'));
  perform from private.profiles where user_id = person for update;
  perform from public.user_follows where follower_id = person or following_id = person
    order by follower_id, following_id for update;
  perform from public.review_helpful_votes
    where user_id = person or review_id in (select id from public.reviews where user_id = person)
    order by review_id, user_id for update;
  perform from public.reviews
    where user_id = person or id in (select review_id from public.review_helpful_votes where user_id = person)
    order by id for update;
  -- The weaker lock lets others insert a review of the same tool until they have to count it.
  perform from public.tools where id in (select tool_id from public.reviews where user_id = person)
    order by id for no key update;
  perform from private.launches
    where user_id = person or id in (select launch_id from public.launch_upvotes where user_id = person)
    order by id for no key update;
  perform from public.companies where id in (select company_id from public.company_follows where user_id = person)
    order by id for no key update;
  perform from public.user_stats
    where user_id = person
      or user_id in (select following_id from public.user_follows where follower_id = person)
      or user_id in (select follower_id from public.user_follows where following_id = person)
      or user_id in (select r.user_id from public.reviews r
        join public.review_helpful_votes v on v.review_id = r.id where v.user_id = person)
    order by user_id for update;
end $$;

-- For accounts that an administrator deletes.
create function private.lock_account_before_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_account_rows(old.id);
  return old;
end $$;
create trigger lock_account_before_delete before delete on auth.users
  for each row execute function private.lock_account_before_delete();

-- Deletes the caller's account. The reviews stay without an author or are deleted, as the caller
-- chooses; everything else is deleted with the account.
create function public.delete_account(keep_reviews boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  perform private.require_second_factor();
  if keep_reviews is null then
    raise exception 'Say whether your reviews stay' using errcode = 'null_value_not_allowed';
  end if;
  perform private.lock_account_rows(caller);
  if not keep_reviews then
    delete from public.reviews where user_id = caller;
  end if;
  delete from auth.users where id = caller;
end $$;
grant execute on function public.delete_account to authenticated;

-- Everything that the site knows about the caller, except for secrets and tokens. The casts are for
-- Supabase, whose columns have other types.
create function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_second_factor();
  return jsonb_build_object(
    'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at, 'said_at_sign_up', raw_user_meta_data,
        'new_email_to_confirm', nullif(email_change, ''), 'new_email_asked_for_at', email_change_sent_at)
      from auth.users where id = me),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_used_at', refreshed_at,
        'device', user_agent::text, 'network_address', ip::text, 'level', aal::text) order by created_at), '[]')
      from auth.sessions where user_id = me),
    'accounts_elsewhere', (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'what_it_said', identity_data,
        'since', created_at, 'last_sign_in_at', last_sign_in_at) order by created_at), '[]')
      from auth.identities where user_id = me),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type::text,
        'status', status::text, 'since', created_at) order by created_at), '[]')
      from auth.mfa_factors where user_id = me),
    'profile', (select to_jsonb(p) from private.profiles p where user_id = me),
    'stats', (select to_jsonb(s) from public.user_stats s where user_id = me),
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('tool', t.name) order by r.created_at), '[]')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.user_id = me),
    'helpful_votes', (select coalesce(jsonb_agg(to_jsonb(v) order by created_at), '[]')
      from public.review_helpful_votes v where user_id = me),
    'tools_added', (select coalesce(jsonb_agg(to_jsonb(t) - 'search' - 'name_folded' order by created_at), '[]')
      from public.tools t where submitted_by = me),
    'launches', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from private.launches l where user_id = me),
    'upvotes', (select coalesce(jsonb_agg(to_jsonb(u) order by created_at), '[]') from public.launch_upvotes u where user_id = me),
    'following', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.following_id where f.follower_id = me),
    'followers', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.follower_id where f.following_id = me),
    'companies_followed', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'since', f.created_at) order by f.created_at), '[]')
      from public.company_follows f join public.companies c on c.id = f.company_id where f.user_id = me),
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role, 'since', m.created_at) order by m.created_at), '[]')
      from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = me),
    'companies_made', (select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from private.company_founders f join public.companies c on c.id = f.company_id where f.user_id = me),
    'profiles_viewed', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'last_day', v.day) order by v.day), '[]')
      from private.profile_views v join private.profiles p on p.user_id = v.person where v.viewer = me),
    'activities', (select coalesce(jsonb_agg(to_jsonb(a) order by created_at), '[]') from public.user_activities a where user_id = me),
    'account_events', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from public.audit_logs l where user_id = me),
    'pictures', (select coalesce(jsonb_agg(name order by name), '[]') from storage.objects
      where bucket_id = 'avatars' and name like me || '/%'),
    'daily_usage', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'count', count)
        order by day, kind), '[]')
      from private.daily_usage where user_id = me));
end $$;
grant execute on function public.download_my_data to authenticated;
-- What a session may not do that has not shown the account's second factor: a stolen password is not
-- enough for it. There are two checks, of the token for all writes and of the live session where an
-- account is deleted or copied. The casts are for Supabase, whose columns have other types.

-- Whether the token is of the level aal2, or the account has no verified factor. The token is signed,
-- and while it is valid, its level can only be too low, or too high for an account that has removed
-- its factors. Looking up the live session as well would cost each write another query.
create function private.has_required_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' or not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified')
$$;
-- Raises instead of returning false, so that an update or a delete is refused as an insert is, and does
-- not look as if it had found no row.
create function private.require_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_required_factor() then
    raise exception 'The code of two-step sign-in is needed' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
grant execute on function private.has_required_factor, private.require_factor to anon, authenticated, service_role;

-- Three policies for each table that members write. The sub-select runs once per statement instead of
-- once per row.
do $$
declare
  target text;
begin
  foreach target in array array[
    'public.audit_logs', 'public.companies', 'public.company_follows', 'public.company_members',
    'public.launch_upvotes', 'public.review_helpful_votes', 'public.reviews', 'public.tools',
    'public.user_follows', 'private.launches', 'storage.objects'
  ] loop
    execute format($policy$create policy require_factor_insert on %s as restrictive for insert to authenticated
      with check ((select private.require_factor()))$policy$, target);
    execute format($policy$create policy require_factor_update on %s as restrictive for update to authenticated
      using ((select private.require_factor()))$policy$, target);
    execute format($policy$create policy require_factor_delete on %s as restrictive for delete to authenticated
      using ((select private.require_factor()))$policy$, target);
  end loop;
end $$;
create policy require_factor_select on public.audit_logs as restrictive for select to authenticated
  using ((select private.has_required_factor()));

-- Row security does not apply to private.update_profile, which runs as its owner.
create function private.check_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_factor();
  end if;
  return new;
end $$;
-- PostgreSQL fires triggers in the order of their names: this one before update_profile.
create trigger check_second_factor instead of update on public.profiles
  for each row execute function private.check_second_factor();

-- Raises unless the caller's session is live and has shown the second factor, if the account has one.
-- A token is valid for up to an hour after its session has ended, so it proves neither.
create function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  level text;
begin
  if auth.uid() is null then
    raise exception 'Authentication required' using errcode = 'insufficient_privilege';
  end if;
  select coalesce(s.aal::text, 'aal1') into level from auth.sessions s
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id';
  if level is null then
    raise exception 'This session has ended. Please sign in again.' using errcode = 'insufficient_privilege';
  end if;
  if level <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified'
  ) then
    raise exception 'The code of two-step sign-in is needed' using errcode = 'insufficient_privilege';
  end if;
end $$;
-- Pictures of people and logos of companies: public buckets, files of at most 2 MB (spec 1 §9).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('avatars', 'avatars', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('logos', 'logos', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}')
on conflict (id) do nothing;

-- A member writes the folder of the own id.
create policy avatars_anyone_select on storage.objects for select using (bucket_id = 'avatars');
create policy avatars_owner_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_owner_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_owner_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Whether the caller has a profile: a token outlives its account, but uploads nothing then. The lock
-- makes the upload finish before the account is deleted, or fail.
create function private.has_profile() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.profiles where user_id = auth.uid() for key share;
  return found;
end $$;
grant execute on function private.has_profile to anon, authenticated, service_role;
create policy avatars_member_insert on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'avatars' or private.has_profile());

-- An admin of a company writes the folder of the company's id.
create function private.can_write_logos(folder text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members
    where company_id::text = folder and user_id = auth.uid() and is_admin)
$$;
grant execute on function private.can_write_logos to anon, authenticated, service_role;
create policy logos_anyone_select on storage.objects for select using (bucket_id = 'logos');
create policy logos_admin_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));
create policy logos_admin_update on storage.objects for update to authenticated
  using (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]))
  with check (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));
create policy logos_admin_delete on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));

-- The constraints avatar_url_own and company_logo_url_own check the path of a picture's address. The
-- host has to be that of the token's issuer, if the token names one.
create function private.refuse_foreign_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  host_pattern constant text := '(?i)^https?://([^/?#]+)';
  own_host text := lower(substring(auth.jwt() ->> 'iss' from host_pattern));
begin
  if lower(substring(to_jsonb(new) ->> tg_argv[0] from host_pattern)) <> own_host then
    raise exception 'The picture is not one of this site' using errcode = 'check_violation', constraint = tg_argv[1];
  end if;
  return new;
end $$;
create trigger refuse_foreign_picture before update of avatar_url on private.profiles
  for each row when (new.avatar_url is distinct from old.avatar_url)
  execute function private.refuse_foreign_picture('avatar_url', 'avatar_url_own');
create trigger refuse_foreign_picture before insert or update of logo_url on public.companies
  for each row when (new.logo_url is not null)
  execute function private.refuse_foreign_picture('logo_url', 'company_logo_url_own');

-- Deletes a person's pictures with the profile, whichever way the account is deleted. Only the embedded
-- backend has the table storage.removed_files. Supabase refuses to delete rows of storage.objects in
-- SQL, so there only the browser deletes pictures, by the API.
create function private.remove_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('storage.removed_files') is not null then
    delete from storage.objects where bucket_id = 'avatars' and starts_with(name, old.user_id || '/');
  end if;
  return null;
end $$;
create trigger remove_pictures after delete on private.profiles
  for each row execute function private.remove_pictures();
-- How much a member can write in one request and on one day.

-- A request of a member adds at most 25 rows and changes or deletes at most 100: a thousand reviews in
-- one request, changed in a loop, delayed everyone else's reads by five seconds. The counters last
-- until the end of the transaction, which is one request, and members cannot set them.
create function private.check_row_limit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counter text := case when tg_op = 'INSERT' then 'request.rows_added' else 'request.rows_changed' end;
  max_rows integer := case when tg_op = 'INSERT' then 25 else 100 end;
  counted integer := coalesce(nullif(current_setting(counter, true), '')::integer, 0) + 1;
begin
  -- A trigger of a view cannot have a condition.
  if tg_when = 'INSTEAD OF' and auth.role() is distinct from 'authenticated' then
    return new;
  end if;
  if counted > max_rows then
    raise exception 'A request can % at most % rows.',
      case when tg_op = 'INSERT' then 'add' else 'change' end, max_rows using errcode = 'check_violation';
  end if;
  perform set_config(counter, counted::text, true);
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- PostgreSQL fires triggers in the order of their names. This one has the first name among the
-- triggers before a row, so that the others do no work for rows above the limit. Only statements of the
-- API run as `authenticated`: functions of the schema and cascades run as its owner.
do $$
declare
  target text;
begin
  foreach target in array array[
    'public.audit_logs', 'public.companies', 'public.company_follows', 'public.company_members',
    'public.launch_upvotes', 'public.review_helpful_votes', 'public.reviews', 'public.tools',
    'public.user_follows', 'private.launches'
  ] loop
    execute format($trigger$create trigger check_row_limit before insert or update or delete on %s
      for each row when (current_user = 'authenticated') execute function private.check_row_limit()$trigger$, target);
  end loop;
end $$;
-- A member changes only the own profile, but an update of the view visits every profile and fires its
-- triggers for each: 550 ms for 2,000 profiles.
create trigger check_row_limit instead of update on public.profiles
  for each row execute function private.check_row_limit();

-- How often a member did something on one UTC day. Deleting what was added does not lower the count.
-- For private.count_daily_use and the member's own data alone.
create table private.daily_usage (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (user_id, kind, day)
);
alter table private.daily_usage enable row level security;
create policy service_all on private.daily_usage to service_role using (true) with check (true);
grant select, insert, update, delete on private.daily_usage to service_role;

-- Counts one use by the caller and raises above the limit. The row stays locked until the end of the
-- transaction, so requests at the same time count one after the other. Rows of earlier days are deleted.
create function private.count_daily_use(what text, max_count integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'utc')::date;
  counted integer;
begin
  insert into private.daily_usage (user_id, kind, day, count) values (auth.uid(), what, today, 1)
    on conflict (user_id, kind, day) do update set count = private.daily_usage.count + 1
    returning count into counted;
  if counted > max_count then
    raise exception 'You have reached today''s limit of % %. Please try again tomorrow.', max_count, what
      using errcode = 'PT429';
  end if;
  if counted = 1 then
    delete from private.daily_usage where user_id = auth.uid() and kind = what and day < today;
  end if;
end $$;

-- Founding a company counts once: record_founder, which makes the founder a member, runs as the owner.
create function private.limit_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_daily_use('companies', 20);
  return new;
end $$;
create trigger limit_companies before insert on public.companies
  for each row when (current_user = 'authenticated') execute function private.limit_companies();
create trigger limit_companies before insert on public.company_members
  for each row when (current_user = 'authenticated') execute function private.limit_companies();

-- Whether the caller can store a file: at most 100 on one day, and at most 50 MB in all.
--
-- The embedded backend evaluates the policy once for each file that it stores, and reports an error's
-- message.
-- Supabase's storage evaluates it in a transaction that it rolls back, so a count would be lost there.
-- The stored files of the day are counted instead: deleting lowers that count, and uploads at the same
-- time do not see each other. Supabase answers 403 to a policy that returns false and 500 to one that
-- raises, so nothing is raised there.
create function private.check_upload_limit(bucket text, object text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- Only the embedded backend has this table.
  is_embedded constant boolean := to_regclass('storage.removed_files') is not null;
  max_files constant integer := 100;
  max_bytes constant bigint := 50 * 1024 * 1024;
  added_today integer;
  stored bigint;
begin
  if is_embedded then
    -- Its lock makes uploads at the same time see each other's sizes.
    perform private.count_daily_use('uploads', max_files);
  end if;
  select count(*) filter (where (created_at at time zone 'utc')::date = (now() at time zone 'utc')::date),
      coalesce(sum((metadata ->> 'size')::bigint), 0)
    into added_today, stored from storage.objects
    where owner_id = auth.uid()::text and (bucket_id, name) is distinct from (bucket, object);
  if not is_embedded then
    return added_today < max_files and stored + coalesce(size, 0) <= max_bytes;
  end if;
  if stored + coalesce(size, 0) > max_bytes then
    raise exception 'Your uploads take up 50 MB, which is the limit. Please delete some first.'
      using errcode = 'PT413';
  end if;
  return true;
end $$;
grant execute on function private.check_upload_limit to anon, authenticated, service_role;
-- PostgreSQL evaluates restrictive policies in the order of their names: this one after the policies
-- that decide whether the member may write there at all.
create policy upload_limit_insert on storage.objects as restrictive for insert to authenticated
  with check (private.check_upload_limit(bucket_id, name, (metadata ->> 'size')::bigint));
-- A row that was loaded as demo content, so that exactly those can be removed again.
create table private.demo_content (
  table_name text not null,
  row_id uuid not null,
  primary key (table_name, row_id)
);
alter table private.demo_content enable row level security;
create policy service_all on private.demo_content to service_role using (true) with check (true);

create function public.has_demo_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.demo_content)
$$;
grant execute on function public.has_demo_content to anon, authenticated, service_role;
-- Cache tags: each rendered page carries the tags of what it shows (app/data/cache-tags.ts), and each changed row
-- announces its tags on the channel page_tags. Servers that listen drop the pages that carry them. PostgreSQL
-- delivers a tag once per transaction, however many rows announce it.

-- Announces the tags of a changed row. An argument is a tag or a prefix and a column: 'tool:id' announces
-- tool:<id>, after an update also that of the old row.
create function private.announce_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  tag text;
  id text;
begin
  foreach tag in array tg_argv loop
    if strpos(tag, ':') = 0 then
      perform pg_notify('page_tags', tag);
    else
      foreach id in array array[row_before ->> split_part(tag, ':', 2), row_after ->> split_part(tag, ':', 2)] loop
        if id is not null then
          perform pg_notify('page_tags', split_part(tag, ':', 1) || ':' || id);
        end if;
      end loop;
    end if;
  end loop;
  return null;
end $$;

-- TRUNCATE has no rows: every page is dropped.
create function private.announce_all_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_tags', '*');
  return null;
end $$;

-- Of tools, launches and companies a change of counts alone has tags of its own: it is frequent and affects few
-- pages. A column that is added to one of them is added here as well.

create trigger announce_tags after insert or update or delete on public.categories
  for each row execute function private.announce_tags('categories');

create trigger announce_tags after insert on public.tools
  for each row execute function private.announce_tags('tools');
create trigger announce_removal after delete on public.tools
  for each row execute function private.announce_tags('tools', 'tool:id');
create trigger announce_facts after update on public.tools
  for each row when (
    (old.name, old.slug, old.description, old.logo_url, old.website_url, old.category, old.categories,
     old.updated_at)
    is distinct from (new.name, new.slug, new.description, new.logo_url, new.website_url, new.category, new.categories,
     new.updated_at))
  execute function private.announce_tags('tools', 'tool:id');

-- Every page of a tool ranks the tools of its categories, and home shows the first of all: a rating has tags for
-- these, so that one review does not drop every page that ranks tools.
create function private.announce_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  featured_from record;
  category text;
begin
  perform pg_notify('page_tags', 'tool:' || new.id), pg_notify('page_tags', 'tool-ratings');
  foreach category in array new.categories loop
    perform pg_notify('page_tags', 'category-ratings:' || category);
  end loop;
  -- A tool that was or is among the first is not behind the last of them.
  select coalesce(rating_average, 0) as rating, review_count as reviews into featured_from
    from public.featured_tools(6) offset 5;
  if featured_from is null
    or (coalesce(old.rating_average, 0), old.review_count) >= (featured_from.rating, featured_from.reviews)
    or (coalesce(new.rating_average, 0), new.review_count) >= (featured_from.rating, featured_from.reviews)
  then
    perform pg_notify('page_tags', 'featured-tools');
  end if;
  if greatest(old.review_count, new.review_count) >= (select max(review_count) from public.tools) then
    perform pg_notify('page_tags', 'most-reviewed-tool');
  end if;
  return null;
end $$;
create trigger announce_rating after update on public.tools
  for each row when (old.rating_sum <> new.rating_sum or old.review_count <> new.review_count)
  execute function private.announce_rating();

create trigger announce_tags after insert or update or delete on public.reviews
  for each row execute function private.announce_tags('reviews', 'reviews:tool_id', 'user:user_id');

create trigger announce_tags after insert on private.launches
  for each row execute function private.announce_tags('launches');
create trigger announce_removal after delete on private.launches
  for each row execute function private.announce_tags('launches', 'launch:id');
create trigger announce_facts after update on private.launches
  for each row when (
    (old.user_id, old.tool_id, old.tagline, old.description, old.launch_date, old.featured_image)
    is distinct from (new.user_id, new.tool_id, new.tagline, new.description, new.launch_date, new.featured_image))
  execute function private.announce_tags('launches', 'launch:id');
create trigger announce_upvotes after update on private.launches
  for each row when (old.upvotes_count <> new.upvotes_count)
  execute function private.announce_tags('launch-upvotes', 'launch:id');

create trigger announce_tags after insert or update or delete on private.profiles
  for each row execute function private.announce_tags('profiles');
create trigger announce_tags after insert or update or delete on public.user_stats
  for each row execute function private.announce_tags('user:user_id');
create trigger announce_tags after insert or update or delete on public.user_follows
  for each row execute function private.announce_tags('user:follower_id', 'user:following_id');

create trigger announce_tags after insert on public.companies
  for each row execute function private.announce_tags('companies');
create trigger announce_removal after delete on public.companies
  for each row execute function private.announce_tags('companies', 'company:id');
create trigger announce_facts after update on public.companies
  for each row when (
    (old.name, old.logo_url, old.verified, old.website, old.domain, old.size, old.industry, old.description)
    is distinct from (new.name, new.logo_url, new.verified, new.website, new.domain, new.size, new.industry, new.description))
  execute function private.announce_tags('companies', 'company:id');
create trigger announce_followers after update on public.companies
  for each row when (old.followers_count <> new.followers_count)
  execute function private.announce_tags('company:id');
create trigger announce_tags after insert or update or delete on public.company_members
  for each row execute function private.announce_tags('company-members');
create trigger announce_tags after insert or update or delete on public.company_follows
  for each row execute function private.announce_tags('user:user_id');

-- One row stands for all of the demo content.
create trigger announce_tags after insert or update or delete on private.demo_content
  for each row execute function private.announce_tags('demo-content');

create trigger announce_truncate after truncate on public.categories
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on public.tools
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on public.reviews
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on private.launches
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on private.profiles
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on public.user_stats
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on public.user_follows
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on public.companies
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on public.company_members
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on public.company_follows
  for each statement execute function private.announce_all_tags();
create trigger announce_truncate after truncate on private.demo_content
  for each statement execute function private.announce_all_tags();
