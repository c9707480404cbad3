-- Makers: companies that have proved that a tool is theirs, the members who act for them, and what follows for reviews
-- (docs/decisions/0029).

-- The company that makes a tool.
create table public.tool_makers (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  -- How and when the company proved it, and when the proof was last found.
  method text not null constraint tool_makers_method check (method in ('dns', 'file', 'meta', 'repository', 'staff')),
  verified_on date not null default (now() at time zone 'utc')::date,
  checked_at timestamptz not null default now(),
  -- The host or the address below a host where the proof was found last. Null of a claim that staff granted.
  proof text,
  -- Whether the tool has another website since, and the last check of it found no proof. Pages show no mark then.
  is_paused boolean not null default false,
  -- Whether it is demo content.
  is_sample boolean not null default false
);
create index tool_makers_company_id_idx on public.tool_makers (company_id);
call private.secure_public_table('public.tool_makers');

call private.announce_table('public.tool_makers', 'tool:tool_id', 'company:company_id');

-- A company that made a tool, also a tool that is removed or deleted since. For 90 days it counts as the maker where
-- makers are partial, and later joining such a company gives no power over it.
create table private.past_makers (
  tool_id uuid not null,
  company_id uuid not null references public.companies (id) on delete cascade,
  ended_at timestamptz not null default now(),
  primary key (tool_id, company_id)
);
create index past_makers_company_id_idx on private.past_makers (company_id);
call private.secure_internal_table('private.past_makers');

create function private.record_past_maker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The company may be deleted by this statement.
  insert into private.past_makers (tool_id, company_id) select old.tool_id, c.id from public.companies c where c.id = old.company_id
    on conflict (tool_id, company_id) do update set ended_at = now();
  return null;
end $$;
create trigger record_past_maker after delete on public.tool_makers
  for each row execute function private.record_past_maker();

-- A company's claim that it makes a tool. The proof is a token that the company publishes where only the maker can.
create table private.tool_claims (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  claimant_id uuid references private.profiles (user_id) on delete set null,
  method text constraint tool_claims_method check (method in ('dns', 'file', 'meta', 'repository', 'staff')),
  token text not null constraint tool_claims_token_key unique
    default left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 32),
  status text not null default 'open' constraint tool_claims_status check (status in ('open', 'granted', 'refused', 'expired')),
  checked_at timestamptz,
  -- What the last check found, or the explanation of a moderator.
  detail text constraint tool_claims_detail_length check (length(detail) <= 2000),
  created_at timestamptz not null default now(),
  -- When the server looks for the token next. Null of an open claim until a member asks for a check.
  check_at timestamptz,
  -- The website in which the server looks, and the one in which it found the token: a proof is worth nothing for another one.
  checked_website text,
  proven_website text,
  -- Whether strangers have hosts below the one of the proof, as below a public suffix: it is no domain of a company.
  is_shared_host boolean not null default false,
  -- The name of the company when an admin with its power last requested a check, and the one of the last proof: a proof is
  -- worth nothing for another name.
  requested_name text,
  proven_name text,
  -- Whether a moderator has refused or ended it.
  is_refused_by_staff boolean not null default false,
  -- The checks of a granted claim that have failed since the last success.
  failed_at timestamptz[] not null default '{}',
  -- The last day on which members requested checks, and the number of these checks.
  checks_on date,
  checks_count integer not null default 0
);
-- One claim of a company for a tool that is open or granted.
create unique index tool_claims_live_key on private.tool_claims (tool_id, company_id) where status in ('open', 'granted');
create index tool_claims_company_idx on private.tool_claims (company_id, created_at);
create index tool_claims_claimant_idx on private.tool_claims (claimant_id);
create index tool_claims_due_idx on private.tool_claims (check_at) where check_at is not null;
create index tool_claims_status_idx on private.tool_claims (status, created_at);
call private.secure_internal_table('private.tool_claims');

-- Where the maker of a website can publish a token; null where it cannot.
--   dns_name       for a TXT record
--   file_url       of a text file: at a fixed path of the website, or in the default branch of a repository
--   page_url       of a page with a meta tag
--   is_repository  whether the website is a repository on a host of repositories
--   host           with a port if there is one
--   domain         the same without www.
--   is_home        whether the proof shows control of the whole host, not of one path
create function private.list_claim_places(website text, out dns_name text, out file_url text, out page_url text,
  out is_repository boolean, out host text, out domain text, out is_home boolean)
language plpgsql immutable set search_path = '' as $$
declare
  parts constant text[] := regexp_match(btrim(website), '^(https?)://([^/:?#]+)(:[0-9]+)?(/[^?#]*)?', 'i');
  plain_host constant text := private.normalize_host(parts[2]);
  path text := rtrim(coalesce(parts[4], ''), '/');
