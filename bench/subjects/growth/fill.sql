-- Fills a catalog of any size, the same every time. The triggers that count row by row are disabled,
-- and the counts are computed at the end.
-- Settings: bench.tools, bench.reviews, bench.people, bench.launches, and bench.capabilities and bench.terms with those of the
-- demo.
alter table auth.users disable trigger user;
alter table public.reviews disable trigger user;
alter table public.user_follows disable trigger user;
alter table public.launch_upvotes disable trigger user;
alter table private.launches disable trigger user;
alter table public.tools disable trigger before_row;
alter table public.tools disable trigger after_update;
alter table public.tool_facts disable trigger set_facets;
alter table public.tool_capabilities disable trigger user;
alter table public.user_stats disable trigger user;
select setseed(0.4321);

create function pg_temp.size(name text) returns integer language sql as $$
  select current_setting('bench.' || name)::integer
$$;
create function pg_temp.id(kind text, number integer) returns uuid language sql immutable as $$
  select md5(kind || number)::uuid
$$;
create function pg_temp.pick(words text[], number integer) returns text language sql immutable as $$
  select words[1 + number % cardinality(words)]
$$;

insert into auth.users (id, email, email_confirmed_at)
select pg_temp.id('person', n), 'person' || n || '@bench.example', now()
from generate_series(1, pg_temp.size('people')) n;

insert into private.profiles (user_id, username, first_name, last_name, profile_visibility, user_role, job_title)
select pg_temp.id('person', n), 'person-' || n,
  pg_temp.pick('{Ana,Ben,Chidi,Dana,Emre,Femi,Grace,Hiro,Ines,Joao,Kofi,Lena,Mina,Noor,Omar,Pia,Quinn,Rosa,Sven,Tuva}', n),
  pg_temp.pick('{Adeyemi,Bauer,Costa,Diaz,Eklund,Fischer,Garcia,Haddad,Ito,Jensen,Kaya,Lin,Moreau,Novak,Okafor,Petrov,Quist,Rossi,Silva,Tanaka}', n / 20),
  pg_temp.pick('{professional,professional,professional,public,private}', n),
  pg_temp.pick('{member,developer,manager,member}', n), 'Specialist'
from generate_series(1, pg_temp.size('people')) n;
insert into public.user_stats (user_id) select user_id from private.profiles;

-- Whether a number is among so many percent, for each kind of question others.
create function pg_temp.is_among(percent integer, kind text, number integer) returns boolean language sql immutable as $$
  select abs(hashtext(kind || number)) % 100 < percent
$$;
create temp table facts as
select pg_temp.id('tool', n) as tool_id,
  case when abs(hashtext('pricing' || n)) % 100 < 10 then 'free' when abs(hashtext('pricing' || n)) % 100 < 55 then 'freemium' else 'paid' end as pricing_model,
  case when pg_temp.is_among(15, 'license', n) then 'MIT' when pg_temp.is_among(95, 'license', n) then 'proprietary' end as license,
  array(select platform from unnest('{web,windows,macos,linux,ios,android,self_hosted}'::text[], '{85,25,25,10,20,20,5}'::integer[])
    as known (platform, percent) where pg_temp.is_among(percent, platform, n)) as platforms
from generate_series(1, pg_temp.size('tools')) n;
create unique index on facts (tool_id);
analyze facts;

-- Names of two made-up words and a noun; "software" is in every description. Preparing each row takes most of the time of a fill, so the
-- statement writes the prepared columns.
insert into public.tools (id, slug, name, name_folded, description, category, categories, website_url, website_host, website_key, submitted_by,
  facets, search)
select pg_temp.id('tool', n), private.slugify(name), name, private.fold_text(name), description, category, array[category],
  'https://tool' || n || '.bench.example', 'tool' || n || '.bench.example', 'tool' || n || '.bench.example', null, facets, ''
