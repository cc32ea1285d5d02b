-- A generation's number is never given twice, so a rebuild that was thought dead and wakes up finds its own gone.
create or replace function begin_rebuild(of_projection text, silent_seconds double precision) returns integer language plpgsql as $$
declare
  current integer;
  highest integer;
begin
  insert into projections (name, generation, live) values (of_projection, 1, true) on conflict do nothing;
  select generation into strict current from projections where name = of_projection and live for update;
  perform 1 from projections where name = of_projection and not live
    and updated_at > clock_timestamp() - make_interval(secs => silent_seconds);
  if found then return null; end if;

  select max(generation) into highest from projections where name = of_projection;
  delete from views where projection = of_projection and generation <> current;
  delete from projections where name = of_projection and not live;
  insert into projections (name, generation, live, updated_at) values (of_projection, highest + 1, false, clock_timestamp());
  return highest + 1;
end $$;
