-- Rebuilding is a few calls, each one statement of its own, so that nothing has to hold a connection between them.

-- Begins a new generation beside the live one and answers with its number; null while another rebuild is at work, which
-- shows by its checkpoint having moved within the last seconds. What a rebuild left that died is removed.
create function begin_rebuild(of_projection text, silent_seconds double precision) returns integer language plpgsql as $$
declare
  current integer;
begin
  insert into projections (name, generation, live) values (of_projection, 1, true) on conflict do nothing;
  select generation into strict current from projections where name = of_projection and live for update;
  perform 1 from projections where name = of_projection and not live
    and updated_at > clock_timestamp() - make_interval(secs => silent_seconds);
  if found then return null; end if;

  delete from views where projection = of_projection and generation <> current;
  delete from projections where name = of_projection and not live;
  insert into projections (name, generation, live, updated_at) values (of_projection, current + 1, false, clock_timestamp());
  return current + 1;
end $$;

-- Makes a rebuilt generation the live one, unless it is behind the one that readers see now (`anyway`: even then).
create function take_over(of_projection text, rebuilt integer, anyway boolean) returns boolean language plpgsql as $$
declare
  live_position bigint;
  rebuilt_position bigint;
begin
  select position into strict live_position from projections where name = of_projection and live for update;
  select position into rebuilt_position from projections where name = of_projection and generation = rebuilt for update;
  if not found then
    raise exception 'Generation % of projection % is gone', rebuilt, of_projection using errcode = 'BM002';
  end if;
  if rebuilt_position < live_position and not anyway then return false; end if;
  delete from projections where name = of_projection and live;
  update projections set live = true, updated_at = clock_timestamp() where name = of_projection and generation = rebuilt;
  return true;
end $$;
