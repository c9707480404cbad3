-- A company that people belong to and follow; a profile's company_name is only what its owner typed.
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
  created_by uuid default auth.uid() references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now()
);
create index companies_created_by_idx on public.companies (created_by);
create index companies_name_trigrams_idx on public.companies using gin (name extensions.gin_trgm_ops);
create index companies_domain_trigrams_idx on public.companies using gin (domain extensions.gin_trgm_ops);

-- Who belongs to a company: its creator as admin, joiners as members (spec 1 §4).
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
-- Only the first admin appoints himself: who was removed later stays removed.
create function private.created_company(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.companies where id = company and created_by = auth.uid())
    and not exists (select from public.company_members where company_id = company and is_admin)
$$;
grant execute on function private.is_company_admin, private.created_company to anon, authenticated, service_role;

create function private.prepare_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.plain_text(new.name);
  new.description := private.plain_text(new.description);
  new.domain := nullif(lower(btrim(new.domain)), '');
  new.website := nullif(btrim(new.website), '');
  return new;
end $$;
create trigger prepare_company before insert or update on public.companies
  for each row execute function private.prepare_company();

alter table public.companies enable row level security;
create policy select_anyone on public.companies for select using (true);
create policy insert_signed_in on public.companies for insert to authenticated with check (created_by = (select auth.uid()));
create policy update_admin on public.companies for update to authenticated
  using (private.is_company_admin(id)) with check (private.is_company_admin(id));
grant select on public.companies to anon, authenticated;
grant insert (name, logo_url, website, domain, size, industry, description),
  update (name, logo_url, website, domain, size, industry, description) on public.companies to authenticated;

alter table public.company_members enable row level security;
-- Its admin sees every member, or could not remove one who is private.
create policy select_unless_private_or_admin on public.company_members for select
  using (not private.is_hidden(user_id) or private.is_company_admin(company_id));
create policy insert_self on public.company_members for insert to authenticated
  with check (user_id = (select auth.uid()) and (not is_admin or private.created_company(company_id)));
create policy delete_self_or_admin on public.company_members for delete to authenticated
  using (user_id = (select auth.uid()) or private.is_company_admin(company_id));
grant select on public.company_members to anon, authenticated;
grant insert (company_id, user_id, role, is_admin), delete on public.company_members to authenticated;

-- The company a person belongs to (spec 1 §7); the eldest first, should there be several.
create function public.get_user_company(user_uuid uuid)
returns table (company_id uuid, user_role text, is_admin boolean)
language sql stable set search_path = '' as $$
  select m.company_id, m.role, m.is_admin from public.company_members m
  where m.user_id = user_uuid order by m.created_at, m.company_id
$$;
grant execute on function public.get_user_company to anon, authenticated, service_role;