begin
  is_repository := false;
  is_home := false;
  if parts is null then
    return;
  end if;
  host := plain_host || coalesce(parts[3], '');
  domain := regexp_replace(host, '^www\.', '');
  if domain in ('github.com', 'gitlab.com', 'codeberg.org') and path ~ '^/[\w.-]+/[\w.-]+$' then
    is_repository := true;
    path := regexp_replace(path, '\.git$', '');
    file_url := case domain
      when 'github.com' then 'https://raw.githubusercontent.com' || path || '/HEAD/.toolmark-verify'
      when 'gitlab.com' then 'https://gitlab.com' || path || '/-/raw/HEAD/.toolmark-verify'
      else 'https://codeberg.org/api/v1/repos' || path || '/raw/.toolmark-verify' end;
    return;
  end if;
  page_url := btrim(website);
  is_home := path = '' and position('?' in website) = 0;
  if is_home then
    file_url := lower(parts[1]) || '://' || plain_host || coalesce(parts[3], '') || '/.well-known/toolmark-verify.txt';
    dns_name := case when plain_host !~ '^[0-9.]+$' and position('.' in plain_host) > 0 then split_part(domain, ':', 1) end;
  end if;
end $$;

-- What a proof of a website shows, for readers: its host, or the address below it of a page or a repository. A shared host
-- gives www. to strangers too, so that a proof of www.HOST shows nothing about HOST.
create function private.describe_proof(website text, is_shared_host boolean) returns text
language sql immutable set search_path = '' as $$
  select case when is_shared_host then p.host else p.domain end || case when p.is_home then '' else coalesce(rtrim(substring(btrim(website) from '^[^:]+://[^/?#]+(/[^?#]*)'), '/'), '') end
  from private.list_claim_places(website) p
$$;

-- The proof that a mark names is that of the tool's website when the company is recorded.
create function private.set_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.method <> 'staff' then
    new.proof := coalesce(new.proof, (select private.describe_proof(t.website_url, exists (select from private.tool_claims c
      where c.tool_id = t.id and c.company_id = new.company_id and c.status in ('open', 'granted') and c.is_shared_host))
      from public.tools t where t.id = new.tool_id));
  end if;
  return new;
end $$;
create trigger set_proof before insert on public.tool_makers
  for each row execute function private.set_proof();

