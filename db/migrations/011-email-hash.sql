-- By which support finds a person's account: a keyed hash of the address, as it was at the last sign-in. It goes with the person.
alter table people add column email_hash bytea;
create index people_email on people (email_hash) where email_hash is not null;
