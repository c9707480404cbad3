-- What happened around what a member follows, for "Since your last visit" on home (spec 7 §6).

-- The fields of an edit that are news.
create function private.list_fact_fields() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{pricing_model,price_from,price_currency,price_period,platforms,license,repository_url,latest_version,is_archived,discontinued_on,successor_id}'::text[]
$$;

-- Published reviews, replies, launches of today and before, and changed facts of followed tools, of tools that followed
-- companies make, and by followed people; newest first. Nothing by private people, by the caller, or of companies that the
-- caller acts for. Each branch reads the newest rows of one followed thing by an index, at most a page of them.
create function public.my_feed(after text default null, page_size integer default 12)
returns table (kind text, at timestamptz, subject_type text, subject_id uuid, title text, detail text, href text, after_row text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  rows_max constant integer := least(greatest(coalesce(page_size, 12), 1), 50);
  from_row jsonb;
  from_at timestamptz;
  from_kind text;
  from_id uuid;
begin
  begin
    from_row := coalesce(after::jsonb, '["infinity", "", "00000000-0000-0000-0000-000000000000"]');
    from_at := (from_row ->> 0)::timestamptz;
    from_kind := from_row ->> 1;
    from_id := (from_row ->> 2)::uuid;
  exception when others then
    from_at := null;
  end;
  perform private.refuse_if(num_nulls(from_at, from_kind, from_id) > 0,
    'invalid_parameter_value', 'after is not a cursor of this order');
  return query
    with tools as (
      select f.tool_id from public.tool_follows f where f.user_id = me
      union
      select m.tool_id from public.company_follows f join public.tool_makers m on m.company_id = f.company_id where f.user_id = me and private.is_area_on('makers')
    ), people as (
      select f.following_id as user_id from public.user_follows f
      join private.profiles p on p.user_id = f.following_id and p.profile_visibility <> 'private'
      where f.follower_id = me and private.is_area_on('profiles')
    ), events as (
      select 'review' as kind, newest.at, newest.id from tools cross join lateral (
        select r.created_at as at, r.id from public.reviews r
        join private.profiles author on author.user_id = r.user_id and author.profile_visibility <> 'private'
        where r.tool_id = tools.tool_id and r.user_id <> me
          and r.created_at <= from_at and (r.created_at, 'review', r.id) < (from_at, from_kind, from_id)
        order by r.created_at desc, r.id desc limit rows_max) newest
      union
      select 'review', newest.at, newest.id from people cross join lateral (
        select r.created_at as at, r.id from public.reviews r
        where r.user_id = people.user_id
          and r.created_at <= from_at and (r.created_at, 'review', r.id) < (from_at, from_kind, from_id)
        order by r.created_at desc, r.id desc limit rows_max) newest
      union
      select 'reply', newest.at, newest.id from tools cross join lateral (
        select y.created_at as at, y.review_id as id from public.review_replies y
        where (select private.is_area_on('makers')) and y.tool_id = tools.tool_id and not private.acts_for_company(y.company_id)
          and y.created_at <= from_at and (y.created_at, 'reply', y.review_id) < (from_at, from_kind, from_id)
        order by y.created_at desc, y.review_id desc limit rows_max) newest
      union
      select 'launch', newest.at, newest.id from tools cross join lateral (
        select l.launch_date::timestamp at time zone 'utc' as at, l.id from private.launches l
        join private.profiles maker on maker.user_id = l.user_id and maker.profile_visibility <> 'private'
        where (select private.is_area_on('launches')) and l.tool_id = tools.tool_id and l.user_id <> me and not l.is_draft and l.launch_date <= (now() at time zone 'utc')::date
          and (l.launch_date::timestamp at time zone 'utc', 'launch', l.id) < (from_at, from_kind, from_id)
        order by 1 desc, l.id desc limit rows_max) newest
      union
      select 'launch', newest.at, newest.id from people cross join lateral (
        select l.launch_date::timestamp at time zone 'utc' as at, l.id from private.launches l
        where (select private.is_area_on('launches')) and l.user_id = people.user_id and l.tool_id is not null and not l.is_draft and l.launch_date <= (now() at time zone 'utc')::date
          and (l.launch_date::timestamp at time zone 'utc', 'launch', l.id) < (from_at, from_kind, from_id)
        order by 1 desc, l.id desc limit rows_max) newest
      union
      -- Accepted edits have their numbers in the order of the decisions.
      select 'facts', newest.at, newest.id from tools cross join lateral (
        select e.decided_at as at, e.id from public.tool_edits e
        where e.tool_id = tools.tool_id and e.number is not null and e.suggested_by is distinct from me
          and e.changes ?| private.list_fact_fields()
          and (e.decided_at, 'facts', e.id) < (from_at, from_kind, from_id) and not private.is_of_merge(e.id)
        order by e.number desc limit rows_max) newest
    ), page as (
      select e.* from events e order by e.at desc, e.kind desc, e.id desc limit rows_max
    )
    select p.kind, p.at,
      case p.kind when 'facts' then 'tool' else p.kind end,
      case p.kind when 'facts' then edit.tool_id else p.id end,
      tool.name,
      case p.kind
        when 'review' then concat_ws(': ', coalesce(nullif(concat_ws(' ', author.first_name, author.last_name), ''), author.username),
          review.rating || ' of 5', review.title)
        when 'reply' then concat_ws(': ', company.name, left(reply.content, 200))
        when 'launch' then launch.tagline
        -- The names of the fields; the page has labels for them.
        else (select string_agg(field, ', ' order by place) from unnest(private.list_fact_fields()) with ordinality as known (field, place)
          where edit.changes ? field)
      end,
      case p.kind when 'launch' then '/launch/' || p.id when 'facts' then '/tool/' || tool.slug || '/history' else '/review/' || p.id end,
      jsonb_build_array(p.at, p.kind, p.id)::text
    from page p
    left join public.reviews review on review.id = p.id and p.kind in ('review', 'reply')
    left join private.profiles author on author.user_id = review.user_id
    left join public.review_replies reply on reply.review_id = p.id and p.kind = 'reply'
    left join public.companies company on company.id = reply.company_id
    left join private.launches launch on launch.id = p.id and p.kind = 'launch'
    left join public.tool_edits edit on edit.id = p.id and p.kind = 'facts'
    left join public.tools tool on tool.id = coalesce(review.tool_id, launch.tool_id, edit.tool_id)
    order by p.at desc, p.kind desc, p.id desc;
end $$;
grant execute on function public.my_feed to authenticated;
