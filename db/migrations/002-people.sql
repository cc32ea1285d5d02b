-- What identifies a person. Everything readable is sealed with the person's own key, so that destroying one small row
-- makes all of it unreadable, also in backups of the other tables.
create table people (
  id uuid primary key,
  -- HMAC of issuer and subject: stays 31 days after forgetting, so that deleting an account does not reset its limits
  subject_hash bytea not null unique,
  profile bytea,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  forgotten_at timestamptz
);

create table person_keys (
  person uuid primary key,
  -- the key, wrapped with the service's master key
  wrapped bytea not null,
  created_at timestamptz not null default now()
);

create table uploads (
  job_id text primary key check (length(job_id) between 1 and 64),
  owner uuid not null,
  blob_key text not null,
  bytes bigint not null,
  -- sealed with the owner's key
  file_name bytea not null,
  created_at timestamptz not null default now()
);
create index uploads_owner on uploads (owner, created_at desc);

create table sessions (
  id uuid primary key,
  -- SHA-256 of the cookie's token: who reads the table cannot sign in with it
  token_hash bytea not null unique,
  owner uuid not null,
  roles text[] not null,
  -- sealed with the owner's key; needed to sign out at the provider
  id_token bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_owner on sessions (owner);
create index sessions_expiry on sessions (expires_at);
