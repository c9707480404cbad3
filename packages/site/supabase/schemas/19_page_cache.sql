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

create trigger announce_tags after insert on public.tools
  for each row execute function private.announce_tags('tools');
create trigger announce_removal after delete on public.tools
  for each row execute function private.announce_tags('tools', 'tool:id');
call private.add_update_trigger('public.tools', 'announce_facts',
  '{name,slug,description,logo_url,website_url,category,categories,aliases,facets,updated_at}',
  $$announce_tags('tools', 'tool:id')$$);
call private.announce_table('public.tool_facts', 'tools', 'tool:tool_id');

-- Every page of a tool ranks the tools of its categories: one review does not drop every page that ranks tools.
create function private.announce_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_tags', 'tool:' || new.id), pg_notify('page_tags', 'tool-ratings');
  perform pg_notify('page_tags', 'category-ratings:' || category) from unnest(new.categories) as category;
  return null;
end $$;
call private.add_update_trigger('public.tools', 'announce_rating',
  '{rating_sum,review_count,rating_counts}', 'announce_rating()');

call private.announce_table('public.reviews', 'reviews', 'reviews:tool_id', 'user:user_id');

create trigger announce_tags after insert on private.launches
  for each row execute function private.announce_tags('launches');
create trigger announce_removal after delete on private.launches
  for each row execute function private.announce_tags('launches', 'launch:id');
call private.add_update_trigger('private.launches', 'announce_facts',
  '{user_id,tool_id,tagline,description,launch_date,featured_image,pictures,is_draft,product_name,product_url}',
  $$announce_tags('launches', 'launch:id')$$);
create trigger announce_upvotes after update on private.launches
  for each row when (old.upvotes_count <> new.upvotes_count)
  execute function private.announce_tags('launch-upvotes', 'launch:id');

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
call private.announce_truncate('public.capabilities');
call private.announce_truncate('public.tools');
call private.announce_truncate('private.launches');
call private.announce_truncate('public.companies');
