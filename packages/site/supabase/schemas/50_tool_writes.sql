-- What happens when a tool is written, in this order. The steps are functions of their subjects' files. They run as the
-- owner, so the triggers' conditions note who writes (private.is_member_statement).

create function private.before_row_of_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
begin
  if is_member then perform private.check_row_limit(tg_op); end if;
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'INSERT' or new.rating_counts <> old.rating_counts then
    select e.counted, e.low, e.high into new.counted_reviews, new.adjusted_rating, new.rating_high
      from private.estimate_rating(new.rating_counts) e;
    -- The statement of a review changes nothing that has to be prepared.
    if tg_op = 'UPDATE' and (new.name, new.aliases, new.description, new.category, new.more_categories, new.website_url, new.logo_url)
      is not distinct from (old.name, old.aliases, old.description, old.category, old.more_categories, old.website_url, old.logo_url)
    then
      return new;
    end if;
  end if;
  if is_member and tg_op = 'INSERT' then perform private.limit_daily_posts('tools'); end if;
  new := private.prepare_tool(new, old);
  if is_member and tg_op = 'INSERT' then perform private.refuse_removed_tool(new); end if;
  -- After the preparation: markup that it takes out would hide a word.
  if is_member then
    perform private.refuse_filtered_text('{name,category,aliases,description,website_url,logo_url}', to_jsonb(old), to_jsonb(new));
  end if;
  return new;
end $$;

create function private.after_insert_of_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_member constant boolean := private.is_member_statement();
  added constant public.tools[] := array(select n::public.tools from new_rows n);
begin
  perform private.announce('tools');
  perform private.record_change('tool', n.id, null, n) from unnest(added) n;
  perform private.refuse_redirecting_slugs(array(select slug from new_rows));
  perform private.count_facets('{}', added);
  perform private.count_tools('{}', added);
  perform private.make_fact_sources(array(select id from new_rows));
  if is_member then
    perform private.hold_posts('tool', 'id', '{name,category,aliases,description}', '{website_url,logo_url}',
      null, array(select to_jsonb(n) from new_rows n));
  end if;
  -- Not those of tools that wait, which would no longer be typing errors.
  perform private.index_words_of_tools(array(select t from public.tools t join new_rows n using (id)));
  return null;
end $$;

-- By row, and each step under its condition: a tool changes with each of its reviews, but what it says seldom does.
create function private.after_update_of_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_changed_tool(old, new);
  if old.website_url is distinct from new.website_url then
    perform private.check_changed_website(new.id);
    perform private.make_fact_sources(array[new.id]);
  end if;
  if old.facets <> new.facets or old.categories <> new.categories then
    perform private.count_facets(array[old], array[new]);
  end if;
  if old.rating_average is distinct from new.rating_average or old.categories <> new.categories then
    perform private.count_tools(array[old], array[new]);
  end if;
  if (old.name, old.aliases, old.former_names, old.description, old.category)
    is distinct from (new.name, new.aliases, new.former_names, new.description, new.category)
  then
    perform private.index_words_of_tools(array[new]);
  end if;
  if (old.name, old.slug) is distinct from (new.name, new.slug) then perform private.name_tool_in_activities(new); end if;
  if (old.aliases, old.category, old.description, old.logo_url, old.name, old.slug, old.website_url)
    is distinct from
    (new.aliases, new.category, new.description, new.logo_url, new.name, new.slug, new.website_url)
  then
    perform private.record_change('tool', new.id, old, new);
  end if;
  if old.slug <> new.slug then perform private.refuse_redirecting_slugs(array[new.slug]); end if;
  return null;
end $$;

create function private.after_delete_of_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted constant public.tools[] := array(select o::public.tools from old_rows o);
begin
  perform private.announce('tools', 'tool:' || o.id), private.record_change('tool', o.id, o, null) from unnest(deleted) o;
  perform private.count_facets(deleted, '{}');
  perform private.count_tools(deleted, '{}');
  perform private.forget_notifications(array(select id from old_rows), '{claim,edit}');
  return null;
end $$;

call private.require_factor_to_write('public.tools');
call private.add_dispatchers('public.tools', 'name, aliases, description, category, more_categories, website_url, logo_url, rating_counts');
create trigger after_update after update on public.tools for each row execute function private.after_update_of_tools();
