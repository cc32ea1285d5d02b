-- Keys of the service itself, wrapped like those of people, so that the master key can be changed.
create table house_keys (
  name text primary key,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);
