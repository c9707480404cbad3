-- Context of use, history and first day of reviews; ratings per star, adjusted rating, comparison and ranking that
-- can be checked (docs/decisions/0017).

create function private.estimate_rating(counts integer[], out counted integer, out mean double precision,
  out variance double precision, out third_moment double precision)
language sql immutable parallel safe set search_path = '' as $$
  with total as (
    select sum(n)::integer as counted, sum(n + 1)::double precision as a, sum(star * (n + 1))::double precision / sum(n + 1) as mean
    from unnest(counts) with ordinality as per_star (n, star)
  )
  select t.counted, t.mean, sum((star - t.mean) ^ 2 * (n + 1)) / t.a / (t.a + 1),
    2 * sum((star - t.mean) ^ 3 * (n + 1)) / t.a / ((t.a + 1) * (t.a + 2))
  from total t, unnest(counts) with ordinality as per_star (n, star) group by t.counted, t.mean, t.a
$$;

create function private.adjust_rating(counts integer[]) returns numeric
language sql immutable parallel safe security definer set search_path = '' as $$
  select round((mean - 1.96 * sqrt(variance))::numeric, 4) from private.estimate_rating(counts) where counted > 0
$$;

grant execute on function private.adjust_rating to anon, authenticated, service_role;

alter table public.tools
  add rating_counts integer[] not null default '{0,0,0,0,0}' constraint tool_rating_counts_length check (cardinality(rating_counts) = 5),
  add adjusted_rating numeric(6, 4) generated always as (private.adjust_rating(rating_counts)) stored;
update public.tools tool set rating_counts = array[one, two, three, four, five]
  from (select tool_id, count(*) filter (where rating = 1) as one, count(*) filter (where rating = 2) as two,
      count(*) filter (where rating = 3) as three, count(*) filter (where rating = 4) as four, count(*) filter (where rating = 5) as five
    from public.reviews group by tool_id) counted
  where tool.id = counted.tool_id;
create index tools_adjusted_rating_idx on public.tools (coalesce(adjusted_rating, 0) desc, review_count desc, id desc);

create function private.is_independent(relationship text, incentive text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(relationship, 'none') = 'none' and coalesce(incentive, 'none') = 'none'
$$;

alter table public.reviews
  add used_version text constraint review_used_version_length check (length(used_version) between 1 and 40),
  add used_plan text constraint review_used_plan check (used_plan in ('free', 'trial', 'paid', 'self_hosted')),
  add used_from date,
  add used_until date,
  add relationship text constraint review_relationship
    check (relationship in ('none', 'maker', 'partner', 'competitor', 'investor')),
  add incentive text constraint review_incentive check (incentive in ('none', 'gift', 'discount', 'free_access', 'payment')),
  add revision integer not null default 1,
  add edited_at timestamptz,
  add first_published_on date;
create index reviews_not_independent_idx on public.reviews (tool_id)
  where relationship <> 'none' or incentive <> 'none';
grant insert (tool_id, user_id, rating, title, content, pros, cons, used_version, used_plan, used_from, used_until,
    relationship, incentive),
  update (rating, title, content, pros, cons, used_version, used_plan, used_from, used_until, relationship, incentive),
  delete on public.reviews to authenticated;

create or replace function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.title := private.trim_text(new.title);
  new.content := private.trim_text(new.content);
  new.pros := array(select private.trim_text(entry) from unnest(new.pros) entry);
  new.cons := array(select private.trim_text(entry) from unnest(new.cons) entry);
  new.used_version := nullif(private.trim_text(new.used_version), '');
  if greatest(new.used_from, new.used_until) > (now() at time zone 'utc')::date then
    raise exception 'The date can''t be in the future.' using errcode = 'check_violation';
  end if;
  if new.used_until < new.used_from then
    raise exception 'The end date can''t be before the start date.' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end $$;
drop trigger prepare_review on public.reviews;
create trigger prepare_review before insert or update of rating, title, content, pros, cons, used_version, used_plan,
    used_from, used_until, relationship, incentive
  on public.reviews for each row execute function private.prepare_review();

alter table public.review_helpful_votes add revision integer not null default 1;

create function private.add_counts(counts integer[], step integer, ratings smallint[]) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select counts[star] + step * cardinality(array_positions(coalesce(ratings, '{}'), star::smallint))
    from generate_series(1, 5) as star order by star)
$$;

create or replace function private.count_reviews() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.tools where id in (select tool_id from changed_rows) order by id for no key update;
  update public.tools tool set review_count = review_count + step * reviews, rating_sum = rating_sum + step * ratings,
      rating_counts = private.add_counts(rating_counts, step, independent)
    from (select tool_id, count(*) as reviews, sum(rating) as ratings,
        array_agg(rating) filter (where private.is_independent(relationship, incentive)) as independent
      from changed_rows group by tool_id) counted
    where tool.id = counted.tool_id;
  perform from public.user_stats where user_id in (select user_id from changed_rows) order by user_id for no key update;
  -- A new review has no votes; a deleted one takes its votes with it.
  update public.user_stats person
    set total_reviews = total_reviews + step * reviews, helpful_votes = helpful_votes - case when step < 0 then helpful else 0 end
    from (select user_id, count(*) as reviews, sum(helpful_count) as helpful from changed_rows group by user_id) counted
    where person.user_id = counted.user_id;
  if step > 0 then
    insert into public.user_activities (user_id, activity_type, review_id, created_at, metadata)
    select review.user_id, 'review_created', review.id, review.created_at,
      jsonb_build_object('rating', review.rating, 'review_id', review.id, 'tool_id', tool.id, 'tool_name', tool.name, 'tool_slug', tool.slug)
    from changed_rows review join public.tools tool on tool.id = review.tool_id
    where review.user_id is not null;
  end if;
  return null;
end $$;

create or replace function private.count_changed_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tools set rating_sum = rating_sum + new.rating - old.rating,
      rating_counts = private.add_counts(
        private.add_counts(rating_counts, -1, case when private.is_independent(old.relationship, old.incentive) then array[old.rating] end),
        1, case when private.is_independent(new.relationship, new.incentive) then array[new.rating] end)
    where id = new.tool_id;
  if new.rating <> old.rating then
    update public.user_activities set metadata = metadata || jsonb_build_object('rating', new.rating)
      where review_id = new.id;
  end if;
  return null;