from (
  select n,
    initcap(pg_temp.pick('{bright,clear,deep,swift,calm,bold,north,river,stone,light,cloud,paper,silver,amber,cedar,maple,copper,ocean,lunar,solar,echo,pixel,metric,vector,signal}', n)
    || pg_temp.pick('{desk,flow,base,hub,mind,wave,grid,nest,port,loop,forge,board,track,stack,bridge,gate,mark,sync,cast,lens,path,yard,kit,spark,works}', n / 25)) || ' '
    || initcap(pg_temp.pick('{mail,notes,tasks,forms,calls,ads,books,code,charts,chat,bills,store,vault,lessons,help,people,pages,posts,video,data,deploy,law,homes,maps,sales,plans,polls,logs,tests,time}', n / 625))
    || case when n >= 18750 then ' ' || (n / 18750) else '' end as name,
  'Software for ' || pg_temp.pick('{planning,writing,drawing,selling,counting,teaching,hiring,testing,sharing,storing}', n)
    || ' that ' || pg_temp.pick('{teams,founders,schools,shops,clinics,studios,agencies,banks,cities,clubs}', n / 10)
    || ' use every day. ' || pg_temp.pick('{Simple,Quick,Reliable,Flexible,Private,Open,Friendly,Careful}', n / 3) || ' and well kept.' as description,
  (select array_agg(name order by position) from public.categories)[1 + abs(hashint4(n)) % 20] as category,
  (select private.build_facets(jsonb_populate_record(null::public.tool_facts, to_jsonb(f))) from facts f where f.tool_id = pg_temp.id('tool', n)) as facets
  from generate_series(1, pg_temp.size('tools')) n
) made;
insert into public.tool_facts (tool_id, pricing_model, license, platforms)
select tool_id, pricing_model, license, platforms from facts;

-- Each tool has two to eight capabilities; some capabilities have many more tools than others.
insert into public.capabilities (slug, name, category, synonyms)
select private.slugify(r.name), r.name, c.name, r.synonyms
from jsonb_to_recordset(current_setting('bench.capabilities')::jsonb) as r(name text, synonyms text[], "categorySlug" text)
join public.categories c on c.slug = r."categorySlug";
insert into public.capability_terms (capability, language, terms)
select c.slug, r.language, r.terms
from jsonb_to_recordset(current_setting('bench.terms')::jsonb) as r(capability text, language text, terms text[])
join public.capabilities c on lower(c.name) = lower(r.capability);
create temp table known as select row_number() over (order by md5(slug)) as place, slug from public.capabilities;
insert into public.tool_capabilities (tool_id, capability)
select distinct pg_temp.id('tool', n), known.slug
from generate_series(1, pg_temp.size('tools')) n
cross join lateral generate_series(1, 2 + abs(hashtext('uses' || n)) % 7) as nth
join known on known.place = 1 + floor((select count(*) from known) * power(abs(hashtext(nth || 'use' || n)) % 100000 / 100000.0, 2));
update public.capabilities c set tool_count = (select count(*) from public.tool_capabilities l where l.capability = c.slug);

-- Few tools have most of the reviews; some tools are better than others.
insert into public.reviews (id, tool_id, user_id, rating, title, content, pros, cons, created_at)
select distinct on (tool_id, user_id) gen_random_uuid(), tool_id, user_id,
  least(5, greatest(1, round(3 + 2 * (abs(hashtext(tool_id::text)) % 100) / 100.0 + 2.6 * mood - 1.3))),
  'In use for a while', 'We use it every week, and it does what it says. Support answers, mostly.',
  array[pg_temp.pick('{Easy to learn,Fast,Good support,Fair price,Works offline,Clear reports}', n)],
  array[pg_temp.pick('{Few integrations,Slow with much data,Costs add up,Hard to export}', n / 3)],
  now() - (n % 700) * interval '1 day' - n * interval '1 second'
