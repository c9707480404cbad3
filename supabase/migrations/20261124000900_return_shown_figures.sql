-- Figures that the pages show as percentages or compute from several counts, as numbers.

create or replace function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select coalesce(sum(counted), 0) from private.tool_counts where category = ''),
    'reviews', coalesce(sum(reviews), 0),
    'reviewers', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'reviewers'),
    'people', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'people'),
    'people_with_job', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'with_job'),
    'experts', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'experts'),
    'signed_reviews', coalesce(sum(signed), 0),
    'average', coalesce(round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1), 0),
    'last_30_days', coalesce(sum(reviews) filter (where day > today - 30), 0),
    'days_30_to_60', coalesce(sum(reviews) filter (where day <= today - 30 and day > today - 60), 0),
    'average_lately', round(sum(rating * reviews) filter (where day > today - 90)::numeric
      / nullif(sum(reviews) filter (where day > today - 90), 0), 2),
    'average_before', round(sum(rating * reviews) filter (where day <= today - 90)::numeric
      / nullif(sum(reviews) filter (where day <= today - 90), 0), 2),
    'distribution', jsonb_build_object(
      1, coalesce(sum(reviews) filter (where rating = 1), 0), 2, coalesce(sum(reviews) filter (where rating = 2), 0),
      3, coalesce(sum(reviews) filter (where rating = 3), 0), 4, coalesce(sum(reviews) filter (where rating = 4), 0),
      5, coalesce(sum(reviews) filter (where rating = 5), 0)),
    'signed_percent', 100.0 * sum(signed) / nullif(sum(reviews), 0),
    'job_percent', (select 100.0 * sum(counted) filter (where figure = 'with_job')
      / nullif(sum(counted) filter (where figure = 'people'), 0) from private.people_counts),
    'positive_percent', 100.0 * coalesce(sum(reviews) filter (where rating >= 4), 0) / nullif(sum(reviews), 0),
    'distribution_percent', jsonb_build_object(
      1, 100.0 * coalesce(sum(reviews) filter (where rating = 1), 0) / nullif(sum(reviews), 0),
      2, 100.0 * coalesce(sum(reviews) filter (where rating = 2), 0) / nullif(sum(reviews), 0),
      3, 100.0 * coalesce(sum(reviews) filter (where rating = 3), 0) / nullif(sum(reviews), 0),
      4, 100.0 * coalesce(sum(reviews) filter (where rating = 4), 0) / nullif(sum(reviews), 0),
      5, 100.0 * coalesce(sum(reviews) filter (where rating = 5), 0) / nullif(sum(reviews), 0)),
    'quality', coalesce(20 * round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1), 0),
    'growth_percent', 100.0 * coalesce(sum(reviews) filter (where day > today - 30), 0)
      / nullif(sum(reviews) filter (where day <= today - 30 and day > today - 60), 0) - 100,
    'years', (max(today) - min(day) filter (where reviews > 0)) / 365.25)
  from private.review_days, (select (now() at time zone 'utc')::date as today) clock
$$;

-- The average of all reviews of a tool, to one decimal, and their number. The average is null without reviews.
create function public.tool_figures(tool uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('average', round(t.rating_average, 1), 'reviews', t.review_count)
  from public.tools t where t.id = tool_figures.tool
$$;

-- The figures of a profile and its trust card (spec 1 §9); null if the caller may not see them. The site
-- does not measure a response rate.
create function public.profile_figures(username text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'reviews', s.reviews, 'helpful_votes', s.votes, 'profile_views', coalesce(s.profile_views, 0),
    'followers', coalesce(s.followers_count, 0), 'following', coalesce(s.following_count, 0),
    'trust_score', least(85 + 2 * s.reviews, 100),
    'helpfulness', round(least(4 + s.votes::numeric / greatest(s.reviews, 1), 5), 1),
    'response_rate', null)
  from public.person_named(profile_figures.username) p
  join (select *, coalesce(total_reviews, 0) as reviews, coalesce(helpful_votes, 0) as votes from public.user_stats) s
    on s.user_id = p.user_id
$$;

grant execute on function public.tool_figures, public.profile_figures to anon, authenticated, service_role;

-- The addresses of the new screens.
create or replace function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) = any (array[
    'admin', 'administrator', 'root', 'support', 'toolmark', 'moderator', 'system', 'anonymous',
    'null', 'undefined', 'settings', '_',
    'about', 'account-settings', 'add-tool', 'all-tools', 'api', 'auth', 'categories', 'company',
    'company-dashboard', 'compare', 'contact', 'dashboard', 'explain', 'figures', 'guidelines', 'launch', 'launches', 'moderation',
    'moderation-log', 'my-reports', 'offline', 'privacy',
    'profile-settings', 'report', 'reset-password', 'review', 'sitemaps', 'start-your-team', 'submit-launch', 'terms', 'tool',
    'tools', 'trust', 'trust-center', 'update-password', 'user', 'write-review',
    'assets', 'pictures', 'realtime', 'rest', 'storage'
  ])
$$;
