-- A person's judgement of a tool: one a person and tool. When its author's account goes and the
-- review stays, user_id is null and the site shows "Anonymous User".
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid references private.profiles (user_id) on delete set null,
  rating smallint not null constraint review_rating_range check (rating between 1 and 5),
  title text not null constraint review_title_length check (length(title) between 1 and 100),
  content text not null constraint review_content_length check (length(content) between 10 and 1000),
  pros text[] not null default '{}' constraint review_pros_tidy check (private.is_tidy_list(pros)),
  cons text[] not null default '{}' constraint review_cons_tidy check (private.is_tidy_list(cons)),
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reviews_one_per_person unique (tool_id, user_id)
);
create index reviews_tool_id_idx on public.reviews (tool_id, created_at desc, id desc);
create index reviews_tool_id_rating_idx on public.reviews (tool_id, rating);
create index reviews_user_id_idx on public.reviews (user_id, created_at desc);
create index reviews_created_at_idx on public.reviews (created_at desc);
alter table public.user_activities add foreign key (review_id) references public.reviews (id) on delete cascade;
create index user_activities_review_id_idx on public.user_activities (review_id);

alter table public.reviews enable row level security;
create policy select_anyone on public.reviews for select using (true);
create policy insert_own on public.reviews for insert to authenticated with check (user_id = (select auth.uid()));
create policy update_own on public.reviews for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy delete_own on public.reviews for delete to authenticated using (user_id = (select auth.uid()));
grant select, delete on public.reviews to anon, authenticated;
revoke delete on public.reviews from anon;
grant insert (tool_id, user_id, rating, title, content, pros, cons) on public.reviews to authenticated;
grant update (rating, title, content, pros, cons) on public.reviews to authenticated;

create function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.title := private.plain_text(new.title);
  new.content := private.plain_text(new.content);
  new.pros := array(select private.plain_text(entry) from unnest(new.pros) entry);
  new.cons := array(select private.plain_text(entry) from unnest(new.cons) entry);
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end $$;
create trigger prepare_review before insert or update of rating, title, content, pros, cons
  on public.reviews for each row execute function private.prepare_review();

-- Every change of a review passes here. Sums move by differences, so that two reviews at the same
-- moment both count; the tool's row is always locked before the person's.
create function private.count_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.tools set review_count = review_count + 1, rating_sum = rating_sum + new.rating where id = new.tool_id;
    if new.user_id is not null then
      update public.user_stats set total_reviews = total_reviews + 1 where user_id = new.user_id;
      insert into public.user_activities (user_id, activity_type, review_id, created_at, metadata)
      select new.user_id, 'review_created', new.id, new.created_at,
        jsonb_build_object('rating', new.rating, 'review_id', new.id, 'tool_id', t.id, 'tool_name', t.name, 'tool_slug', t.slug)
      from public.tools t where t.id = new.tool_id;
    end if;
  elsif tg_op = 'UPDATE' then
    update public.tools set rating_sum = rating_sum + new.rating - old.rating where id = new.tool_id;
    update public.user_activities set metadata = metadata || jsonb_build_object('rating', new.rating)
      where review_id = new.id;
  else
    update public.tools set review_count = review_count - 1, rating_sum = rating_sum - old.rating where id = old.tool_id;
    update public.user_stats set total_reviews = total_reviews - 1, helpful_votes = helpful_votes - old.helpful_count
      where user_id = old.user_id;
  end if;
  return null;
end $$;
create trigger count_review after insert or delete on public.reviews
  for each row execute function private.count_review();
create trigger count_changed_rating after update of rating on public.reviews
  for each row when (old.rating <> new.rating) execute function private.count_review();

-- "This review helped me": one a person, never on one's own.
create table public.review_helpful_votes (
  review_id uuid not null references public.reviews (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, user_id)
);
create index review_helpful_votes_user_id_idx on public.review_helpful_votes (user_id);
alter table public.review_helpful_votes enable row level security;
create policy select_own on public.review_helpful_votes for select to authenticated using (user_id = (select auth.uid()));
create policy insert_own on public.review_helpful_votes for insert to authenticated with check (user_id = (select auth.uid()));
create policy delete_own on public.review_helpful_votes for delete to authenticated using (user_id = (select auth.uid()));
grant select, delete, insert (review_id, user_id) on public.review_helpful_votes to authenticated;

create function private.count_helpful_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  update public.reviews set helpful_count = helpful_count + step
    where id = case when tg_op = 'INSERT' then new.review_id else old.review_id end
    returning user_id into author;
  if tg_op = 'INSERT' and author = new.user_id then
    raise exception 'You cannot vote for your own review' using errcode = 'check_violation';
  end if;
  update public.user_stats set helpful_votes = helpful_votes + step where user_id = author;
  return null;
end $$;
create trigger count_helpful_vote after insert or delete on public.review_helpful_votes
  for each row execute function private.count_helpful_vote();