from (
  select n, pg_temp.id('tool', 1 + floor(pg_temp.size('tools') * power(random(), 3))::integer) as tool_id,
    pg_temp.id('person', 1 + floor(pg_temp.size('people') * random())::integer) as user_id,
    random() as mood
  from generate_series(1, pg_temp.size('reviews')) n
) made;

insert into public.user_activities (user_id, activity_type, review_id, created_at, metadata)
select r.user_id, 'review_created', r.id, r.created_at,
  jsonb_build_object('rating', r.rating, 'review_id', r.id, 'tool_id', t.id, 'tool_name', t.name, 'tool_slug', t.slug)
from public.reviews r join public.tools t on t.id = r.tool_id;

insert into public.user_follows (follower_id, following_id)
select distinct follower, followed from (
  select pg_temp.id('person', n) as follower,
    pg_temp.id('person', 1 + floor(pg_temp.size('people') * power(random(), 4))::integer) as followed
  from generate_series(1, pg_temp.size('people')) n
) made where follower <> followed;

insert into private.launches (id, user_id, tool_id, tagline, launch_date, created_at)
select pg_temp.id('launch', n), pg_temp.id('person', 1 + n % pg_temp.size('people')),
  pg_temp.id('tool', 1 + n % pg_temp.size('tools')), 'Now with a public API', current_date + 3 - n / 20, now() - n * interval '1 hour'
from generate_series(1, pg_temp.size('launches')) n;
insert into private.launch_days (launch_date, counted) select launch_date, count(*) from private.launches group by 1;
insert into public.launch_upvotes (launch_id, user_id)
select distinct pg_temp.id('launch', 1 + floor(pg_temp.size('launches') * power(random(), 2))::integer),
  pg_temp.id('person', 1 + floor(pg_temp.size('people') * random())::integer)
from generate_series(1, 10 * pg_temp.size('launches'));

-- With their capabilities and the pros of their reviews.
update public.tools t set search = private.build_tool_search(t),
  capability_count = (select count(*) from public.tool_capabilities l where l.tool_id = t.id);
alter table public.tools enable trigger before_row;
update public.tools t set review_count = counted.reviews, rating_sum = counted.ratings, rating_counts = counted.counts
from (
  select tool_id, count(*)::integer as reviews, sum(rating)::integer as ratings,
    array[count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
      count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::integer[] as counts
  from public.reviews group by tool_id
) counted
where counted.tool_id = t.id;
delete from private.tool_counts;
insert into private.tool_counts (category, rating, counted)
select unnest(categories || ''::text), coalesce(rating_average, 0), count(*) from public.tools group by 1, 2;
insert into private.tool_review_days (tool_id, day, rating, counted)
select tool_id, (created_at at time zone 'utc')::date, rating, count(*) from public.reviews group by 1, 2, 3;
insert into private.review_days (day, rating, reviews, signed)
select (created_at at time zone 'utc')::date, rating, count(*), count(user_id) from public.reviews group by 1, 2;
update private.launches l set upvotes_count = counted.votes
from (select launch_id, count(*)::integer as votes from public.launch_upvotes group by launch_id) counted
where counted.launch_id = l.id;
update public.user_stats s set
  total_reviews = coalesce((select count(*) from public.reviews where user_id = s.user_id), 0),
  following_count = coalesce((select count(*) from public.user_follows where follower_id = s.user_id), 0),
  followers_count = coalesce((select count(*) from public.user_follows where following_id = s.user_id), 0);
insert into private.people_counts (figure, counted)
select unnest(case when total_reviews < 20 then '{reviewers}'::text[] else '{experts,reviewers}' end), count(*)
from public.user_stats where total_reviews > 0 group by 1;

alter table auth.users enable trigger user;
alter table public.reviews enable trigger user;
alter table public.user_follows enable trigger user;
alter table public.launch_upvotes enable trigger user;
alter table private.launches enable trigger user;
alter table public.tools enable trigger after_update;
alter table public.tool_facts enable trigger set_facets;
alter table public.tool_capabilities enable trigger user;
alter table public.user_stats enable trigger user;
