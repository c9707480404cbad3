-- Codes for a new password, as in GoTrue. The account of an operator's link is allowed whatever the
-- product's rules for sign-ups are.
alter table auth.users add column if not exists reauthentication_sent_at timestamptz;
alter table auth.one_time_tokens
  add column if not exists is_by_operator boolean not null default false;
