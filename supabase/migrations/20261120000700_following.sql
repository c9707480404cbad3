-- Who follows whom.
create table public.user_follows (
  follower_id uuid not null references private.profiles (user_id) on delete cascade,
  following_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, following_id)
);
create index user_follows_following_id_idx on public.user_follows (following_id);
alter table public.user_follows enable row level security;
create policy select_unless_private on public.user_follows for select
  using (follower_id = (select auth.uid()) or following_id = (select auth.uid())
    or not (private.is_hidden(follower_id) or private.is_hidden(following_id)));
create policy insert_own on public.user_follows for insert to authenticated with check (follower_id = (select auth.uid()));
create policy delete_own on public.user_follows for delete to authenticated using (follower_id = (select auth.uid()));
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

-- Both people's rows are touched in the order of their ids, or two who follow each other at the
-- same moment would wait for each other.
create function private.count_user_follow() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  pair public.user_follows := case when tg_op = 'INSERT' then new else old end;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.user_stats where user_id in (pair.follower_id, pair.following_id) order by user_id for update;
  update public.user_stats set following_count = following_count + step where user_id = pair.follower_id;
  update public.user_stats set followers_count = followers_count + step where user_id = pair.following_id;
  return null;
end $$;
create trigger count_user_follow after insert or delete on public.user_follows
  for each row execute function private.count_user_follow();

-- Which companies a person follows.
create table public.company_follows (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, company_id)
);
create index company_follows_company_id_idx on public.company_follows (company_id);
alter table public.company_follows enable row level security;
create policy select_unless_private on public.company_follows for select using (not private.is_hidden(user_id));
create policy insert_own on public.company_follows for insert to authenticated with check (user_id = (select auth.uid()));
create policy delete_own on public.company_follows for delete to authenticated using (user_id = (select auth.uid()));
grant select on public.company_follows to anon, authenticated;
grant insert (user_id, company_id), delete on public.company_follows to authenticated;

create function private.count_company_follow() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.companies set followers_count = followers_count + 1 where id = new.company_id;
  else
    update public.companies set followers_count = followers_count - 1 where id = old.company_id;
  end if;
  return null;
end $$;
create trigger count_company_follow after insert or delete on public.company_follows
  for each row execute function private.count_company_follow();
