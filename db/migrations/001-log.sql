-- The log: every recorded fact, in one order, for ever.
create table events (
  position bigint generated always as identity primary key,
  stream text not null check (length(stream) between 1 and 200),
  version integer not null check (version > 0),
  id text not null check (length(id) between 1 and 200),
  type text not null check (length(type) between 1 and 100),
  data jsonb not null check (jsonb_typeof(data) = 'object' and pg_column_size(data) <= 16384),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  recorded_at timestamptz not null default clock_timestamp(),
  unique (stream, version),
  unique (stream, id)
);

-- Any insert, by whatever statement, waits for the one before it to commit: positions become visible in their order,
-- so a reader never sees a gap that is filled later. Positions are drawn after this trigger has the lock.
create function events_in_order() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7710001);
  return null;
end $$;
create trigger events_in_order before insert on events for each statement execute function events_in_order();

create function events_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The log is append-only: % is refused', tg_op using errcode = '42501';
end $$;
create trigger events_refuse_change before update or delete or truncate on events
  for each statement execute function events_refuse_change();

-- Appends `new_events` ([{ id, type, data }]) to one stream. Ids already stored there are the same append tried again:
-- they are skipped before the expected version is looked at. Answers with the last event's version and position, and
-- whether all of them were there before.
create function append(
  to_stream text, expected integer, new_events jsonb, with_metadata jsonb,
  out version integer, out "position" bigint, out repeated boolean
) language plpgsql as $$
declare
  here integer;
  stored text[];
begin
  perform pg_advisory_xact_lock(7710001);

  select coalesce(array_agg(e.id), '{}'), max(e.version), max(e.position) into stored, version, "position"
    from events e
    where e.stream = to_stream and e.id in (select n ->> 'id' from jsonb_array_elements(new_events) n);
  repeated := cardinality(stored) = jsonb_array_length(new_events);
  if repeated then return; end if;

  select coalesce(max(e.version), 0) into here from events e where e.stream = to_stream;
  if expected is not null and expected <> here then
    raise exception 'Stream % is at version %, not %', to_stream, here, expected
      using errcode = 'BM001', detail = here::text;
  end if;

  with added as (
    insert into events (stream, version, id, type, data, metadata)
    select to_stream, here + row_number() over (order by n.ordinality), n.value ->> 'id', n.value ->> 'type', n.value -> 'data', with_metadata
      from jsonb_array_elements(new_events) with ordinality n
      where n.value ->> 'id' <> all (stored)
      order by n.ordinality
    returning events.version, events.position
  )
  select max(a.version), max(a.position) into version, "position" from added a;

  perform pg_notify('events', "position"::text);
end $$;
