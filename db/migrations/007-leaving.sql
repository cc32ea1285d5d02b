-- What a person was promised when the book arrived: a day, or the 30 days that Publishers may choose.
alter table uploads add column keeps_hours integer not null default 24 check (keeps_hours between 1 and 8760);
-- Deletions of accounts that have not come to their end.
create index events_deletions on events (recorded_at) where type = 'AccountDeletionRequested';
