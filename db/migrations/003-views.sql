-- Read models. A projection may have several generations: the live one, and one that is being rebuilt beside it.
create table projections (
  name text not null,
  generation integer not null,
  live boolean not null,
  -- everything up to here is in the views; moved in the same transaction as their rows
  position bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (name, generation)
);
create unique index projections_live on projections (name) where live;

create table views (
  projection text not null,
  generation integer not null,
  key text not null,
  document jsonb not null,
  owner text,
  at timestamptz,
  primary key (projection, generation, key)
);
create index views_owner on views (projection, generation, owner, at desc);
create index views_at on views (projection, generation, at desc);