-- Whether a website is at a domain or below it. A company without a website shows no other one.
create function private.is_own_website(website text, domain text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce((select p.domain = is_own_website.domain or split_part(p.domain, ':', 1) = split_part(is_own_website.domain, ':', 1)
      or p.domain like '%.' || is_own_website.domain
    from private.list_claim_places(is_own_website.website) p), true)
$$;

-- Whether the caller acts for a company: a confirmed member.
create function private.acts_for_company(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members m
    where m.company_id = acts_for_company.company and m.user_id = auth.uid() and m.is_confirmed)
$$;
-- Whether the caller acts for the maker of a tool.
create function private.acts_for_maker(tool uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tool_makers m where m.tool_id = acts_for_maker.tool and private.acts_for_company(m.company_id))
$$;
grant execute on function private.acts_for_company, private.acts_for_maker to anon, authenticated, service_role;

-- The companies that make a tool or made it within 90 days; of a removed tool those that made it.
create function private.list_makers(tool uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.company_id from public.tool_makers m where m.tool_id = list_makers.tool
  union
  select p.company_id from private.past_makers p where p.tool_id = list_makers.tool and p.ended_at > now() - interval '90 days'
  union
  select (removed.row_data ->> 'company_id')::uuid from private.removed_content removed
    where removed.row_id = list_makers.tool and removed.table_name = 'public.tool_makers'
$$;

-- Whether a person belongs to the maker of a tool.
create function private.belongs_to_maker(tool uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.list_makers(belongs_to_maker.tool) company
    where private.belongs_to_company(company, belongs_to_maker.person))
$$;

-- The companies for which a person speaks: as a confirmed member, an admin, the founder, or with a claim that was granted;
-- and those for which they spoke within 90 days.
create function private.list_represented_companies(person uuid) returns table (company_id uuid, is_past boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.company_id, false from public.company_members m where m.user_id = person and (m.is_confirmed or m.is_admin)
    union
    select f.company_id, false from private.company_founders f where f.user_id = person
    union
    select c.company_id, false from private.tool_claims c where c.claimant_id = person and c.status = 'granted'
    union
    select f.company_id, true from private.former_members f where f.user_id = person and f.had_power and f.left_at > now() - interval '90 days';
end $$;

-- How a member is related to a tool by what the site knows: maker, competitor (of another maker with a tool in the same
-- category), or null.
create function private.find_relationship(tool uuid, person uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  own constant uuid[] := array(select distinct company_id from private.list_represented_companies(person));
begin
  -- Most people represent no company.
  return case when own = '{}' then null
    when exists (select from private.list_makers(find_relationship.tool) company where company = any (own)) then 'maker'
    when exists (select from public.tool_makers m
      join public.tools made on made.id = m.tool_id
      join public.tools reviewed on reviewed.id = find_relationship.tool and reviewed.categories && made.categories
      where m.company_id = any (own)) then 'competitor' end;
end $$;

-- Labels a review with the relationship that the site knows. A label stays when the author leaves the company.
create function private.label_review(new public.reviews, old public.reviews) returns public.reviews
language plpgsql set search_path = '' as $$
declare
  found_relationship text;
begin
  if new.user_id is null or private.get_content_move() = 'restore' then
    return new;
  end if;
  if old.id is null then
    -- Waits for private.label_reviews, which does not see this review yet. After the account, as its deletion.
    perform from private.profiles p where p.user_id = new.user_id for key share;
    perform from public.company_members c where c.user_id = new.user_id order by c.company_id for share;
  end if;
  found_relationship := private.find_relationship(new.tool_id, new.user_id);
  -- A former member writes a review with the label.
  if old.id is null and found_relationship = 'maker' and private.is_client_request() and exists (
    select from private.list_represented_companies(new.user_id) own join private.list_makers(new.tool_id) as company_id using (company_id)
    where not own.is_past)
  then
    raise exception 'You make %. You can reply to its reviews but not write one.', (select t.name from public.tools t where t.id = new.tool_id)
      using errcode = 'insufficient_privilege';
  end if;
  if found_relationship is not null then
    new.relationship := found_relationship;
    new.is_relationship_found := true;
  elsif old.is_relationship_found then
    new.relationship := old.relationship;
  end if;
  return new;
end $$;

create function private.refuse_vote_of_maker() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tool record;
begin
  select t.id, t.name into tool from public.reviews r join public.tools t on t.id = r.tool_id where r.id = new.review_id;
  if private.find_relationship(tool.id, auth.uid()) = 'maker' then
    raise exception 'You make %. You can reply to its reviews but not vote on them.', tool.name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_vote_of_maker before insert on public.review_helpful_votes
  for each row when (current_user = 'authenticated') execute function private.refuse_vote_of_maker();

-- Labels the earlier reviews of those who speak for a company.
create function private.label_reviews(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  labelled record;
begin
  -- Waits for reviews that they are writing.
  perform from public.company_members c where c.company_id = label_reviews.company order by c.user_id for no key update;
  perform set_config('toolmark.moving_content', 'label', true);
  for labelled in
    select r.id, private.find_relationship(r.tool_id, r.user_id) as relationship
    from public.reviews r where r.user_id = any (array(
      select c.user_id from public.company_members c where c.company_id = label_reviews.company
      union
      select f.user_id from private.former_members f where f.company_id = label_reviews.company
      union
      select f.user_id from private.company_founders f where f.company_id = label_reviews.company
      union
      select c.claimant_id from private.tool_claims c where c.company_id = label_reviews.company)) order by r.id
  loop
    update public.reviews r set relationship = labelled.relationship, is_relationship_found = true
      where r.id = labelled.id and labelled.relationship is not null
        and (r.relationship is distinct from labelled.relationship or not r.is_relationship_found);
  end loop;
  perform set_config('toolmark.moving_content', '', true);
end $$;

-- Sets whether a company has proved its own domain under its name: that of its row, else that of a tool that fits its website.
create function private.update_verification(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  proven text;
begin
  if exists (select from private.removed_content r where r.table_name = 'public.companies' and r.row_id = company) then
    return;
  end if;
  select coalesce(c.domain, place.domain) into proven
    from private.tool_claims claim
    join public.tools t on t.id = claim.tool_id
    join public.companies c on c.id = claim.company_id
    cross join lateral private.list_claim_places(t.website_url) place
    where claim.company_id = update_verification.company and claim.status = 'granted' and claim.method in ('dns', 'file', 'meta')
      and claim.proven_website = t.website_url and claim.proven_name = c.name and place.is_home and not claim.is_shared_host
      and place.domain ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' and private.is_own_website(c.website, place.domain)
      and split_part(coalesce(c.domain, place.domain), ':', 1) = split_part(place.domain, ':', 1)
    order by claim.created_at limit 1;
  if exists (select from public.companies c where c.domain = proven and c.verified and c.id <> update_verification.company) then
    proven := null;
  end if;
  update public.companies c set verified = proven is not null, domain = coalesce(proven, c.domain)
    where c.id = update_verification.company and c.verified <> (proven is not null);
end $$;

-- Raises unless the caller is an admin of a company.
create function private.require_company_admin(company uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  perform private.require_no_suspension();
  select c.name into name from public.companies c where c.id = require_company_admin.company;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  if not private.is_company_admin(require_company_admin.company) then
    raise exception 'Only admins of % can do this.', name using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Whether an admin has the power of a company, and not only its place: everybody can join a company, and the member who is
-- left becomes admin when the others leave. Confirmed members have it, the founder unless somebody else has proved a tool
-- for the company, and anybody as long as it has never made a tool.
create function private.has_company_power(company uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members m where m.company_id = company and m.user_id = person and m.is_confirmed)
    or exists (select from private.company_founders f where f.company_id = company and f.user_id = person)
      and not exists (select from private.tool_claims c
        where c.company_id = company and c.method is not null and c.claimant_id is distinct from person)
    or not exists (select from public.tool_makers m where m.company_id = company)
      and not exists (select from private.past_makers p where p.company_id = company)
$$;

-- Whether the caller is an admin with the power of a company: a computed field, so that pages offer nothing that is refused.
create function public.can_be_managed(company public.companies) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_company_admin(company.id) and private.has_company_power(company.id, auth.uid())
$$;
grant execute on function public.can_be_managed to authenticated, service_role;

-- Raises unless the caller is an admin with the power of the company.
create function private.require_acting_admin(company uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_company_admin(require_acting_admin.company);
  if not private.has_company_power(require_acting_admin.company, auth.uid()) then
    raise exception 'Only confirmed members of % can do this.', (select c.name from public.companies c where c.id = require_acting_admin.company)
      using errcode = 'insufficient_privilege';
  end if;
end $$;

create function private.describe_claim(claim private.tool_claims) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('claim', claim.id, 'token', claim.token, 'dns_name', place.dns_name, 'file_url', place.file_url,
    'meta', case when place.page_url is not null
      then format('<meta name="toolmark-verify" content="toolmark-verify=%s">', claim.token) end)
  from public.tools t cross join lateral private.list_claim_places(t.website_url) place where t.id = claim.tool_id
$$;

-- The name of a company, or null without the power of it.
create function private.get_name_to_prove(company uuid) returns text
language sql stable security definer set search_path = '' as $$
  select c.name from public.companies c where c.id = company and private.has_company_power(c.id, auth.uid())
$$;

-- Claims a tool for a company, or returns the claim that it has: {claim, token, dns_name, file_url, meta}. The file, the
-- TXT record and the content of the meta tag are toolmark-verify={token}. One that the website cannot have is null.
create function public.start_tool_claim(tool uuid, company uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  live private.tool_claims;
  maker record;
begin
  perform private.require_factor();
  perform private.require_company_admin(start_tool_claim.company);
  -- Waits for a moderator who removes the tool.
  perform from public.tools t where t.id = start_tool_claim.tool for key share;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  select c.id, c.name into maker from public.tool_makers m join public.companies c on c.id = m.company_id
    where m.tool_id = start_tool_claim.tool and m.company_id <> start_tool_claim.company;
  if found then
    raise exception '% already manages this tool. If that is wrong, please report it.', maker.name using errcode = 'PT409';
  end if;
  select * into live from private.tool_claims c
    where c.tool_id = start_tool_claim.tool and c.company_id = start_tool_claim.company and c.status in ('open', 'granted');
  if not found then
    perform private.count_daily_use('claims', 20);
    insert into private.tool_claims (tool_id, company_id, claimant_id, requested_name)
      values (start_tool_claim.tool, start_tool_claim.company, auth.uid(), private.get_name_to_prove(start_tool_claim.company))
      on conflict (tool_id, company_id) where status in ('open', 'granted') do update set company_id = excluded.company_id
      returning * into live;
  end if;
  return private.describe_claim(live);
end $$;
grant execute on function public.start_tool_claim to authenticated;

-- Asks for a check of a claim: {status, detail}. The server looks for the token and answers with what it found; without
-- such a server a job does so within a minute, and detail is null until then.
create function public.check_tool_claim(claim uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  max_checks constant integer := 10;
  today constant date := (now() at time zone 'utc')::date;
  checked private.tool_claims;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  select * into checked from private.tool_claims c where c.id = check_tool_claim.claim and private.is_company_admin(c.company_id);
  perform private.refuse_if(not found, 'PT404', 'We could not find this claim.');
  if checked.status not in ('open', 'granted') or checked.method = 'staff' then
    return jsonb_build_object('status', checked.status, 'detail', checked.detail);
  end if;
  -- Checks of one company come one after the other, so that each of them counts.
  perform pg_advisory_xact_lock(hashtext('claims ' || checked.company_id));
  if (select sum(c.checks_count) from private.tool_claims c where c.company_id = checked.company_id and c.checks_on = today) >= max_checks then
    raise exception 'You have reached today''s limit of % %. Please try again tomorrow.', max_checks, 'checks' using errcode = 'PT429';
  end if;
  -- After a time in which the server that answers this call takes it.
  update private.tool_claims c set check_at = now() + interval '20 seconds', checks_on = today,
      requested_name = coalesce(private.get_name_to_prove(c.company_id), c.requested_name),
      checks_count = case when c.checks_on = today then c.checks_count else 0 end + 1
    where c.id = checked.id;
  return jsonb_build_object('status', checked.status, 'detail', null);
end $$;
grant execute on function public.check_tool_claim to authenticated;

-- Takes up to n claims that are due, or one that a member has asked for, with the places where the server looks for the
-- token. A taken claim is due again after two minutes, in case the process ends before public.record_claim_check.
create function public.claims_to_check(n integer, as_of timestamptz default now(), claim uuid default null)
returns table (id uuid, token text, dns_name text, file_url text, page_url text, is_repository boolean)
language sql security definer set search_path = '' as $$
  with taken as (
    update private.tool_claims c set check_at = greatest(coalesce(as_of, now()), now()) + interval '2 minutes',
      checked_website = t.website_url
    from public.tools t
    -- An array, as in public.claim_emails.
    where t.id = c.tool_id and c.id = any (array(
      select due.id from private.tool_claims due
      where due.status in ('open', 'granted')
        and (claims_to_check.claim is null and due.check_at <= coalesce(as_of, now()) or due.id = claims_to_check.claim and due.check_at is not null)
      order by due.check_at limit least(greatest(n, 0), 100) for update skip locked))
    returning c.id, c.token, c.checked_website
  )
  select taken.id, taken.token, place.dns_name, place.file_url, place.page_url, place.is_repository
  from taken cross join lateral private.list_claim_places(taken.checked_website) place
  order by taken.id
$$;
grant execute on function public.claims_to_check to service_role;

-- Tells the claimant and the company's admins what became of a claim, by email and by a notification.
create function private.tell_of_claim(claim private.tool_claims) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipients constant uuid[] := array(
    select claim.claimant_id where claim.claimant_id is not null
    union
    select m.user_id from public.company_members m where m.company_id = claim.company_id and m.is_admin);
begin
  perform private.queue_email('tool_claim', jsonb_build_object('tool', t.name, 'slug', t.slug, 'company', c.name, 'status', claim.status,
      'method', claim.method, 'detail', claim.detail), recipient)
    from public.tools t, public.companies c, unnest(recipients) as recipient
    where t.id = claim.tool_id and c.id = claim.company_id;
  perform private.notify(recipients, 'claim', 'tool', claim.tool_id, jsonb_build_object('tool', t.name, 'slug', t.slug,
      'company_id', claim.company_id, 'status', claim.status))
    from public.tools t where t.id = claim.tool_id;
end $$;

-- Makes a company the maker of a tool. The claim is refused if another one was faster. It confirms its claimant, unless
-- the company has made a tool before and the claimant is an admin without its power.
create function private.grant_claim(granted uuid, proved_by text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim private.tool_claims;
  is_confirming boolean;
begin
  select * into claim from private.tool_claims c where c.id = granted;
  is_confirming := private.has_company_power(claim.company_id, claim.claimant_id);
  insert into public.tool_makers (tool_id, company_id, method) values (claim.tool_id, claim.company_id, proved_by)
    on conflict (tool_id) do nothing;
  if not found then
    perform private.end_claim(granted, 'refused', (select format('%s already manages this tool. If that is wrong, please report it.', c.name)
      from public.tool_makers m join public.companies c on c.id = m.company_id where m.tool_id = claim.tool_id));
    return;
  end if;
  update private.tool_claims c set status = 'granted', method = proved_by, detail = note, failed_at = '{}',
      check_at = case when proved_by <> 'staff' then now() + interval '30 days' end
    where c.id = granted returning * into claim;
  update public.company_members m set is_confirmed = true
    where m.company_id = claim.company_id and m.user_id = claim.claimant_id and m.is_admin and not m.is_confirmed and is_confirming;
  perform private.update_verification(claim.company_id);
  perform private.label_reviews(claim.company_id);
  perform private.tell_of_claim(claim);
end $$;

create function private.end_claim(ended uuid, ended_as text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim private.tool_claims;
begin
  update private.tool_claims c set status = ended_as, detail = note, check_at = null where c.id = ended returning * into claim;
  delete from public.tool_makers m where m.tool_id = claim.tool_id and m.company_id = claim.company_id;
  perform private.update_verification(claim.company_id);
  perform private.tell_of_claim(claim);
end $$;

-- Locks a claim, after the account of its claimant: in the order of the deletion of an account.
create function private.lock_claim(wanted uuid) returns private.tool_claims
language plpgsql security definer set search_path = '' as $$
declare
  claim private.tool_claims;
begin
  perform from private.profiles p where p.user_id = (select c.claimant_id from private.tool_claims c where c.id = wanted) for key share;
  select * into claim from private.tool_claims c where c.id = wanted for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this claim.');
  return claim;
end $$;

-- Whether one of two websites is the other one, or at or below its host. Two repositories are not, unless they are one.
create function private.are_related_websites(one text, other text) returns boolean
language sql immutable set search_path = '' as $$
  select private.normalize_website(one) = private.normalize_website(other)
    or not a.is_repository and not b.is_repository
      and ('.' || a.host like '%.' || b.host or '.' || b.host like '%.' || a.host)
  from (select p.is_repository, split_part(p.domain, ':', 1) as host from private.list_claim_places(one) p) a,
    (select p.is_repository, split_part(p.domain, ':', 1) as host from private.list_claim_places(other) p) b
$$;

-- Whether a moderator has refused or ended the last claim of this website, or of one at or below its host, by the same
-- company, by the same member or by a company of theirs, and has granted none since.
create function private.is_refused_before(claim private.tool_claims) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select earlier.is_refused_by_staff from private.tool_claims earlier
    join public.tools claimed on claimed.id = claim.tool_id
    left join public.tools t on t.id = earlier.tool_id
    where earlier.id <> claim.id and (earlier.is_refused_by_staff or earlier.method = 'staff')
      and (earlier.company_id = claim.company_id or earlier.claimant_id = claim.claimant_id
        or private.belongs_to_company(earlier.company_id, claim.claimant_id))
      and (earlier.tool_id = claim.tool_id or private.are_related_websites(t.website_url, claimed.website_url)
        or private.are_related_websites(earlier.proven_website, claimed.website_url))
    order by earlier.created_at desc limit 1), false)
$$;

-- Records what a check of a claim found, and returns {status, detail}. Three failures within 14 days, one a day at most,
-- end a granted claim. A found token waits for a moderator if one has refused the claim before, if the company has the
-- name of another maker, or if no admin with the power of the company has requested a check.
--   method          how the token was published; without it, how the website has it usually
--   is_shared_host  whether strangers have hosts below that of the website
create function public.record_claim_check(claim uuid, found boolean, detail text, method text default null,
  is_shared_host boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  checked private.tool_claims := private.lock_claim(record_claim_check.claim);
  -- By its position: PL/pgSQL has a variable of this name.
  has_token constant boolean := coalesce($2, false);
  note constant text := left(record_claim_check.detail, 500);
  website constant text := (select t.website_url from public.tools t where t.id = checked.tool_id);
  proved_by text;
  obstacle text;
  failures timestamptz[];
begin
  if checked.status in ('open', 'granted') and checked.checked_website <> coalesce(website, '') then
    -- The website has changed during the check.
    update private.tool_claims c set check_at = now(), checked_website = null where c.id = checked.id;
    return jsonb_build_object('status', checked.status, 'detail', checked.detail);
  end if;
  if checked.status in ('open', 'granted') then
    update private.tool_claims c set checked_at = now(), check_at = null, detail = note, checked_website = null,
        proven_website = case when has_token then website else c.proven_website end,
        proven_name = case when has_token then coalesce(c.requested_name, c.proven_name) else c.proven_name end,
        is_shared_host = coalesce(record_claim_check.is_shared_host, false)
      where c.id = checked.id;
  end if;
  -- One at a time, so that two companies with one name do not both prove a website.
  if checked.status = 'open' and has_token then
    perform pg_advisory_xact_lock(hashtext('names'));
  end if;
  obstacle := case when checked.status <> 'open' or not has_token then null
    when checked.requested_name is null then (select format('Only confirmed members of %s can do this', c.name) from public.companies c where c.id = checked.company_id)
    when private.is_refused_before(checked) then 'A moderator has refused an earlier claim'
    when private.is_named_as_maker(checked.company_id) then 'Another maker has this name' end;
  if obstacle is not null then
    update private.tool_claims c set detail = format('We found the token. %s, so a moderator has to decide about this one.', obstacle)
      where c.id = checked.id;
    return (select jsonb_build_object('status', c.status, 'detail', c.detail) from private.tool_claims c where c.id = checked.id);
  end if;
  if checked.status in ('open', 'granted') and has_token then
    proved_by := coalesce(record_claim_check.method, checked.method, (
      select case when place.is_repository then 'repository' when place.is_home then 'file' else 'meta' end
      from private.list_claim_places(website) place));
    if checked.status = 'open' then
      perform private.grant_claim(checked.id, proved_by, note);
    else
      update private.tool_claims c set method = proved_by, failed_at = '{}', check_at = now() + interval '30 days' where c.id = checked.id;
      update public.tool_makers m set checked_at = now(), method = proved_by, is_paused = false,
          proof = private.describe_proof(website, coalesce(record_claim_check.is_shared_host, false)),
          verified_on = case when m.method = proved_by then m.verified_on else (now() at time zone 'utc')::date end
        where m.tool_id = checked.tool_id and m.company_id = checked.company_id;
      perform private.update_verification(checked.company_id);
    end if;
  elsif checked.status = 'granted' then
    failures := array(select failed from unnest(checked.failed_at) as failed where failed > now() - interval '14 days' order by failed);
    -- Members who press "Check now" while their website is down do not end their claim.
    if failures[cardinality(failures)] is null or failures[cardinality(failures)] <= now() - interval '1 day' then
      failures := failures || now();
    end if;
    update private.tool_claims c set failed_at = failures, check_at = now() + interval '4 days' where c.id = checked.id;
    update public.tool_makers m set is_paused = true
      where m.tool_id = checked.tool_id and m.company_id = checked.company_id and not m.is_paused
        and checked.proven_website is distinct from website;
    if cardinality(failures) >= 3 then
      perform private.end_claim(checked.id, 'expired', note);
    end if;
  end if;
  return (select jsonb_build_object('status', c.status, 'detail', c.detail) from private.tool_claims c where c.id = checked.id);
end $$;
grant execute on function public.record_claim_check to service_role;

-- Whether the maker of a tool has proved the host of a website.
create function private.is_proven_website(tool uuid, website text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.tool_claims c
    join public.tool_makers m on m.tool_id = c.tool_id and m.company_id = c.company_id and not m.is_paused,
    private.list_claim_places(c.proven_website) proven, private.list_claim_places(is_proven_website.website) wanted
    where c.tool_id = is_proven_website.tool and c.status = 'granted' and c.method in ('dns', 'file', 'meta')
      and proven.is_home and case when c.is_shared_host then proven.host = wanted.host else proven.domain = wanted.domain end)
$$;

-- A website that changes has to have the token as well.
create function private.check_changed_website(tool uuid) returns void
language sql set search_path = '' as $$
  update private.tool_claims c set check_at = now()
    where c.tool_id = check_changed_website.tool and c.status = 'granted' and c.method <> 'staff'
$$;

-- The claims of the companies of which the caller is an admin, the newest first.
create function public.my_tool_claims()
returns table (claim uuid, tool_id uuid, tool text, slug text, company_id uuid, company text, status text, method text,
  token text, dns_name text, file_url text, meta text, checked_at timestamptz, detail text, verified_on date, is_checking boolean,
  created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_factor();
  return query
    select c.id, t.id, t.name, t.slug, f.id, f.name, c.status, c.method, c.token, described.places ->> 'dns_name',
      described.places ->> 'file_url', described.places ->> 'meta', c.checked_at, c.detail, m.verified_on,
      c.status = 'open' and c.check_at is not null, c.created_at
    from private.tool_claims c
    join public.company_members admin on admin.company_id = c.company_id and admin.user_id = auth.uid() and admin.is_admin
    join public.tools t on t.id = c.tool_id
    join public.companies f on f.id = c.company_id
    cross join lateral (select private.describe_claim(c) as places) described
    left join public.tool_makers m on m.tool_id = c.tool_id and m.company_id = c.company_id and c.status = 'granted'
    order by c.created_at desc, c.id;
end $$;
grant execute on function public.my_tool_claims to authenticated;

-- Ends that the caller's company manages a tool. What the company wrote and the labels of reviews stay.
create function public.release_tool(tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid;
begin
  perform private.require_factor();
  select m.company_id into company from public.tool_makers m where m.tool_id = release_tool.tool;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.require_acting_admin(company);
  perform private.end_claim(c.id, 'expired', 'The company has released the tool.')
    from private.tool_claims c where c.tool_id = release_tool.tool and c.company_id = company and c.status = 'granted';
  delete from public.tool_makers m where m.tool_id = release_tool.tool and m.company_id = company;
end $$;
grant execute on function public.release_tool to authenticated;

-- Accepts or refuses a claim, or ends a granted one. The company gets the explanation by email.
create function public.resolve_tool_claim(claim uuid, accept boolean, explanation text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  resolved private.tool_claims;
  maker text;
  written constant text := private.trim_text(coalesce(resolve_tool_claim.explanation, ''));
begin
  perform private.require_decider();
  resolved := private.lock_claim(resolve_tool_claim.claim);
  perform private.refuse_if(resolved.claimant_id = auth.uid() or private.belongs_to_company(resolved.company_id, auth.uid())
    or private.belongs_to_maker(resolved.tool_id, auth.uid()),
    'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
  perform private.refuse_if(resolve_tool_claim.accept is null, 'check_violation', 'Please accept or refuse the claim.');
  perform private.refuse_if(length(written) not between 30 and 2000,
    'check_violation', 'Please explain the decision in 30 to 2,000 characters.');
  perform private.refuse_if(resolved.status not in ('open', 'granted') or resolved.status = 'granted' and resolve_tool_claim.accept,
    'PT409', 'This has already been decided.');
  if not resolve_tool_claim.accept then
    update private.tool_claims c set is_refused_by_staff = true where c.id = resolved.id;
    perform private.end_claim(resolved.id, 'refused', written);
    return;
  end if;
  select c.name into maker from public.tool_makers m join public.companies c on c.id = m.company_id where m.tool_id = resolved.tool_id;
  if found then
    raise exception '% already manages this tool. If that is wrong, please report it.', maker using errcode = 'PT409';
  end if;
  perform private.grant_claim(resolved.id, 'staff', written);
end $$;
grant execute on function public.resolve_tool_claim to authenticated;

-- The open claims for moderators, the oldest first.
create function public.moderation_claims()
returns table (claim uuid, tool_id uuid, name text, slug text, website_url text, company_id uuid, company text, company_website text,
  claimant text, status text, method text, detail text, checked_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  return query
    select c.id, t.id, t.name, t.slug, t.website_url, f.id, f.name, f.website, p.username, c.status, c.method, c.detail, c.checked_at, c.created_at
    from private.tool_claims c
    join public.tools t on t.id = c.tool_id
    join public.companies f on f.id = c.company_id
    left join private.profiles p on p.user_id = c.claimant_id
    where c.status = 'open' order by c.created_at, c.id limit 200;
end $$;
grant execute on function public.moderation_claims to authenticated;

-- Confirms that a member acts for a company, or ends that. The member's earlier reviews keep their labels.
create function public.confirm_company_member(company uuid, member uuid, confirmed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor();
  perform private.require_company_admin(confirm_company_member.company);
  perform private.refuse_if(not (select c.verified from public.companies c where c.id = confirm_company_member.company),
    'insufficient_privilege', 'Only admins of a verified company can do this.');
  perform private.require_acting_admin(confirm_company_member.company);
  update public.company_members m set is_confirmed = coalesce(confirm_company_member.confirmed, false)
    where m.company_id = confirm_company_member.company and m.user_id = confirm_company_member.member;
  perform private.refuse_if(not found, 'PT404', 'We could not find this member.');
  perform private.label_reviews(confirm_company_member.company);
end $$;
grant execute on function public.confirm_company_member to authenticated;

-- A company that makes or made a tool is changed by admins with its power alone: readers know the maker by its name.
create function private.protect_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_acting_admin(new.id);
  return new;
end $$;
create trigger protect_company before update on public.companies
  for each row when (current_user = 'authenticated') execute function private.protect_company();

-- Everybody can leave a company, and only an admin with its power removes others: not one who is left as the admin, nor one
-- who is suspended.
create function private.protect_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_acting_admin(old.company_id);
  return old;
end $$;
create trigger protect_members before delete on public.company_members
  for each row when (current_user = 'authenticated' and old.user_id is distinct from auth.uid())
  execute function private.protect_members();

-- Whether the claim of the maker of a tool moves with a merge: the other tool has no maker, and a website on the host that
-- the maker has proved. Else the claim ends.
create function private.moves_claim(source uuid, target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.tool_makers m where m.tool_id = moves_claim.target)
    and private.is_proven_website(moves_claim.source, (select t.website_url from public.tools t where t.id = moves_claim.target))
$$;

-- Tells the maker of a tool that is about to be merged what becomes of its claim. Returns the claim of the other tool for
-- private.move_claim, or null.
create function private.tell_of_merged_claim(merge bigint, source uuid, target uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  claim private.tool_claims;
  is_moving constant boolean := private.moves_claim(source, target);
begin
  select * into claim from private.tool_claims c where c.tool_id = source and c.status = 'granted';
  if not found then
    return null;
  end if;
  claim.tool_id := target;
  claim.status := case when is_moving then 'granted' else 'expired' end;
  claim.detail := (select format('A moderator has merged %s into %s, because they are one tool (decision %s). ', s.name, t.name, merge)
      || case when is_moving then 'Your claim has moved with it.' else 'Your claim has ended. If your company makes it, please claim it there.' end
    from public.tools s, public.tools t where s.id = source and t.id = target);
  perform private.tell_of_claim(claim);
  if not is_moving then
    return null;
  end if;
  claim.id := gen_random_uuid();
  claim.check_at := now();
  return to_jsonb(claim);
end $$;

-- Stores a claim that moves with a merge, after the claim of the merged tool is removed: both have one token.
create function private.move_claim(merge bigint, moved jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim constant private.tool_claims := jsonb_populate_record(null::private.tool_claims, moved);
begin
  if moved is null then
    return;
  end if;
  insert into private.tool_claims select claim.*;
  insert into public.tool_makers (tool_id, company_id, method) values (claim.tool_id, claim.company_id, claim.method);
  insert into private.merged_rows (decision, table_name, row_id, has_moved) values (merge, 'private.tool_claims', claim.id, false);
end $$;
