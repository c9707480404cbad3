-- What a member may post: nothing while suspended, within the limits of a day, and some of it only after a
-- moderator has approved it. All rules apply to statements of the API alone; functions of the schema, the
-- service role and imports pass them.

-- For the policies of the storage and for triggers.
create function private.check_suspension() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- The table is small and mostly empty: the function runs for its rows alone.
  if exists (select from private.suspensions where user_id = auth.uid()) then
    perform private.require_no_suspension();
  end if;
  return true;
end $$;
grant execute on function private.check_suspension to anon, authenticated, service_role;
create policy check_suspension_update on storage.objects as restrictive for update to authenticated
  using ((select private.check_suspension()));

create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_suspension();
  return null;
end $$;

-- Before a statement on tools, reviews or launches.
create function private.before_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    -- It has no rows: every page is dropped.
    perform private.announce('*');
  elsif private.is_member_statement() then
    perform private.check_suspension();
  end if;
  return null;
end $$;

-- Limits of a UTC day of a kind in private.daily_usage, which the message names.
create function private.limit_daily_posts(kind text) returns void
language sql set search_path = '' as $$
  select private.count_daily_use(kind, private.get_setting('daily_limit_' || kind)::integer)
$$;
create function private.limit_daily_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_daily_posts(tg_argv[0]);
  return new;
end $$;

-- Adds to a table that members write what applies to all of them: the second factor, the limit of rows, and that a
-- suspended member adds and changes nothing. Such a member can still delete, which includes withdrawing votes and
-- follows. Rows with a limit of a day name their kind. Only statements of the API run as `authenticated`: functions of
-- the schema and cascades run as its owner.
create procedure private.guard_member_table(target regclass, kind text default null, is_for_suspended boolean default false)
language plpgsql set search_path = '' as $$
begin
  call private.require_factor_to_write(target);
  execute format($trigger$create trigger check_row_limit before insert or update or delete on %s
    for each row when (current_user = 'authenticated') execute function private.check_row_limit()$trigger$, target);
  if not is_for_suspended then
    execute format($trigger$create trigger check_suspension before insert or update on %s
      for each statement when (current_user = 'authenticated') execute function private.refuse_suspended()$trigger$, target);
  end if;
  if kind is not null then
    execute format($trigger$create trigger limit_daily before insert on %s for each row when (current_user = 'authenticated')
      execute function private.limit_daily_posts(%L)$trigger$, target, kind);
  end if;
end $$;
-- Signing in writes it.
call private.guard_member_table('public.audit_logs', is_for_suspended => true);
call private.guard_member_table('public.companies');
call private.guard_member_table('public.company_follows', 'follows');
call private.guard_member_table('public.company_members');
call private.guard_member_table('public.launch_upvotes', 'votes');
call private.guard_member_table('public.review_helpful_votes', 'votes');
call private.guard_member_table('public.user_follows', 'follows');

-- Text as the word filter and the link rule compare it: without case, and without the invisible characters, widths,
-- percent signs and white space that would hide a word from them.
create function private.fold_for_filter(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(lower(normalize(private.strip_invisible(private.decode_percents(value)), NFKC)),
    '\s+', ' ', 'g'))
$$;

-- What such a text reads as, with its accents and without: with Latin letters for those that look like them, with words whose
-- letters stand apart in one, and with letters for the signs and digits in words: "sp4m", "ca$ino". 1, ! and | stand for i or
-- l. A digit at an end of a word counts from four letters on, and in words with digits between letters: "mp3", "win32",
-- "53x", "$5" and "455" stay.
create function private.list_readings(folded text) returns text[]
language sql immutable set search_path = '' as $$
  with unmasked as materialized (
    select regexp_replace(lower(private.latinize(spelled)),
      '(?<![[:alnum:]])([[:alnum:]])(?:[ ._*-]|[^[:alnum:][:space:]\u0001-\u007f]){1,3}(?=[[:alnum:]](?![[:alnum:]]))', '\1', 'g') as plain
    from (select folded as spelled union select private.strip_accents(folded)) as texts
  )
  select array(select plain from unmasked union all (
    select string_agg(case when part ~ '[[:alpha:]][0-9@$€£!|]{1,3}[[:alpha:]]|^[0-9@$€£][[:alpha:]]{4}|[[:alpha:]]{4}[0-9@$€£]$'
      then translate(private.spell_signs(part), '1!|', repeat(letter, 3)) else part end, '' order by place)
    from unmasked, unnest('{i,l}'::text[]) as letter,
      regexp_matches(plain, '[[:alnum:]@$€£!|]+|[^[:alnum:]@$€£!|]+', 'g') with ordinality as split (parts, place), unnest(parts) as part
    where plain ~ '[0-9@$€£!|]'
    group by plain, letter))
