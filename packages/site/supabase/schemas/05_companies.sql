-- A company that members belong to and follow. Not to be confused with a profile's company_name,
-- which is free text.
create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint company_name_length check (length(name) between 1 and 100),
  logo_url text constraint company_logo_url_format check (private.is_web_address(logo_url)),
  -- Whether the company has proved that its domain is its own (39_makers.sql).
  verified boolean not null default false,
  website text constraint company_website_format check (length(website) <= 255 and private.is_web_address(website)),
  domain text constraint company_domain_format check (length(domain) <= 255 and domain ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$'),
  size text check (size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  industry text check (industry in ('technology', 'healthcare', 'finance', 'education', 'retail', 'manufacturing', 'other')),
  description text constraint company_description_length check (length(description) <= 1000),
  followers_count integer not null default 0 check (followers_count >= 0),
  -- The founder while the row is inserted, so that the policy can compare it; then null, because
  -- everyone can read this table and the founder may be private. See private.company_founders.
  created_by uuid default auth.uid() references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  -- A logo that an admin uploaded here. 16_uploads.sql checks the host.
  constraint company_logo_url_own check (
    logo_url ~ ('^https?://[^/?#@\\]+/storage/v1/object/public/logos/' || id || '/[A-Za-z0-9._-]+$'))
);
-- A verified domain belongs to one company.
create unique index companies_verified_domain_key on public.companies (domain) where verified;
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
call private.secure_internal_table('private.company_founders');

-- A member of a company: its founder as admin, others as members (spec 1 §4).
create table public.company_members (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  is_admin boolean not null default false,
  -- Whether the member acts for the company as the maker of its tools (39_makers.sql).
  is_confirmed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  constraint role_agrees check (is_admin = (role = 'admin'))
);
create index company_members_user_id_idx on public.company_members (user_id);

-- A member who left a company, or who lost what an admin or a confirmed member has. For 90 days they count as before
-- where members are partial: leaving for a moment lifts no rule (39_makers.sql).
create table private.former_members (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  -- Whether they were an admin or confirmed.
  had_power boolean not null,
  left_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index former_members_user_id_idx on private.former_members (user_id);
call private.secure_internal_table('private.former_members');

create function private.record_former_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The company or the account may be deleted by this statement.
  insert into private.former_members as former (company_id, user_id, had_power)
    select c.id, p.user_id, old.is_admin or old.is_confirmed
    from public.companies c, private.profiles p where c.id = old.company_id and p.user_id = old.user_id
    on conflict (company_id, user_id) do update set left_at = now(),
      had_power = excluded.had_power or former.had_power and former.left_at > now() - interval '90 days';
  return null;
end $$;
create trigger record_former_member after delete on public.company_members
  for each row execute function private.record_former_member();
create trigger record_former_power after update of is_admin, is_confirmed on public.company_members
  for each row when ((old.is_admin or old.is_confirmed) and not (new.is_admin or new.is_confirmed))
  execute function private.record_former_member();

-- Whether a person belongs to a company: a member, also one who left within 90 days, or its founder.
create function private.belongs_to_company(company uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members m where m.company_id = company and m.user_id = person)
    or exists (select from private.former_members f
      where f.company_id = company and f.user_id = person and f.left_at > now() - interval '90 days')
    or exists (select from private.company_founders f where f.company_id = company and f.user_id = person)
$$;

create function private.is_company_admin(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members where company_id = company and user_id = auth.uid() and is_admin)
$$;
-- Whether the caller founded a company that has no admin, or only admins without its power, which the caller has. A founder
-- whom another admin has removed cannot come back in this way: admins without the power cannot remove members.
create function private.can_become_first_admin(company uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.company_founders where company_id = company and user_id = auth.uid())
    and not exists (select from public.company_members m where m.company_id = company and m.is_admin
      and (private.has_company_power(company, m.user_id) or not private.has_company_power(company, auth.uid())));
end $$;
grant execute on function private.is_company_admin, private.can_become_first_admin
  to anon, authenticated, service_role;

call private.secure_public_table('public.companies');
create policy member_insert on public.companies for insert to authenticated
  with check (created_by = (select auth.uid()));
create policy admin_update on public.companies for update to authenticated
  using (private.is_company_admin(id)) with check (private.is_company_admin(id));
grant insert (name, logo_url, website, domain, size, industry, description),
  update (name, logo_url, website, domain, size, industry, description) on public.companies to authenticated;

call private.secure_table('public.company_members');
-- An admin sees every member, or could not remove one who is private.
create policy anyone_select_unless_private on public.company_members for select
  using (not private.is_hidden(user_id) or private.is_company_admin(company_id));
create policy owner_insert on public.company_members for insert to authenticated
  with check (user_id = (select auth.uid()) and (not is_admin or private.can_become_first_admin(company_id)));
create policy owner_or_admin_delete on public.company_members for delete to authenticated
  using (user_id = (select auth.uid()) or private.is_company_admin(company_id));
grant select on public.company_members to anon, authenticated;
grant insert (company_id, user_id, role, is_admin), delete on public.company_members to authenticated;

create function private.prepare_company(new public.companies, old public.companies) returns public.companies
language plpgsql set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := private.strip_markup(new.description);
  new.domain := nullif(lower(btrim(new.domain)), '');
  new.website := nullif(btrim(new.website), '');
  -- What was proved is another name or domain than the one that the company shows now.
  if old.verified
    and (new.name <> old.name or new.domain is distinct from old.domain or not private.is_own_website(new.website, new.domain))
  then
    new.verified := false;
  end if;
  return new;
end $$;

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

-- When the only admin leaves, the member of longest standing becomes admin, one with the power of the company if there is any.
create function private.appoint_next_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- When two admins leave at the same moment, the second one waits here and sees that the first is gone.
  perform from public.companies where id = old.company_id for no key update;
  if not exists (select from public.company_members where company_id = old.company_id and is_admin) then
    update public.company_members set role = 'admin', is_admin = true
    where company_id = old.company_id and user_id = (
      select user_id from public.company_members where company_id = old.company_id
      order by is_confirmed desc, private.has_company_power(company_id, user_id) desc, created_at, user_id limit 1);
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

-- The size of the company of a person with a public profile: a computed field, which a review shows next
-- to the job title. It reads the visibility itself, because a client can call it with any row.
create function public.company_size(person public.profiles) returns text
language sql stable security definer set search_path = '' as $$
  select c.size
  from private.profiles p
  join public.company_members m on m.user_id = p.user_id
  join public.companies c on c.id = m.company_id
  where p.user_id = person.user_id and p.profile_visibility = 'public' and c.size is not null and private.is_area_on('companies')
  order by m.created_at limit 1
$$;
grant execute on function public.company_size to anon, authenticated, service_role;
