-- Attempts that all processes count together. The columns are those of rate-limiter-flexible. A crash of
-- the server empties the table.
create unlogged table if not exists auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