$$;

-- Whether a text contains a word of the filter with an action. Matches anywhere, without case. A word with signs in it
-- ("ca.si-no", "ca🎰sino") matches if it is no longer than that of the filter: "press-exit" contains no "sex".
create function private.matches_word_filter(written text, wanted_action text, filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  with text as materialized (
    select folded, readings, array(select regexp_replace(hit[1], '[^[:alnum:]]', '', 'g')
      from unnest(readings) as reading,
        regexp_matches(reading, '([[:alnum:]]+(?:(?:[._*''~+-]|[^[:alnum:][:space:]\u0001-\u007f])+[[:alnum:]]+)+)', 'g') as hit) as joined
    from private.fold_for_filter(written) as folded, private.list_readings(folded) as readings
  )
  select exists (select from text, jsonb_array_elements(filter) entry, private.fold_for_filter(entry ->> 'text') as word
    where entry ->> 'action' = wanted_action
      and (strpos(text.folded, word) > 0
        or exists (select from unnest(text.readings) as reading
          where strpos(reading, lower(private.latinize(word))) > 0)
        or translate(lower(private.latinize(word)), ' ._*''~+-', '') = any (text.joined)))
$$;

-- Whether a text that cannot wait for a moderator has a word of the filter.
create function private.has_filtered_word(written text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.matches_word_filter(written, 'reject', private.get_setting('word_filter'))
    or private.matches_word_filter(written, 'hold', private.get_setting('word_filter'))
$$;

-- The text of a row in the columns that the trigger names. The separator is no white space, so that no word of the
-- filter matches across two columns.
create function private.join_texts(row_data jsonb, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(case when jsonb_typeof(row_data -> name) = 'array'
      then (select string_agg(entry, E'\x1f') from jsonb_array_elements_text(row_data -> name) as entry)
      else row_data ->> name end, E'\x1f')
  from unnest(columns) as name
$$;

-- Refuses the texts of a row in some columns.
--   before  the row before an update, else null
create function private.refuse_filtered_text(columns text[], before jsonb, after jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  filter constant jsonb := (select value from private.site_settings where key = 'word_filter');
  written text;
begin
  if filter is not null and private.is_client_request() then
    written := private.join_texts(after, columns);
    -- An edit of another field must not be refused for a text that was accepted before.
    perform private.refuse_if((before is null or written is distinct from private.join_texts(before, columns))
      and private.matches_word_filter(written, 'reject', filter),
      'check_violation', 'We can''t publish this text as it is. If you think this is a mistake, please contact us.');
  end if;
end $$;

-- A suspended member can change only the privacy setting. The table private.profiles checks the texts.
create function private.check_profile_update(old public.profiles, new public.profiles) returns void
language plpgsql set search_path = '' as $$
begin
  if old.user_id = auth.uid() and (old.username, old.first_name, old.last_name, old.bio, old.avatar_url, old.job_title, old.company_name, old.account_type)
    is distinct from
    (new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title, new.company_name, new.account_type)
  then
    perform private.require_no_suspension();
  end if;
end $$;

-- A member whose review is removed or held cannot write another one of that tool.
create function private.refuse_review_after_removal(new public.reviews) returns void
language plpgsql set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action, t.name into earlier
    from private.removed_content removed
    join public.moderation_decisions d on d.number = removed.decision
    join public.tools t on t.id = new.tool_id
    where removed.owner_id = new.user_id and removed.table_name = 'public.reviews'
      and removed.row_data ->> 'tool_id' = new.tool_id::text
      -- An older review that a merge removed is no decision against the author.
      and not exists (select from private.merged_rows m where m.removed_by = d.number)
    limit 1;
  if found then
    raise exception '%', case when earlier.action = 'hold' then format('Your review of %s is waiting for approval.', earlier.name)
        else format('We removed your review of %s (decision %s). You can appeal and add a corrected text.', earlier.name, earlier.number)
      end using errcode = 'insufficient_privilege';
  end if;
end $$;

-- A removed tool cannot be added again under its name or website, which prepare_tool has set.
create function private.refuse_removed_tool(new public.tools) returns void
language plpgsql set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action into earlier from public.moderation_decisions d
    where d.number = greatest(private.find_removing_decision_by_name(new.name),
      private.find_removing_decision_by_website(new.website_key));
  if earlier.action = 'merge' then
    perform private.refuse_listed_tool('tools_website_key');
  elsif found then
    raise exception '%', case when earlier.action = 'hold' then 'This tool is waiting for approval.'
      else format('This tool was removed by a moderator (decision %s).', earlier.number) end
      using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Whether the caller's posts need no approval.
create function private.is_exempt_from_approval() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff('moderator') or exists (select from private.premoderation_exemptions where user_id = auth.uid())
$$;

-- Whether a text has an address of the web or of mail, also one without its scheme, which readers complete: "spam.com",
-- "//spam.com", "spam dot com", "t.me/spam", "spam, com". Ends of hosts that are English words or end names of files are left
-- out: a missing space makes one of "works.it". So are versions of four numbers.
create function private.has_link(written text) returns boolean
language sql immutable set search_path = '' as $$
  select private.fold_for_filter(written) ~ ('[a-z]{2} ?: ?[/\\]|(^|[^a-z0-9/])//[a-z0-9]|\m(https?|mailto):|\mw{2,}\.|[a-z0-9]@[a-z0-9-]+\.[a-z]'
    || '|\m[0-9]{1,3}(\.[0-9]{1,3}){3}[:/]|[a-z0-9] ?[.,·] ?(com|edu|gov|xyz|icu|example)\M'
    || '|\m[a-z0-9-]+\.[a-z]{2,}/[a-z0-9]|[a-z0-9]([.。]| ?[[({] ?(\.|dot) ?[])}] ?| dot )'
    || '(com|net|org|info|biz|shop|store|online|site|xyz|top|click|link|icu|vip|club|live|example|io|ai|dev|app|co|gg|tv|cc|ly|gl|gd|ws|pw|su'
    || '|tech|cloud|page|website|agency|digital|mobi|blog|bid|loan|bet|eu|uk|ca|au|nz|ie|de|ch|li|fr|es|pt|nl|lu|dk|se|fi|ee|lv|lt'
    || '|cz|sk|hu|ro|bg|gr|hr|si|ua|tr|ae|za|ng|ke|br|mx|ar|cl|jp|kr|cn|hk|tw|sg|vn|ph|pk|ru|kz|tk|ga|cf|gq|рф|xn--[a-z0-9-]+)\M')
$$;

-- Whether texts of the caller wait for a moderator: they have a word of the filter, or a link of a new account.
--   addresses  texts that are one address, such as that of a website: these are no links in a text
create function private.has_text_to_check(written text, addresses text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.matches_word_filter(concat_ws(E'\x1f', written, addresses), 'hold', private.get_setting('word_filter'))
    or private.get_setting('premoderate_links') = 'true' and private.was_new_account(auth.uid(), now())
      and coalesce(private.has_link(written), false)
$$;

-- A text of a sign-up, which cannot wait: null if the rules for posts would refuse or hold it.
create function private.take_text(written text) returns text
language sql stable security definer set search_path = '' as $$
  select written where not private.has_filtered_word(written)
    and not (private.get_setting('premoderate_links') = 'true' and private.has_link(written))
$$;

-- The number of a member's posts that visitors see, except for some.
create function private.count_shown_posts(member uuid, except_ids uuid[]) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) from (
    select id from public.reviews where user_id = member
    union all select id from public.tools where submitted_by = member
    union all select id from private.launches where user_id = member and not is_draft
    union all select id from public.lists where user_id = member and visibility <> 'private'
    union all select p.review_id from public.review_replies p
      join public.company_members m on m.company_id = p.company_id and m.is_confirmed where m.user_id = member
  ) posts where posts.id <> all (except_ids));
end $$;

-- Takes back what a member changed of a profile or a company, and stores it with a decision of the action `hold`. The page
-- stays as it was; that of a new company has no more than a name of the site. A later change that waits joins an earlier one.
--   before  the row before the change; null for a new company
create function private.hold_changes(decision bigint, subject_type text, subject_id uuid, before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant text := case subject_type when 'profile' then 'private.profiles' else 'public.companies' end;
  earlier jsonb;
begin
  perform set_config('toolmark.moving_content', 'hold', true);
  before := coalesce(before, '{"name": "Company in review"}');
  delete from private.removed_content removed using public.moderation_decisions d
    where removed.row_id = hold_changes.subject_id and removed.table_name = target
      and d.number = removed.decision and d.action = 'hold'
    returning removed.row_data into earlier;
  insert into private.removed_content (decision, position, table_name, row_id, owner_id, row_data)
    select hold_changes.decision, 0, target, hold_changes.subject_id,
      case subject_type when 'profile' then hold_changes.subject_id end,
      coalesce(earlier, '{}') || coalesce(jsonb_object_agg(field, after -> field), '{}')
    from unnest('{username,first_name,last_name,bio,avatar_url,job_title,company_name,name,logo_url,website,domain,size,industry,description}'::text[])
      as field where after ? field and after -> field is distinct from coalesce(before -> field, 'null');
  if subject_type = 'profile' then
    update private.profiles p set username = b.username, first_name = b.first_name, last_name = b.last_name, bio = b.bio,
        avatar_url = b.avatar_url, job_title = b.job_title, company_name = b.company_name
      from jsonb_populate_record(null::private.profiles, before) b where p.user_id = hold_changes.subject_id;
  else
    update public.companies c set name = b.name, logo_url = b.logo_url, website = b.website, domain = b.domain, size = b.size,
        industry = b.industry, description = b.description, verified = coalesce(b.verified, false)
      from jsonb_populate_record(null::public.companies, before) b where c.id = hold_changes.subject_id;
  end if;
  perform set_config('toolmark.moving_content', '', true);
end $$;

-- Holds new posts for approval, and changed ones: they are inserted and removed in one transaction, with a decision of
-- the action `hold`. No rule reads the rating. It runs by statement and after what counts: a row must be counted before
-- its removal subtracts it.
--   kind       of the subject
--   subject    the column with its id
--   texts      columns with text
--   addresses  columns with addresses
--   before     the rows before an update, in the order of those after it
create function private.hold_posts(kind text, subject text, texts text[], addresses text[], before jsonb[], after jsonb[]) returns void
language plpgsql set search_path = '' as $$
declare
  is_item constant boolean := subject = 'list_id';
  first_posts constant integer := private.get_setting('premoderate_first_posts')::integer;
  held uuid[] := '{}';
  shown_posts bigint;
  written text;
  is_new boolean;
  waits boolean;
  post record;
  decision bigint;
begin
  -- The defaults, with which names, launches and decisions about a tool alone hold a post.
  if not exists (select from private.site_settings where key in ('premoderate_first_posts', 'premoderate_links', 'word_filter'))
    and kind not in ('tool', 'company', 'launch')
    and (kind <> 'review' or before is not null or not exists (
      select from public.moderation_decisions where action = 'premoderate_reviews' and expires_at > now()))
    or not private.is_client_request() or private.is_exempt_from_approval()
  then
    return;
  end if;
  for post in
    select n.data, (n.data ->> subject)::uuid as id, before[n.place] as before
    from unnest(after) with ordinality as n (data, place)
  loop
    written := private.join_texts(post.data, texts);
    -- A draft and a list that was private are new posts when they are published. An entry changes its list.
    is_new := not is_item and (post.before is null or not private.is_shown_post(kind, post.before));
    if post.id = any (held) or not private.is_shown_post(kind, case when is_item
        then (select to_jsonb(l) from public.lists l where l.id = post.id) else post.data end)
      or not is_new and post.before - 'updated_at' = post.data - 'updated_at'
    then
      continue;
    end if;
    if kind = 'list' and is_new then
      written := concat_ws(E'\x1f', written, (select string_agg(note, E'\x1f') from public.list_items where list_id = post.id));
    end if;
    waits := false;
    if is_new and first_posts > 0 and kind <> 'profile' then
      if shown_posts is null then
        shown_posts := private.count_shown_posts(auth.uid(), array(select (data ->> subject)::uuid from unnest(after) as data));
      end if;
      waits := shown_posts < first_posts;
    end if;
    waits := waits
      or (is_new or is_item or (written, private.join_texts(post.data, addresses)) is distinct from
          (private.join_texts(post.before, texts), private.join_texts(post.before, addresses)))
        and private.has_text_to_check(written, private.join_texts(post.data, addresses))
      or kind = 'review' and is_new and private.is_premoderated((post.data ->> 'tool_id')::uuid)
      or kind = 'tool' and private.has_name_to_check(post.id, post.data ->> 'name', private.read_texts(post.data -> 'aliases'), auth.uid())
      or kind = 'company' and post.data ->> 'name' is distinct from post.before ->> 'name'
        and (private.looks_like_other(post.data ->> 'name', post.id)
          -- Companies may have one name from the beginning. One that takes the name of another may have proved its own.
          or post.before is not null and exists (select from private.list_companies_named(post.data ->> 'name', post.id)))
      or kind = 'launch' and (is_new or (post.data ->> 'tool_id', post.data ->> 'product_name', post.data ->> 'product_url') is distinct from
          (post.before ->> 'tool_id', post.before ->> 'product_name', post.before ->> 'product_url'))
        and private.speaks_for_other((post.data ->> 'tool_id')::uuid, post.data ->> 'product_name', post.data ->> 'product_url');
    if waits then
      decision := private.record_decision(kind, post.id, 'hold', 'premoderation', null, null, null, 'rule', null);
      if kind in ('profile', 'company') then
        perform private.hold_changes(decision, kind, post.id, post.before, post.data);
      else
        perform private.remove_content(decision, kind, post.id, moved_as => 'hold');
      end if;
      held := held || post.id;
    elsif is_new then
      shown_posts := shown_posts + 1;
    end if;
  end loop;
end $$;

-- A trigger of private.guard_posts. Its arguments are those of the function before, and the condition that a row before (o)
-- is that after (n).
create function private.hold_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb[];
  after jsonb[];
begin
  execute case tg_op when 'INSERT' then 'select null::jsonb[], array_agg(to_jsonb(n)) from new_rows n'
    else format('select array_agg(to_jsonb(o)), array_agg(to_jsonb(n)) from new_rows n join old_rows o on %s', tg_argv[4]) end
    into before, after;
  perform private.hold_posts(tg_argv[0], tg_argv[1], tg_argv[2]::text[], tg_argv[3]::text[], before, after);
  return null;
end $$;

-- Whether visitors see a row of a kind of post.
create function private.is_shown_post(kind text, row_data jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case kind when 'launch' then not row_data @> '{"is_draft": true}'
    when 'list' then row_data ->> 'visibility' <> 'private' else true end, false)
$$;

-- The rules for the texts that members write into a table (spec 3 §1.3); tools, reviews and launches have them in the files
-- of their writes. tests/rules/moderation/posts.test.ts reads from
-- the rights of members that each column which visitors see has one.
--   kind            of the subject that waits for approval; null if visitors do not see the table
--   lines           columns of one line, or lists of such
--   paragraphs      columns with line breaks
--   addresses       columns of one web address or domain
--   subject         the column with the id of the subject
--   is_by_function  whether functions of the schema write the rows for members
--   preparation     the function of the schema private that prepares a row (new, old)
--   others          columns that it reads besides
create procedure private.guard_posts(target regclass, kind text, lines text[], paragraphs text[] default '{}',
  addresses text[] default '{}', subject text default 'id', is_by_function boolean default false,
  preparation text default null, others text[] default '{}')
language plpgsql set search_path = '' as $procedure$
declare
  writer constant text := case when is_by_function then 'auth.uid() is not null' else 'current_user = ''authenticated''' end;
  before constant text := format('private.before_texts_of_%s', (select relname from pg_catalog.pg_class where oid = target));
  same_row constant text := (select string_agg(format('o.%1$I = n.%1$I', a.attname), ' and ')
    from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = target and i.indisprimary);
  hold constant text := format('execute function private.hold_posts(%L, %L, %L, %L, %L)', kind, subject, lines || paragraphs, addresses, same_row);
begin
  -- The filter comes last: markup that the preparation takes out would hide a word.
  execute format($body$create function %s() returns trigger language plpgsql security definer set search_path = '' as $$
    declare is_member constant boolean := %s;
    begin
      %s
      %s
      if is_member then perform private.refuse_filtered_text(%L, to_jsonb(old), to_jsonb(new)); end if;
      return new;
    end $$$body$, before, case when is_by_function then 'auth.uid() is not null' else 'private.is_member_statement()' end,
    (select string_agg(format('new.%1$I := private.%2$I(new.%1$I);', a.attname, case when a.atttypid = 'text[]'::regtype
        then 'clean_lines' when a.attname = any (lines) then 'clean_line' else 'clean_paragraphs' end), ' ' order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = target and a.attname = any (lines || paragraphs)),
    'new := private.' || preparation || '(new, old);', lines || paragraphs || addresses);
  execute format('create trigger prepare_texts before insert or update of %s on %s for each row when (private.note_writer(current_user)) execute function %s()',
    array_to_string(lines || paragraphs || addresses || others, ', '), target, before);
  if kind is not null then
    execute format('create trigger hold_new_posts after insert on %s referencing new table as new_rows for each statement when (%s) %s',
      target, writer, hold);
    execute format('create trigger hold_changed_posts after update on %s referencing old table as old_rows new table as new_rows for each statement when (%s) %s',
      target, writer, hold);
  end if;
end $procedure$;
call private.guard_posts('public.companies', 'company', '{name}', '{description}', '{website,domain}',
  preparation => 'prepare_company');
call private.guard_posts('private.profiles', 'profile', '{username,first_name,last_name,job_title,company_name}', '{bio}',
  subject => 'user_id', is_by_function => true);
-- Its members alone see the name of an invitation.
call private.guard_posts('public.review_campaigns', null, '{name}', is_by_function => true);
