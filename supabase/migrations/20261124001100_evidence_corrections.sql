-- Refuses dates of use before 1950, among them -infinity.
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
  -- Also for dates before Christ and -infinity, which pages cannot show.
  if least(new.used_from, new.used_until) < '1950-01-01' then
    raise exception 'The date can''t be before 1950.' using errcode = 'check_violation';
  end if;
  if new.used_until < new.used_from then
    raise exception 'The end date can''t be before the start date.' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end $$;

-- Refuses a subject that does not fit the list with PT404.
create or replace function public.explain_rank(list text, subject uuid, sort text default null, query text default '',
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
      if compared.id is null then
        raise exception 'We could not find this content.' using errcode = 'PT404';
      end if;
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
  if result -> 'rank' = 'null' and not (case when explain_rank.list = 'launches'
    then exists (select from private.launches where id = explain_rank.subject)
    else exists (select from public.tools where id = explain_rank.subject) end)
  then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;