end $$;
drop trigger count_changed_rating on public.reviews;
create trigger count_changed_rating after update of rating, relationship, incentive on public.reviews
  for each row when ((old.rating, old.relationship, old.incentive) is distinct from (new.rating, new.relationship, new.incentive))
  execute function private.count_changed_rating();

drop trigger announce_rating on public.tools;
create trigger announce_rating after update on public.tools
  for each row when (
    (old.rating_sum, old.review_count, old.rating_counts) is distinct from (new.rating_sum, new.review_count, new.rating_counts))
  execute function private.announce_rating();

create function private.build_tool_list(query text, in_category text, min_rating numeric, sort text, out keys text[],
  out direction text, out source text, out tool_filter text, out named_tools tid[], out words text, out terms tsquery)
language plpgsql stable set search_path = '' as $$
declare
  max_candidates constant integer := 600;
  max_most_reviewed constant integer := 200;
  name_filter text;
  most_reviewed tid[];
  by_relevance boolean;
begin
  named_tools := '{}';
  source := 'public.tools t';
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating);
  by_relevance := sort = 'relevance' and words <> '';
  if by_relevance then
    if terms is not null then
      name_filter := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s',
        terms, private.build_tool_filter('', null, in_category, min_rating));
      execute format('select array(select t.ctid from public.tools t where %s limit %s)', name_filter, max_candidates + 1)
        into named_tools;
      -- If there are more, those among the most reviewed tools of the site are in any case candidates.
      if cardinality(named_tools) > max_candidates then
        execute format('select array(select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit %s) t where %s)',
          max_most_reviewed, name_filter) into most_reviewed;
        named_tools := most_reviewed || array((select unnest(named_tools) except select unnest(most_reviewed))
          limit max_candidates - cardinality(most_reviewed));
      end if;
    end if;
    source := format(
      '(select scored.*, (1000000 * (name_score + text_score + rating_score + reviews_score))::bigint as score
       from (select t.*,
         (case when t.name_folded = %1$L then 101
           when starts_with(t.name_folded, %1$L) then 10 + length(%1$L)::float8 / length(t.name_folded) else %2$s end)::float8 as name_score,
         (%3$s)::float8 as text_score, coalesce(t.rating_average, 0)::float8 / 50 as rating_score, ln(1 + t.review_count)::float8 / 50 as reviews_score
       from public.tools t where t.ctid = any(array(
         select unnest($1)
         union all (select t.ctid from public.tools t where %4$s and t.ctid <> all($1) order by t.review_count desc, t.id desc limit %5$s)
         union all select t.ctid from public.tools t where t.name_folded collate "C" = %1$L and %4$s))) scored) t',
      words,
      case when terms is null then format('private.name_similarity(t.name_folded, %L)', words)
        else format('extensions.similarity(t.name_folded, %L)', words) end,
      case when terms is null then '0' else format('4 * ts_rank(t.search, %L::tsquery)', terms) end,
      tool_filter, max_candidates - cardinality(named_tools));
    tool_filter := 'true';
  end if;
  case when by_relevance then keys := '{t.score,t.id}'; direction := 'desc';
    when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- An unrated tool is not the lowest rated one: it comes last.
    when sort = 'rating-asc' then
      keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
      -- The minimum in the expression of this order's index, which then begins there.
      if min_rating > 0 then
        tool_filter := private.build_tool_filter(words, terms, in_category, 0)
          || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'adjusted-desc' then
      keys := array['coalesce(t.adjusted_rating, 0)', 't.review_count', 't.id']; direction := 'desc';
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
end $$;

create or replace function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  list record;
  cursor_values text[];
  cursor_filter text := '';
begin
  select * into list from private.build_tool_list(query, in_category, min_rating, sort);
  if after is not null then
    begin
      cursor_values := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end;
    if cardinality(cursor_values) <> cardinality(list.keys) or array_position(cursor_values, null) is not null then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end if;
    select format(' and (%s) %s (%s)', array_to_string(list.keys, ', '), case list.direction when 'desc' then '<' else '>' end,
        string_agg(quote_literal(part), ', ' order by place))
      into cursor_filter from unnest(cursor_values) with ordinality as parts (part, place);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count,
       jsonb_build_array(%s)::text
     from %s where %s%s order by %s limit %s',
    array_to_string(list.keys, ', '), list.source, list.tool_filter, cursor_filter,
    array_to_string(list.keys, ' ' || list.direction || ', ') || ' ' || list.direction,
    least(greatest(coalesce(page_size, 24), 1), 100))
    using list.named_tools;
end $$;

create function private.featured_filter() returns text
language sql immutable set search_path = '' as $$
  select $filter$coalesce(t.logo_url, '') not like '%placeholder%'$filter$
$$;

create function private.featured_order() returns text
language sql immutable set search_path = '' as $$
  select 'coalesce(t.rating_average, 0) desc, t.review_count desc, t.id desc'
$$;

create or replace function public.featured_tools(how_many integer default 6)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from public.tools t where %s order by %s limit %s',
    private.featured_filter(), private.featured_order(), least(greatest(how_many, 1), 24));
end $$;

create function private.weighted_rating() returns text
language sql immutable set search_path = '' as $$
  select '(t.rating_sum + 17.5) / (t.review_count + 5)'
$$;

create or replace function public.tool_alternatives(tool uuid, how_many integer default 4)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  compared public.tools;
  most constant integer := least(greatest(coalesce(how_many, 4), 1), 24);
begin
  select * into compared from public.tools where tools.id = tool;
  return query execute format(
    'with close as (
       select t.*, true as is_close from public.tools t
       where t.subcategories && %1$L::text[] and t.categories && %2$L::text[] and t.id <> %3$L and t.review_count > 0
       order by %5$s desc, t.review_count desc, t.id limit %4$s
     ), others as (
       select t.*, false as is_close from public.tools t
       where t.categories && %2$L::text[] and not t.subcategories && %1$L::text[] and t.id <> %3$L and t.review_count > 0
       order by %5$s desc, t.review_count desc, t.id limit %4$s
     )
     select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from (select * from close union all select * from others) t
     order by t.is_close desc, %5$s desc, t.review_count desc, t.id
     limit %4$s',
    compared.subcategories, compared.categories, tool, most, private.weighted_rating());
