-- Earlier versions of reviews, and what is known of reviews that their authors deleted.

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
  used_for text[],
  written_at timestamptz not null,
  redacted_at timestamptz,
  primary key (review_id, number)
);
call private.secure_public_table('public.review_revisions');

call private.announce_table('public.review_revisions', 'review:review_id');

-- Keeps the version before a change. Within five minutes of the last version a change makes no new one, unless
-- a member has voted for that version or the maker has replied to it. prepare_review has
-- trimmed the texts.
create function private.revise_review(new public.reviews, old public.reviews) returns public.reviews
language plpgsql set search_path = '' as $$
begin
  -- A relationship that the site finds is no change by the author, and a merge of two tools changes the tool alone.
  if private.get_content_move() = 'label' or old.tool_id <> new.tool_id
    or private.to_ledger_text(old) = private.to_ledger_text(new)
  then
    return new;
  end if;
  if greatest(old.created_at, old.edited_at) > now() - interval '5 minutes' and not exists (
    select from public.review_helpful_votes v where v.review_id = old.id and v.revision = old.revision)
    and not exists (select from public.review_replies p where p.review_id = old.id and p.review_revision = old.revision)
  then
    return new;
  end if;
  insert into public.review_revisions (review_id, number, rating, title, content, pros, cons, used_version, used_plan, used_from,
      used_until, relationship, incentive, used_for, written_at)
    values (old.id, old.revision, old.rating, old.title, old.content, old.pros, old.cons, old.used_version, old.used_plan,
      old.used_from, old.used_until, old.relationship, old.incentive, old.used_for, coalesce(old.edited_at, old.created_at));
  new.revision := old.revision + 1;
  new.edited_at := now();
  return new;
end $$;

create function private.set_voted_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.get_content_move() <> 'restore' then
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
      used_plan = null, used_from = null, used_until = null, relationship = null, incentive = null,
      used_for = null, redacted_at = now()
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
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.refuse_if(author is distinct from auth.uid(), 'insufficient_privilege', 'Only the author can do this.');
  perform private.redact_revision(redact_revision.review, redact_revision.number);
end $$;
grant execute on function public.redact_revision to authenticated;

-- A review that its author deleted, for a year: a new one of the same tool shows when the first was published.
create table private.deleted_reviews (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  first_published_on date not null,
  -- The relationship to the maker, if the site had found it.
  found_relationship text,
  deleted_at timestamptz not null default now(),
  primary key (tool_id, user_id)
);
create index deleted_reviews_user_id_idx on private.deleted_reviews (user_id);
call private.secure_internal_table('private.deleted_reviews');

-- A removal by a moderator is no deletion by the author.
create function private.remember_deleted_review(old public.reviews) returns void
language plpgsql set search_path = '' as $$
begin
  if old.user_id = auth.uid() and private.get_content_move() = '' then
    insert into private.deleted_reviews (tool_id, user_id, first_published_on, found_relationship)
    select t.id, old.user_id, coalesce(old.first_published_on, (old.created_at at time zone 'utc')::date),
      case when old.is_relationship_found then old.relationship end
    from public.tools t where t.id = old.tool_id
    on conflict (tool_id, user_id) do update set first_published_on = excluded.first_published_on,
      found_relationship = excluded.found_relationship, deleted_at = excluded.deleted_at;
  end if;
end $$;

create function private.set_first_published(new public.reviews) returns public.reviews
language plpgsql set search_path = '' as $$
declare
  deleted record;
begin
  if private.get_content_move() <> 'restore' then
    select * into deleted from private.deleted_reviews d
      where d.tool_id = new.tool_id and d.user_id = new.user_id and d.deleted_at > now() - interval '1 year';
    new.first_published_on := deleted.first_published_on;
    if deleted.found_relationship is not null and not new.is_relationship_found then
      new.relationship := deleted.found_relationship;
      new.is_relationship_found := true;
    end if;
  end if;
  return new;
end $$;
