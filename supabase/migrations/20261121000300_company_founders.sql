-- Who made a company may be private, and a column of a table that everyone reads cannot be hidden
-- from those who ask for all of them: it lies here instead. For private.created_company alone.
create table private.company_founders (
  company_id uuid primary key references public.companies (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade
);
create index company_founders_user_id_idx on private.company_founders (user_id);
alter table private.company_founders enable row level security;
create policy all_service on private.company_founders to service_role using (true) with check (true);
grant select, insert, update, delete on private.company_founders to service_role;

insert into private.company_founders (company_id, user_id)
select id, created_by from public.companies where created_by is not null;
update public.companies set created_by = null where created_by is not null;

-- The column says who speaks while the row is checked, and then says it no longer.
create function private.keep_founder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_founders (company_id, user_id) values (new.id, new.created_by);
  update public.companies set created_by = null where id = new.id;
  return null;
end $$;
create trigger keep_founder after insert on public.companies
  for each row when (new.created_by is not null) execute function private.keep_founder();

-- Only the first admin appoints himself: who was removed later stays removed.
create or replace function private.created_company(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.company_founders where company_id = company and user_id = auth.uid())
    and not exists (select from public.company_members where company_id = company and is_admin)
$$;