end $$;

create or replace function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_second_factor();
  return jsonb_build_object(
    'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at, 'said_at_sign_up', raw_user_meta_data,
        'new_email_to_confirm', nullif(email_change, ''), 'new_email_asked_for_at', email_change_sent_at)
      from auth.users where id = me),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_used_at', refreshed_at,
        'device', user_agent::text, 'network_address', ip::text, 'level', aal::text) order by created_at), '[]')
      from auth.sessions where user_id = me),
    'accounts_elsewhere', (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'what_it_said', identity_data,
        'since', created_at, 'last_sign_in_at', last_sign_in_at) order by created_at), '[]')
      from auth.identities where user_id = me),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type::text,
        'status', status::text, 'since', created_at) order by created_at), '[]')
      from auth.mfa_factors where user_id = me),
    'profile', (select to_jsonb(p) from private.profiles p where user_id = me),
    'stats', (select to_jsonb(s) from public.user_stats s where user_id = me),
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('tool', t.name) order by r.created_at), '[]')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.user_id = me),
    'earlier_versions', (select coalesce(jsonb_agg(to_jsonb(v) order by v.review_id, v.number), '[]')
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.user_id = me),
    'deleted_reviews', (select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'first_published_on', d.first_published_on,
        'deleted_at', d.deleted_at) order by d.deleted_at), '[]')
      from private.deleted_reviews d join public.tools t on t.id = d.tool_id where d.user_id = me),
    'helpful_votes', (select coalesce(jsonb_agg(to_jsonb(v) order by created_at), '[]')
      from public.review_helpful_votes v where user_id = me),
    'tools_added', (select coalesce(jsonb_agg(to_jsonb(t) - 'search' - 'name_folded' order by created_at), '[]')
      from public.tools t where submitted_by = me),
    'launches', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from private.launches l where user_id = me),
    'upvotes', (select coalesce(jsonb_agg(to_jsonb(u) order by created_at), '[]') from public.launch_upvotes u where user_id = me),
    'following', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.following_id where f.follower_id = me),
    'followers', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.follower_id where f.following_id = me),
    'companies_followed', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'since', f.created_at) order by f.created_at), '[]')
      from public.company_follows f join public.companies c on c.id = f.company_id where f.user_id = me),
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role, 'since', m.created_at) order by m.created_at), '[]')
      from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = me),
    'companies_made', (select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from private.company_founders f join public.companies c on c.id = f.company_id where f.user_id = me),
    'profiles_viewed', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'last_day', v.day) order by v.day), '[]')
      from private.profile_views v join private.profiles p on p.user_id = v.person where v.viewer = me),
    'activities', (select coalesce(jsonb_agg(to_jsonb(a) order by created_at), '[]') from public.user_activities a where user_id = me),
    'account_events', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from public.audit_logs l where user_id = me),
    'pictures', (select coalesce(jsonb_agg(name order by name), '[]') from storage.objects
      where bucket_id in ('avatars', 'launches') and name like me || '/%'
        or bucket_id = 'removed' and (storage.foldername(name))[2] = me::text),
    'daily_usage', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'count', count)
        order by day, kind), '[]')
      from private.daily_usage where user_id = me),
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'subject_type', subject_type, 'subject_id', subject_id,
        'reason', reason, 'details', details, 'good_faith', good_faith, 'status', status, 'created_at', created_at,
        'decision', decision) order by number), '[]')
      from private.reports where reporter_id = me),
    'moderation_decisions', (select coalesce(jsonb_agg(to_jsonb(d) order by d.number), '[]')
      from private.decision_parties p join public.moderation_decisions d on d.number = p.decision where p.affected_user = me),
    'removed_content', (select coalesce(jsonb_agg(jsonb_build_object('table', table_name, 'decision', decision,
        'row', row_data - '{search,name_folded,website_host,website_key}'::text[]) order by id), '[]')
      from private.removed_content where owner_id = me
        or (table_name = 'public.tools' and row_data ->> 'submitted_by' = me::text)),
    'appeals', (select coalesce(jsonb_agg(to_jsonb(a) - 'resolved_by' order by number), '[]')
      from private.appeals a where user_id = me),
    'staff_role', (select role from private.staff where user_id = me),
    'suspension', (select to_jsonb(s) - 'user_id' from private.suspensions s where user_id = me),
    'posts_need_no_approval', exists (select from private.premoderation_exemptions where user_id = me),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'data', data, 'due_at', due_at, 'sent_at', sent_at)
        order by id), '[]')
      from private.email_queue where user_id = me),
    'moderator_notes', (select coalesce(jsonb_agg(to_jsonb(n) - 'author_id' order by id), '[]')
      from private.moderator_notes n where author_id = me));
end $$;

create or replace function private.remove_content(decision bigint, subject_type text, subject_id uuid,
  remove_all boolean default false, moved_as text default 'remove') returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_person uuid := case when subject_type = 'profile' and remove_all then subject_id end;
  removed_tools uuid[] := case when subject_type = 'tool' then array[subject_id] else '{}' end;
  removed_reviews uuid[];
  removed_launches uuid[];
