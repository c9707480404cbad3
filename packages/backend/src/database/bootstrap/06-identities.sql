-- External accounts that sign in here, as in GoTrue. Only the backend reads this table.
create table if not exists auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  -- The issuer, or the origin of a self-hosted provider: another one may give the same id to another
  -- account.
  issuer text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identities_provider_key unique (provider, provider_id, issuer)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);
