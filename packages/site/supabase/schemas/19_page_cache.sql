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

-- Announces tags from another function. A prefix without an id is null.
create function private.announce(variadic tags text[]) returns void
language sql set search_path = '' as $$
  select pg_notify('page_tags', tag) from unnest(tags) as tag where tag is not null
$$;

create function private.announce_all_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_tags', '*');
  return null;
end $$;

-- TRUNCATE has no rows: every page is dropped.
create procedure private.announce_truncate(target regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger announce_truncate after truncate on %s
    for each statement execute function private.announce_all_tags()', target);
end $$;

-- Announces every change of a table. The tags are those of private.announce_tags.
create procedure private.announce_table(target regclass, variadic tags text[])
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger announce_tags after insert or update or delete on %s
    for each row execute function private.announce_tags(%s)', target, (select string_agg(quote_literal(tag), ', ') from unnest(tags) tag));
  call private.announce_truncate(target);
end $$;

-- Of tools, launches and companies a change of counts alone has tags of its own: it is frequent and affects few
-- pages. A column that is added to one of them is added here as well, which tests/rules/content/page-tags.test.ts
-- checks.

call private.announce_table('public.categories', 'categories');

create trigger announce_tags after insert or delete on public.capabilities
  for each row execute function private.announce_tags('capabilities');
call private.add_update_trigger('public.capabilities', 'announce_facts',
  '{slug,name,category,description,synonyms}', $$announce_tags('capabilities')$$);
call private.announce_table('public.tool_capabilities', 'tools', 'tool:tool_id');

call private.announce_table('public.tool_facts', 'tools', 'tool:tool_id');

-- Every page of a tool ranks the tools of its categories: one review does not drop every page that ranks tools.
create function private.announce_changed_tool(old public.tools, new public.tools) returns void
language plpgsql set search_path = '' as $$
begin
  if (old.name, old.slug, old.description, old.logo_url, old.website_url, old.category, old.categories, old.aliases, old.former_names, old.facets, old.updated_at)
    is distinct from
    (new.name, new.slug, new.description, new.logo_url, new.website_url, new.category, new.categories, new.aliases, new.former_names, new.facets, new.updated_at)
  then
    perform private.announce('tools', 'tool:' || new.id);
  end if;
  if (old.rating_sum, old.review_count, old.rating_counts) is distinct from (new.rating_sum, new.review_count, new.rating_counts) then
    perform private.announce('tool:' || new.id, 'tool-ratings');
    perform private.announce('category-ratings:' || category) from unnest(new.categories) as category;
  end if;
end $$;

create function private.announce_changed_launch(old private.launches, new private.launches) returns void
language plpgsql set search_path = '' as $$
begin
  if (old.user_id, old.tool_id, old.tagline, old.description, old.launch_date, old.featured_image, old.pictures, old.is_draft,
      old.product_name, old.product_url)
    is distinct from
    (new.user_id, new.tool_id, new.tagline, new.description, new.launch_date, new.featured_image, new.pictures, new.is_draft,
      new.product_name, new.product_url)
  then
    perform private.announce('launches', 'launch:' || new.id);
  end if;
  if old.upvotes_count <> new.upvotes_count then
    perform private.announce('launch-upvotes', 'launch:' || new.id);
  end if;
end $$;

call private.announce_table('private.profiles', 'profiles');
-- A renamed or merged tool changes the activities that name it.
create trigger announce_tags after update of metadata on public.user_activities
  for each row execute function private.announce_tags('user:user_id');
call private.announce_table('public.user_stats', 'user:user_id');
call private.announce_table('public.user_follows', 'user:follower_id', 'user:following_id');

create trigger announce_tags after insert on public.companies
  for each row execute function private.announce_tags('companies');
create trigger announce_removal after delete on public.companies
  for each row execute function private.announce_tags('companies', 'company:id');
call private.add_update_trigger('public.companies', 'announce_facts',
  '{name,logo_url,verified,website,domain,size,industry,description}', $$announce_tags('companies', 'company:id')$$);
create trigger announce_followers after update on public.companies
  for each row when (old.followers_count <> new.followers_count)
  execute function private.announce_tags('company:id');
call private.announce_table('public.company_members', 'company-members');
call private.announce_table('public.company_follows', 'user:user_id');

-- One row stands for all of the demo content.
call private.announce_table('private.demo_content', 'demo-content');
call private.announce_table('private.demo_loading', 'demo-content');
call private.announce_truncate('public.capabilities');
call private.announce_truncate('public.companies');