begin
  perform set_config('toolmark.moving_content', moved_as, true);
  if of_person is not null then
    -- Waits for what the member is writing.
    perform from private.profiles where user_id = of_person for update;
    removed_tools := array(select t.id from public.tools t where t.submitted_by = of_person and not exists (
      select from public.reviews r where r.tool_id = t.id and r.user_id is distinct from of_person));
  end if;
  -- Arrays instead of sub-selects, so that PostgreSQL combines the indexes.
  removed_reviews := array(select r.id from public.reviews r
    where subject_type = 'review' and r.id = remove_content.subject_id
      or r.tool_id = any (removed_tools) or r.user_id = of_person);
  perform from public.review_helpful_votes v where v.user_id = of_person or v.review_id = any (removed_reviews)
    order by v.review_id, v.user_id for update;
  perform from public.reviews r where r.id = any (removed_reviews || array(
      select v.review_id from public.review_helpful_votes v where v.user_id = of_person))
    order by r.id for update;
  perform from public.tools t where t.id = any (removed_tools || array(
      select r.tool_id from public.reviews r where r.id = any (removed_reviews)))
    order by t.id for update;
  removed_launches := array(select l.id from private.launches l
    where subject_type = 'launch' and l.id = remove_content.subject_id
      or l.tool_id = any (removed_tools) or l.user_id = of_person);
  perform from public.launch_upvotes u where u.user_id = of_person or u.launch_id = any (removed_launches)
    order by u.launch_id, u.user_id for update;
  perform from private.launches l where l.id = any (removed_launches) order by l.id for update;
  -- A tool that is locked gets no further reviews.
  if cardinality(removed_tools) > 0 then
    removed_reviews := removed_reviews || array(select r.id from public.reviews r
      where r.tool_id = any (removed_tools) and r.id <> all (removed_reviews));
    removed_launches := removed_launches || array(select l.id from private.launches l
      where l.tool_id = any (removed_tools) and l.id <> all (removed_launches));
  end if;

  insert into private.removed_content (decision, position, table_name, row_id, owner_id, row_data)
  select remove_content.decision, moved.* from (
    select 1 as position, 'public.tools' as table_name, t.id as row_id, null::uuid as owner_id, to_jsonb(t) as row_data
      from public.tools t where t.id = any (removed_tools)
    union all
    select 2, 'public.tool_facts', f.tool_id, null, to_jsonb(f)
      from public.tool_facts f where f.tool_id = any (removed_tools)
    union all
    select 3, 'public.reviews', r.id, r.user_id, to_jsonb(r)
      from public.reviews r where r.id = any (removed_reviews)
    union all
    select 3, 'private.launches', l.id, l.user_id, to_jsonb(l)
      from private.launches l where l.id = any (removed_launches)
    union all
    select 4, 'public.review_revisions', v.review_id, r.user_id, to_jsonb(v)
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.id = any (removed_reviews)
    union all
    select 4, 'public.review_helpful_votes', v.id, v.user_id, to_jsonb(v)
      from public.review_helpful_votes v where v.review_id = any (removed_reviews) or v.user_id = of_person
    union all
    select 4, 'public.launch_upvotes', u.id, u.user_id, to_jsonb(u)
      from public.launch_upvotes u where u.launch_id = any (removed_launches) or u.user_id = of_person
    union all
    select 0, 'private.profiles', p.user_id, p.user_id, to_jsonb(p)
      from private.profiles p where subject_type = 'profile' and p.user_id = remove_content.subject_id
    union all
    select 0, 'public.companies', c.id, null, to_jsonb(c)
      from public.companies c where subject_type = 'company' and c.id = remove_content.subject_id
  ) moved;
  if moved_as = 'remove' then
    -- The trigger of reviews records the events of reviews.
    perform private.record_account_event(coalesce(t.submitted_by, l.user_id), 'content_removed',
        case when t.id is null then 'launch' else 'tool' end,
        jsonb_build_object('title', coalesce(t.name, l.tagline)))
      from unnest(removed_tools || removed_launches) as removed (id)
      left join public.tools t on t.id = removed.id left join private.launches l on l.id = removed.id;
  end if;

  delete from public.review_helpful_votes where user_id = of_person and review_id <> all (removed_reviews);
  delete from public.launch_upvotes where user_id = of_person and launch_id <> all (removed_launches);
  -- Each of them takes its votes along.
  delete from public.reviews where id = any (removed_reviews);
  delete from private.launches where id = any (removed_launches);
  delete from public.tools where id = any (removed_tools);
  if subject_type = 'profile' then
    update private.profiles set first_name = null, last_name = null, bio = null, job_title = null, company_name = null,
      avatar_url = null, username = 'user-' || left(gen_random_uuid()::text, 8)
    where user_id = remove_content.subject_id;
  elsif subject_type = 'company' then
    update public.companies set name = 'Removed company', logo_url = null, website = null, domain = null, size = null,
      industry = null, description = null
    where id = remove_content.subject_id;
  end if;
  perform set_config('toolmark.moving_content', '', true);
end $$;

create or replace function private.restore_content(decision bigint) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  target record;
  counts_of_new_row constant jsonb :=
    '{"review_count": 0, "rating_sum": 0, "rating_counts": [0, 0, 0, 0, 0], "helpful_count": 0, "upvotes_count": 0}';
