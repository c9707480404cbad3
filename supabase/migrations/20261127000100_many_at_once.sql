-- Many tools at once, as an import brings them: what is kept of them is written once a statement. Row by
-- row, each tool went past every version of the count of all that the tools before it had left.
drop trigger keep_tool_counts on public.tools;
do $$
declare
  counted constant text := 'select unnest(categories || ''''::text) as category, coalesce(rating_average, 0) as rating, %1$s as step from %2$s';
begin
  execute format('create trigger keep_counts_on_insert after insert on public.tools referencing new table as new_rows
    for each statement execute function private.keep_counts(''private.tool_counts'', ''category, rating'', %L)', counted);
  execute format('create trigger keep_counts_on_delete after delete on public.tools referencing old table as old_rows
    for each statement execute function private.keep_counts(''private.tool_counts'', ''category, rating'', %L)', counted);
end $$;

create function private.keep_words_of_new_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_words (word, named)
  select word, bool_or(named) from (
    select private.words_in(name_folded) as word, true as named from new_rows
    union all
    select private.words_in(private.fold(description || ' ' || category)), false from new_rows
  ) used group by word order by word
  on conflict do nothing;
  update private.search_words set named = true
    where word in (select private.words_in(name_folded) from new_rows) and not named;
  return null;
end $$;
create trigger keep_words_of_new_tools after insert on public.tools referencing new table as new_rows
  for each statement execute function private.keep_words_of_new_tools();
drop trigger keep_search_words on public.tools;
create trigger keep_search_words after update of name, description, category
  on public.tools for each row execute function private.keep_search_words();

-- As before, with one pattern a category: each tool had two hundred of them compiled, 3 to 6 ms.
create or replace function private.categories_of(raw text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(
    (select array[name] from public.categories where lower(name) = lower(raw)),
    (select array_agg(name order by position) from public.categories
      where lower(raw) ~ (select '\m(' || string_agg(alias || case when length(alias) <= 3 then '\M' else '' end, '|') || ')' from unnest(aliases) as alias)),
    '{}')
$$;

-- As before; votes that go with their review are not taken from it any more: each did all that a change
-- of a review does, to one that is not there.
create or replace function private.count_helpful_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'DELETE' and not exists (select from public.reviews where id = old.review_id) then
    return null;
  end if;
  update public.reviews set helpful_count = helpful_count + step
    where id = case when tg_op = 'INSERT' then new.review_id else old.review_id end
    returning user_id into author;
  if tg_op = 'INSERT' and author = new.user_id then
    raise exception 'You cannot vote for your own review' using errcode = 'check_violation';
  end if;
  update public.user_stats set helpful_votes = helpful_votes + step where user_id = author;
  return null;
end $$;
