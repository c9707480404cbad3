-- A table whose primary key is two foreign keys joins both sides for clients: a review's "profiles"
-- would be its author or its voters, and the request refused as ambiguous.
alter table public.review_helpful_votes drop constraint review_helpful_votes_pkey;
alter table public.review_helpful_votes add column id uuid primary key default gen_random_uuid();
alter table public.review_helpful_votes add constraint review_helpful_votes_review_id_user_id_key unique (review_id, user_id);