begin
  perform set_config('toolmark.moving_content', 'restore', true);
  -- A vote or a revision waits in another decision if that one removed its review or launch since, and is dropped
  -- if the review or launch is deleted. A row is removed at most once, so its id finds it.
  update private.removed_content vote set decision = parent.decision
    from private.removed_content parent
    where vote.decision = restore_content.decision and vote.position = 4
      and parent.row_id = coalesce(vote.row_data ->> 'review_id', vote.row_data ->> 'launch_id')::uuid
      and parent.decision <> restore_content.decision and parent.position = 3;
  delete from private.removed_content vote
    where vote.decision = restore_content.decision and vote.position = 4
      and not exists (select from private.removed_content parent where parent.position = 3
        and parent.row_id = coalesce(vote.row_data ->> 'review_id', vote.row_data ->> 'launch_id')::uuid)
      and not exists (select from public.reviews r where r.id = (vote.row_data ->> 'review_id')::uuid)
      and not exists (select from private.launches l where l.id = (vote.row_data ->> 'launch_id')::uuid);
  -- A launch outlives its tool, as when the operator deletes the tool.
  update private.removed_content launch set row_data = launch.row_data || '{"tool_id": null}'
    where launch.decision = restore_content.decision and launch.table_name = 'private.launches'
      and not exists (select from public.tools t where t.id = (launch.row_data ->> 'tool_id')::uuid)
      and not exists (select from private.removed_content tool where tool.position = 1
        and tool.row_id = (launch.row_data ->> 'tool_id')::uuid);
  for target in
    select removed.table_name, jsonb_agg(removed.row_data || counts_of_new_row order by removed.id) as rows,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = removed.table_name::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns
    from private.removed_content removed
    where removed.decision = restore_content.decision and removed.position > 0
    group by removed.position, removed.table_name order by removed.position, removed.table_name
  loop
    -- The member may have voted again since.
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)%3$s',
      target.table_name, target.columns,
      case when target.table_name in ('public.review_helpful_votes', 'public.launch_upvotes') then ' on conflict do nothing' else '' end)
      using target.rows;
  end loop;
  update private.profiles p set
    first_name = coalesce(p.first_name, before.first_name), last_name = coalesce(p.last_name, before.last_name),
    bio = coalesce(nullif(p.bio, ''), before.bio), job_title = coalesce(nullif(p.job_title, ''), before.job_title),
    company_name = coalesce(nullif(p.company_name, ''), before.company_name),
    avatar_url = coalesce(p.avatar_url, before.avatar_url),
    username = case when p.username ~ '^user-[0-9a-f]{8}$' and not exists (
      select from private.profiles other where lower(other.username) = lower(before.username) and other.user_id <> p.user_id)
      then before.username else p.username end
  from private.removed_content removed
  cross join lateral jsonb_populate_record(null::private.profiles, removed.row_data) before
  where removed.decision = restore_content.decision and removed.table_name = 'private.profiles' and p.user_id = removed.row_id;
  update public.companies c set
    name = case when c.name = 'Removed company' then before.name else c.name end,
    logo_url = coalesce(c.logo_url, before.logo_url), website = coalesce(c.website, before.website),
    domain = coalesce(c.domain, before.domain), size = coalesce(c.size, before.size),
    industry = coalesce(c.industry, before.industry), description = coalesce(nullif(c.description, ''), before.description)
  from private.removed_content removed
  cross join lateral jsonb_populate_record(null::public.companies, removed.row_data) before
  where removed.decision = restore_content.decision and removed.table_name = 'public.companies' and c.id = removed.row_id;
  delete from private.removed_content removed where removed.decision = restore_content.decision;
  perform set_config('toolmark.moving_content', '', true);
end $$;

