-- The PKCE flow, as in GoTrue: the codes with which a mailed link or a provider leads back, each for
-- one use. The table stores their SHA-256.
create table if not exists auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  auth_code_hash text not null unique,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  authentication_method text not null check (authentication_method in ('otp', 'oauth')),
  created_at timestamptz not null default now()
);
create index if not exists flow_state_user_id_idx on auth.flow_state (user_id);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at);
