-- Whether the link or code of a forgotten password began the session. Until its member has set a new
-- password, a change of what the account signs in with asks for no other proof.
alter table auth.sessions add column if not exists is_recovery boolean not null default false;
alter table auth.flow_state add column if not exists is_recovery boolean not null default false;