create or replace function public.resolve_appeal(appeal bigint, outcome text, explanation text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_appeal private.appeals;
  appealed public.moderation_decisions;
  parties private.decision_parties;
  appealed_id uuid;
  why constant text := private.trim_text(coalesce(resolve_appeal.explanation, ''));
  second_action text;
  second_reason text;
  second bigint;
begin
  perform private.require_decider();
  select * into open_appeal from private.appeals a where a.number = resolve_appeal.appeal for update;
  if not found then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  select * into appealed from public.moderation_decisions d where d.number = open_appeal.decision;
  select * into parties from private.decision_parties p where p.decision = open_appeal.decision;
  appealed_id := coalesce(appealed.subject_id, parties.affected_user);
  if open_appeal.status <> 'open' then
    raise exception 'This has already been decided (decision %).',
      coalesce((select max(d.number) from public.moderation_decisions d where d.reverses = appealed.number), appealed.number)
      using errcode = 'PT409';
  end if;
  if open_appeal.user_id = auth.uid() or parties.affected_user = auth.uid()
    or (parties.decided_by = auth.uid() and (open_appeal.created_at > now() - interval '48 hours' or exists (
      select from private.staff s where s.user_id <> auth.uid() and not private.is_suspended(s.user_id))))
  then
    raise exception 'You are involved in this case. Another moderator has to decide it.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_no_involvement(appealed.subject_type, appealed_id, parties.affected_user);
  if appealed.subject_type = 'profile' and exists (select from private.staff where user_id = appealed_id) then
    perform private.require_staff('admin');
  end if;
  if resolve_appeal.outcome is null or not resolve_appeal.outcome in ('upheld', 'reversed') then
    raise exception 'Please choose whether the decision stays.' using errcode = 'check_violation';
  end if;
  if length(why) not between 30 and 2000 then
    raise exception 'Please explain the decision in 30 to 2,000 characters.' using errcode = 'check_violation';
  end if;
  if resolve_appeal.outcome = 'reversed' then
    second_action := case
      when appealed.action in ('remove', 'remove_all_content', 'hold') then 'restore'
      when appealed.action = 'suspend' then 'unsuspend'
      when appealed.action = 'keep' then 'remove' end;
    -- Another decision may have done so already, and a warning has no effect to take back.
    if second_action = 'restore' and private.removing_decision(appealed.subject_type, appealed_id) is distinct from appealed.number
      or second_action = 'unsuspend' and not exists (select from private.suspensions s where s.decision = appealed.number)
      or second_action = 'remove' and coalesce((select s.is_removed from private.find_subject(appealed.subject_type, appealed_id) s), true)
    then
      second_action := null;
    end if;
    if second_action is not null then
      select r.reason into second_reason from private.reports r
        where r.decision = appealed.number and r.reporter_id = open_appeal.user_id limit 1;
      second := private.decide(appealed.subject_type, appealed_id, second_action, coalesce(second_reason, appealed.reason), why,
        appealed.legal_basis, null, auth.uid(), 'staff');
      update public.moderation_decisions d set reverses = appealed.number where d.number = second and d.reverses is null;
    end if;
    if open_appeal.revised_content is not null then
      update public.reviews r set
        title = coalesce(open_appeal.revised_content ->> 'title', r.title),
        content = coalesce(open_appeal.revised_content ->> 'content', r.content),
        pros = coalesce(revised.pros, r.pros), cons = coalesce(revised.cons, r.cons)
      from jsonb_to_record(open_appeal.revised_content) as revised (pros text[], cons text[])
      where r.id = appealed_id;
      -- The history must not show what the moderator objected to, which earlier versions may have as well.
      perform private.redact_revision(v.review_id, v.number) from public.review_revisions v where v.review_id = appealed_id;
    end if;
  end if;
  update private.appeals a set status = resolve_appeal.outcome, explanation = why, resolved_by = auth.uid(), resolved_at = now()
    where a.number = open_appeal.number;
  update public.moderation_decisions d set appeal_outcome = resolve_appeal.outcome where d.number = appealed.number;
  perform private.queue_email('appeal_resolved', jsonb_build_object('decision', coalesce(second, appealed.number),
      'appealed', appealed.number, 'subject_type', appealed.subject_type, 'outcome', resolve_appeal.outcome, 'reason', coalesce(second_reason, appealed.reason), 'explanation', why),
    open_appeal.user_id);
end $$;

create or replace function public.purge_closed_reports(as_of timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cutoff constant timestamptz := coalesce(as_of, now()) - interval '12 months';
begin
  update private.reports r set snapshot = null, details = null, reporter_name = null, reporter_email = null
    where r.status <> 'open' and r.closed_at < cutoff
      and (r.snapshot is not null or r.details is not null or r.reporter_name is not null or r.reporter_email is not null)
      and not exists (select from private.appeals a where a.decision = r.decision
        and (a.status = 'open' or a.resolved_at >= cutoff));
  update private.appeals a set statement = null, revised_content = null
    where a.status <> 'open' and a.resolved_at < cutoff and (a.statement is not null or a.revised_content is not null);
  delete from private.removed_content removed
    using public.moderation_decisions d
    where d.number = removed.decision and d.decided_at < cutoff
      and not exists (select from private.appeals a where a.decision = d.number and a.status = 'open');
  delete from private.email_queue where sent_at < coalesce(as_of, now()) - interval '30 days' or due_at < cutoff;
  delete from private.deleted_reviews where deleted_at < coalesce(as_of, now()) - interval '1 year';
  delete from private.daily_usage where day < (coalesce(as_of, now()) at time zone 'utc')::date - 30;
end $$;

drop trigger check_text on public.reviews;
create trigger check_text before insert or update on public.reviews for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('title', 'content', 'pros', 'cons', 'used_version');

drop trigger hold_new_posts on public.reviews;
create trigger hold_new_posts after insert on public.reviews referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('review', 'title', 'content', 'pros', 'cons', 'used_version');

drop trigger hold_changed_posts on public.reviews;
create trigger hold_changed_posts after update on public.reviews referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('review', 'title', 'content', 'pros', 'cons', 'used_version');

-- A version of a review before its author changed it. The current one is in public.reviews.
create table public.review_revisions (
  review_id uuid not null references public.reviews (id) on delete cascade,
  number integer not null,
  -- All of these are null in a version that its author has redacted.
  rating smallint,
  title text,
  content text,
  pros text[],
  cons text[],
  used_version text,
  used_plan text,
  used_from date,
  used_until date,
  relationship text,
  incentive text,
  written_at timestamptz not null,
  redacted_at timestamptz,
  primary key (review_id, number)
);
alter table public.review_revisions enable row level security;
create policy anyone_select on public.review_revisions for select using (true);
create policy service_all on public.review_revisions to service_role using (true) with check (true);
grant select on public.review_revisions to anon, authenticated;

create trigger announce_tags after insert or update or delete on public.review_revisions
  for each row execute function private.announce_tags('review:review_id');
create trigger announce_truncate after truncate on public.review_revisions
  for each statement execute function private.announce_all_tags();

-- Keeps the version before a change. Within five minutes of the last version a change makes no new one, unless
-- a member has voted for that version. PostgreSQL fires triggers in the order of their names: prepare_review has
-- trimmed the texts before.
create function private.revise_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if greatest(old.created_at, old.edited_at) > now() - interval '5 minutes' and not exists (
    select from public.review_helpful_votes v where v.review_id = old.id and v.revision = old.revision)
  then
    return new;
  end if;
  insert into public.review_revisions (review_id, number, rating, title, content, pros, cons, used_version, used_plan, used_from,
      used_until, relationship, incentive, written_at)
    values (old.id, old.revision, old.rating, old.title, old.content, old.pros, old.cons, old.used_version, old.used_plan,
      old.used_from, old.used_until, old.relationship, old.incentive, coalesce(old.edited_at, old.created_at));
  new.revision := old.revision + 1;
  new.edited_at := now();
  return new;
end $$;
create trigger revise_review before update on public.reviews
  for each row when (
    (old.rating, old.title, old.content, old.pros, old.cons, old.used_version, old.used_plan, old.used_from, old.used_until,
      old.relationship, old.incentive)
    is distinct from
    (new.rating, new.title, new.content, new.pros, new.cons, new.used_version, new.used_plan, new.used_from, new.used_until,
      new.relationship, new.incentive))
  execute function private.revise_review();

create function private.set_voted_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.moving_content() <> 'restore' then
    new.revision := coalesce((select r.revision from public.reviews r where r.id = new.review_id), 1);
  end if;
  return new;
end $$;
create trigger set_voted_revision before insert on public.review_helpful_votes
  for each row execute function private.set_voted_revision();

-- How many helpful votes each version of a review got. Members can read only their own votes.
create function public.review_votes_by_revision(review uuid) returns table (revision integer, votes bigint)
language sql stable security definer set search_path = '' as $$
  select v.revision, count(*) from public.review_helpful_votes v
  where v.review_id = review group by v.revision order by v.revision
$$;
grant execute on function public.review_votes_by_revision to anon, authenticated, service_role;

create function private.redact_revision(wanted uuid, wanted_number integer) returns void
language sql security definer set search_path = '' as $$
  update public.review_revisions set rating = null, title = null, content = null, pros = null, cons = null, used_version = null,
      used_plan = null, used_from = null, used_until = null, relationship = null, incentive = null, redacted_at = now()
    where review_id = wanted and number = wanted_number and redacted_at is null
$$;

-- Empties an earlier version of the caller's review. Its number and date stay.
create function public.redact_revision(review uuid, number integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  perform private.require_second_factor();
  select r.user_id into author from public.reviews r
    join public.review_revisions v on v.review_id = r.id and v.number = redact_revision.number
    where r.id = redact_revision.review;
  if not found then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  if author is distinct from auth.uid() then
    raise exception 'Only the author can do this.' using errcode = 'insufficient_privilege';
  end if;
  perform private.redact_revision(redact_revision.review, redact_revision.number);
end $$;
grant execute on function public.redact_revision to authenticated;

-- A review that its author deleted, for a year: a new one of the same tool shows when the first was published.
create table private.deleted_reviews (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  first_published_on date not null,
  deleted_at timestamptz not null default now(),
  primary key (tool_id, user_id)
);
create index deleted_reviews_user_id_idx on private.deleted_reviews (user_id);
alter table private.deleted_reviews enable row level security;
create policy service_all on private.deleted_reviews to service_role using (true) with check (true);
grant select, insert, update, delete on private.deleted_reviews to service_role;

-- A removal by a moderator is no deletion by the author.
create function private.remember_deleted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id = auth.uid() and private.moving_content() = '' then
    insert into private.deleted_reviews (tool_id, user_id, first_published_on)
    select t.id, old.user_id, coalesce(old.first_published_on, (old.created_at at time zone 'utc')::date)
    from public.tools t where t.id = old.tool_id
    on conflict (tool_id, user_id) do update
      set first_published_on = excluded.first_published_on, deleted_at = excluded.deleted_at;
  end if;
  return null;
end $$;
create trigger remember_deleted_review after delete on public.reviews
  for each row when (old.user_id is not null) execute function private.remember_deleted_review();

create function private.set_first_published() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.moving_content() <> 'restore' then
    new.first_published_on := (select d.first_published_on from private.deleted_reviews d
      where d.tool_id = new.tool_id and d.user_id = new.user_id and d.deleted_at > now() - interval '1 year');
  end if;
  return new;
end $$;
create trigger set_first_published before insert on public.reviews
  for each row execute function private.set_first_published();

-- The rating that the reviews of a tool let expect: {reviews, counted, mean, low, high, excluded}. With a
-- probability of 95 % it lies between low and high, which are null without counted reviews, as the mean is. A
-- review is not counted if its author has a relationship to the maker or got a reward; one with both is excluded
-- for the relationship.
create function public.tool_rating_estimate(tool uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rated record;
  excluded record;
begin
  select t.review_count, e.* into rated from public.tools t, private.estimate_rating(t.rating_counts) e
    where t.id = tool_rating_estimate.tool;
  if not found then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  select count(*) filter (where coalesce(r.relationship, 'none') <> 'none') as relationship,
      count(*) filter (where coalesce(r.relationship, 'none') = 'none') as incentive
    into excluded from public.reviews r
    where r.tool_id = tool_rating_estimate.tool and (r.relationship <> 'none' or r.incentive <> 'none');
  return jsonb_build_object('reviews', rated.review_count, 'counted', rated.counted)
    || case when rated.counted > 0 then jsonb_build_object('mean', round(rated.mean::numeric, 4),
        'low', round((rated.mean - 1.96 * sqrt(rated.variance))::numeric, 4),
        'high', round(least(5, rated.mean + 1.96 * sqrt(rated.variance))::numeric, 4))
      else '{"mean": null, "low": null, "high": null}' end
    || jsonb_build_object('excluded', to_jsonb(excluded));
end $$;

-- The distribution function of the normal distribution, with an error below 1e-7 (Abramowitz and Stegun 26.2.17).
create function private.normal_cdf(x double precision) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when x >= 0 then 1 - tail else tail end
  from (select 1 / (1 + 0.2316419 * abs(x)) as t) scaled,
    lateral (select exp(-x * x / 2) / sqrt(2 * pi()) * t * (0.319381530 + t * (-0.356563782
      + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))) as tail) approximated
$$;

-- For each two of at most 8 tools: the probability that the first is rated higher than the second, from the
-- distributions of public.tool_rating_estimate, with a correction for their skewness. too_few says that one of
-- them has fewer than 10 counted reviews.
create function public.compare_probabilities(slugs text[])
returns table (a text, b text, probability numeric, too_few boolean)
language sql stable security definer set search_path = '' as $$
  with compared as (
    select wanted.place, t.slug, e.*
    from unnest(slugs[1:8]) with ordinality as wanted (slug, place)
    join public.tools t on t.slug = wanted.slug, private.estimate_rating(t.rating_counts) e
  ), pairs as (
    select one.place, other.place as other_place, one.slug as a, other.slug as b,
      least(one.counted, other.counted) < 10 as too_few,
      (other.mean - one.mean) / sqrt(one.variance + other.variance) as x,
      (one.third_moment - other.third_moment) / (one.variance + other.variance) ^ 1.5 as g
    from compared one join compared other on other.place > one.place and other.slug <> one.slug
  )
  select p.a, p.b, round(least(1, greatest(0, 1 - private.normal_cdf(p.x)
      + exp(-p.x * p.x / 2) / sqrt(2 * pi()) * p.g * (p.x * p.x - 1) / 6))::numeric, 4), p.too_few
  from pairs p order by p.place, p.other_place
$$;

-- The terms that add up to a sort key, as an expression of a row t: [{name, value}].
--   kind      of the order: names, upvotes, reviews, alternatives, relevance, adjusted or rating
--   sort_key  the expression of the key
create function private.build_rank_terms(kind text, sort_key text) returns text
language sql immutable set search_path = '' as $$
  select case kind
    when 'names' then $terms$'[]'::jsonb$terms$
    when 'upvotes' then $terms$jsonb_build_array(jsonb_build_object('name', 'Upvotes', 'value', t.upvotes_count))$terms$
    when 'reviews' then $terms$jsonb_build_array(jsonb_build_object('name', 'Reviews', 'value', t.review_count))$terms$
    when 'alternatives' then $terms$jsonb_build_array(
      jsonb_build_object('name', 'Shares a subcategory', 'value', 10 * t.is_close),
      jsonb_build_object('name', 'Sum of its ratings, divided by its reviews and five more', 'value',
        round(t.rating_sum::numeric / (t.review_count + 5), 6)),
      jsonb_build_object('name', 'Five assumed ratings of 3.5, divided by the same', 'value', round(17.5 / (t.review_count + 5), 6)))$terms$
    when 'relevance' then $terms$jsonb_build_array(
      jsonb_build_object('name', 'Match of the name', 'value', round(t.name_score::numeric, 6)),
      jsonb_build_object('name', 'Match of name, category and description', 'value', round(t.text_score::numeric, 6)),
      jsonb_build_object('name', 'Average rating, divided by 50', 'value', round(t.rating_score::numeric, 6)),
      jsonb_build_object('name', 'Logarithm of its reviews, divided by 50', 'value', round(t.reviews_score::numeric, 6)))$terms$
    when 'adjusted' then $terms$case when t.adjusted_rating is null
        then jsonb_build_array(jsonb_build_object('name', 'No counted review', 'value', 0))
      else (select jsonb_build_array(
          jsonb_build_object('name', 'Mean of its counted ratings and one of each star', 'value', round(e.mean::numeric, 6)),
          jsonb_build_object('name', 'Uncertainty', 'value', round((-1.96 * sqrt(e.variance))::numeric, 6)))
        from private.estimate_rating(t.rating_counts) e) end$terms$
    when 'rating' then format($terms$case when t.review_count = 0
        then jsonb_build_array(jsonb_build_object('name', 'Not rated', 'value', %s))
      else (select jsonb_agg(jsonb_build_object('name', term.name, 'value', term.value) order by term.place)
        from (
          select m.rating as place, m.rating || case when m.rating = 1 then ' star × ' else ' stars × ' end
              || sum(m.counted) || ' of ' || t.review_count || ' reviews' as name,
            round(m.rating * sum(m.counted)::numeric / t.review_count, 6) as value
          from private.tool_months m where m.tool_id = t.id group by m.rating having sum(m.counted) > 0
          union all
          select 9, 'Rounding', round(t.rating_average - t.rating_sum::numeric / t.review_count, 6)
        ) term) end$terms$, sort_key)
  end
$$;

-- Why an item has its place in a list: {rank, sort_key, terms: [{name, value}], above, below}. The terms add up to
-- the sort key; the lists order items with the same key by number of reviews and id.
--   list             tools, featured, alternatives or launches (those of the launch's day)
--   subject          the id of the tool or the launch
--   sort, query, in_category, min_rating   of public.search_tools, for `tools`
--   alternatives_of  the id of the tool whose alternatives are listed
-- rank, above and below are null beyond 600 places. An item that the list leaves out has no sort key, and neither
-- have names.
create function public.explain_rank(list text, subject uuid, sort text default null, query text default '',
  in_category text default null, min_rating numeric default 0, alternatives_of uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  max_rank constant integer := 600;
  tools_list record;
  compared public.tools;
  named_tools tid[] := '{}';
  source text := 'public.tools t';
  list_filter text := 'true';
  list_order text;
  sort_key text;
  kind text;
  result jsonb;
begin
  case explain_rank.list
    when 'launches' then
      source := format(
        '(select l.id, coalesce(tool.name, l.tagline) as name, l.upvotes_count
          from private.launches l left join public.tools tool on tool.id = l.tool_id
          where l.launch_date = (select launch_date from private.launches where id = %L)) t', explain_rank.subject);
      sort_key := 't.upvotes_count';
      list_order := 't.upvotes_count desc, t.id desc';
      kind := 'upvotes';
    when 'featured' then
      list_filter := private.featured_filter();
      sort_key := 'coalesce(t.rating_average, 0)';
      list_order := private.featured_order();
      kind := 'rating';
    when 'alternatives' then
      select * into compared from public.tools t where t.id = explain_rank.alternatives_of;
      source := format('(select t.*, (t.subcategories && %L::text[])::integer as is_close from public.tools t
        where t.categories && %L::text[] and t.id <> %L and t.review_count > 0) t',
        compared.subcategories, compared.categories, compared.id);
      sort_key := format('(10 * t.is_close + %s)', private.weighted_rating());
      list_order := sort_key || ' desc, t.review_count desc, t.id';
      kind := 'alternatives';
    when 'tools' then
      select * into tools_list from private.build_tool_list(explain_rank.query, explain_rank.in_category,
        explain_rank.min_rating, explain_rank.sort);
      source := tools_list.source;
      named_tools := tools_list.named_tools;
      list_filter := tools_list.tool_filter;
      list_order := array_to_string(tools_list.keys, ' ' || tools_list.direction || ', ') || ' ' || tools_list.direction;
      kind := case when tools_list.keys[1] = 't.score' then 'relevance' when tools_list.keys[1] like '%adjusted%' then 'adjusted'
        when tools_list.keys[1] like '%rating%' then 'rating' when tools_list.keys[1] like '%count' then 'reviews' else 'names' end;
      sort_key := case kind when 'relevance' then 't.score / 1000000.0' when 'names' then 'null::numeric' else tools_list.keys[1] end;
    else
      raise exception 'list is tools, featured, alternatives or launches' using errcode = 'invalid_parameter_value';
  end case;
  execute format(
    $statement$with ranked as materialized (
       select t.id, t.name, %1$s as sort_key, row_number() over (order by %4$s) as rank
       from %2$s where %3$s order by %4$s limit %5$s + 1
     ), place as (
       select rank from ranked where id = $2 and rank <= %5$s
     ), subject as (
       select %1$s as sort_key, %6$s as terms from %2$s where %3$s and t.id = $2
     )
     select jsonb_build_object('rank', (select rank from place), 'sort_key', (select sort_key from subject),
       'terms', coalesce((select terms from subject), '[]'),
       'above', (select jsonb_build_object('id', id, 'name', name, 'sort_key', sort_key) from ranked where rank = (select rank - 1 from place)),
       'below', (select jsonb_build_object('id', id, 'name', name, 'sort_key', sort_key) from ranked where rank = (select rank + 1 from place)))$statement$,
    sort_key, source, list_filter, list_order, max_rank, private.build_rank_terms(kind, sort_key))
    into result using named_tools, explain_rank.subject;
  if result -> 'rank' = 'null' and not exists (select from public.tools where id = explain_rank.subject)
    and not exists (select from private.launches where id = explain_rank.subject)
  then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;

-- The definition of a function that everyone may call.
create function public.function_source(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  definition text;
begin
  select string_agg(pg_catalog.pg_get_functiondef(p.oid), E'\n' order by p.oid) into definition
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proname = function_source.name
      and has_function_privilege('anon', p.oid, 'execute');
  if definition is null then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return definition;
end $$;

grant execute on function public.tool_rating_estimate, public.compare_probabilities, public.explain_rank,
  public.function_source to anon, authenticated, service_role;
