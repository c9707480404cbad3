-- What somebody follows is people and companies: the list shows both, and so the number counts both.
create or replace function private.count_company_follow() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  pair public.company_follows := case when tg_op = 'INSERT' then new else old end;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  update public.companies set followers_count = followers_count + step where id = pair.company_id;
  update public.user_stats set following_count = following_count + step where user_id = pair.user_id;
  return null;
end $$;

update public.user_stats s set following_count = following_count + followed.companies
from (select user_id, count(*)::integer as companies from public.company_follows group by user_id) followed
where followed.user_id = s.user_id;
