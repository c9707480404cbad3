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
  with wanted as (
    select array(
      select lower(word) from regexp_split_to_table(btrim(left(coalesce(query, ''), 100)), '\s+') as word
      where word <> '' limit 3) as words
  ),
  -- Of a beginning that thousands have, some: nobody reads through them.
  candidates as (
    (select p.user_id from wanted w join private.profiles p on p.profile_visibility <> 'private'
       and lower(p.username) ~>=~ w.words[1] and lower(p.username) ~<~ (w.words[1] || chr(1114111)) limit 300)
    union
    (select p.user_id from wanted w join private.profiles p on p.profile_visibility <> 'private'
       and lower(p.first_name) ~>=~ w.words[1] and lower(p.first_name) ~<~ (w.words[1] || chr(1114111)) limit 300)
    union
    (select p.user_id from wanted w join private.profiles p on p.profile_visibility <> 'private'
       and lower(p.last_name) ~>=~ w.words[1] and lower(p.last_name) ~<~ (w.words[1] || chr(1114111)) limit 300)
  )
  select p.username, p.first_name, p.last_name
  from wanted w, candidates c join private.profiles p using (user_id)
  where not exists (
    select from unnest(w.words) as word
    where not starts_with(lower(p.username), word)
      and not starts_with(lower(coalesce(p.first_name, '')), word)
      and not starts_with(lower(coalesce(p.last_name, '')), word))
  order by lower(p.username) = w.words[1] desc, p.username
  limit least(greatest(page_size, 0), 20)
$$;
grant execute on function public.search_people to anon, authenticated, service_role;
