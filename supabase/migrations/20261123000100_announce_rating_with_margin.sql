-- Two concurrent reviews could change the first six tools although neither of them alone does.
create or replace function private.announce_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  featured_from record;
  category text;
begin
  perform pg_notify('page_tags', 'tool:' || new.id), pg_notify('page_tags', 'tool-ratings');
  foreach category in array new.categories loop
    perform pg_notify('page_tags', 'category-ratings:' || category);
  end loop;
  -- A tool that was or is among the first twelve is not behind the last of them. Home shows six: a concurrent
  -- review, which this transaction does not see, may move a tool that is close behind them.
  select coalesce(rating_average, 0) as rating, review_count as reviews into featured_from
    from public.featured_tools(12) offset 11;
  if featured_from is null
    or (coalesce(old.rating_average, 0), old.review_count) >= (featured_from.rating, featured_from.reviews)
    or (coalesce(new.rating_average, 0), new.review_count) >= (featured_from.rating, featured_from.reviews)
  then
    perform pg_notify('page_tags', 'featured-tools');
  end if;
  if greatest(old.review_count, new.review_count) >= (select max(review_count) - 3 from public.tools) then
    perform pg_notify('page_tags', 'most-reviewed-tool');
  end if;
  return null;
end $$;
