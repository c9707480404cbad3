-- The part of Supabase's schema realtime that the embedded backend uses for broadcasts and presence.
-- Idempotent; runs before the migrations.
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Messages of realtime.send. The policies decide about private channels: select about reading, insert
-- about sending, each for the extensions broadcast and presence.
create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  primary key (id, inserted_at)
);
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
-- Without BYPASSRLS, which only a superuser may give before PostgreSQL 16.
do $$
begin
  if not exists (select from pg_policy where polrelid = 'realtime.messages'::regclass
                 and polname = 'service_role_all') then
    create policy service_role_all on realtime.messages for all to service_role
      using (true) with check (true);
  end if;
end $$;

-- The channel's name, for policies.
create or replace function realtime.topic() returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

-- Delivers a message to a channel after the commit. A message that the caller may not send is dropped
-- with a warning.
create or replace function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
) returns void language plpgsql set search_path = '' as $$
declare
  generated_id uuid := gen_random_uuid();
  final_payload jsonb := payload;
begin
  if not payload ? 'id' then
    final_payload := jsonb_set(payload, '{id}', to_jsonb(generated_id));
  end if;
  execute format('set local realtime.topic to %L', topic);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (generated_id, final_payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;

-- For triggers: sends the row before and after a change.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name,
      'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;

-- Announces a message to the processes of the backend. A notification holds less than 8,000 bytes: a
-- larger message is read from the table. Rows without a payload are those of realtime.channel_access.
create or replace function realtime.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice text := json_build_object(
    'row', new.id, 'topic', new.topic, 'event', new.event, 'payload', new.payload::text,
    'private', new.private);
begin
  if octet_length(notice) >= 7900 then
    notice := json_build_object('row', new.id);
  end if;
  perform pg_notify('realtime', notice);
  return null;
end $$;
create or replace trigger announce_message after insert on realtime.messages
  for each row when (new.payload is not null and new.extension = 'broadcast')
  execute function realtime.announce_message();

-- Inserts a row that realtime.channel_access tries to read.
create or replace function realtime.insert_probe(topic text, extension text) returns uuid
language sql security definer set search_path = '' as $$
  insert into realtime.messages (topic, extension) values (topic, extension) returning id
$$;

-- What the caller may do on a private channel. All rows that it inserts are removed at its end, by the
-- rollback of a subtransaction.
create or replace function realtime.channel_access(
  topic text,
  out can_read_broadcasts boolean, out can_send_broadcasts boolean,
  out can_read_presence boolean, out can_track boolean
) language plpgsql set search_path = '' as $$
declare
  broadcast_id uuid;
  presence_id uuid;
begin
  can_send_broadcasts := false;
  can_track := false;
  begin
    execute format('set local realtime.topic to %L', topic);
    broadcast_id := realtime.insert_probe(topic, 'broadcast');
    presence_id := realtime.insert_probe(topic, 'presence');
    can_read_broadcasts := exists (select from realtime.messages m where m.id = broadcast_id);
    can_read_presence := exists (select from realtime.messages m where m.id = presence_id);
    begin
      insert into realtime.messages (topic, extension) values (channel_access.topic, 'broadcast');
      can_send_broadcasts := true;
    exception when insufficient_privilege then null;
    end;
    begin
      insert into realtime.messages (topic, extension) values (channel_access.topic, 'presence');
      can_track := true;
    exception when insufficient_privilege then null;
    end;
    raise exception using errcode = 'RTEND';
  exception when sqlstate 'RTEND' then null;
  end;
end $$;

-- Messages between the processes of the backend that are too large for a notification. The backend
-- deletes them after a minute.
create unlogged table if not exists realtime.bus_messages (
  id bigint generated always as identity primary key,
  payload text not null,
  created_at timestamptz not null default now()
);
-- The sender is named with the id of a large message, so that it does not read its own.
create or replace function realtime.publish(payloads text[], sender text default null) returns void
language plpgsql set search_path = '' as $$
declare
  message text;
  message_id bigint;
begin
  foreach message in array payloads loop
    if octet_length(message) < 7900 then
      perform pg_notify('realtime', message);
    else
      insert into realtime.bus_messages (payload) values (message) returning id into message_id;
      perform pg_notify('realtime', json_build_object('large', message_id, 'from', sender)::text);
    end if;
  end loop;
end $$;
revoke execute on function realtime.publish(text[], text) from public;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text),
  realtime.insert_probe(text, text), realtime.channel_access(text)
  to anon, authenticated, service_role;
