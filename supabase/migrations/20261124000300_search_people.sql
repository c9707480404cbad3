-- People by the beginnings of username, first and last name, from indexes. Who chose to be private
-- is not offered, and everyone may see the others' names (spec 1 §6).
create index profiles_username_start on private.profiles (lower(username) text_pattern_ops)
  where profile_visibility <> 'private';
create index profiles_first_name_start on private.profiles (lower(first_name) text_pattern_ops)
  where profile_visibility <> 'private';
create index profiles_last_name_start on private.profiles (lower(last_name) text_pattern_ops)
  where profile_visibility <> 'private';

create function public.search_people(query text, page_size integer default 6)
returns table (username text, first_name text, last_name text)
language sql stable security definer set search_path = '' as $$
  with wanted as materialized (
    select words, words[1] as beginning, words[1] || chr(1114111) as after_it
    from (select array(
      select lower(word) from regexp_split_to_table(btrim(left(coalesce(query, ''), 100)), '\s+') as word
      where word <> '' limit 3) as words) split
  ),
  -- Of a beginning that thousands have, some: nobody reads through them. The bounds are values of
  -- their own, as an index wants them.
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
grant execute on function public.search_people to anon, authenticated, service_role;
