-- What retention looks for among all events: places that were reserved, by age.
create index events_reserved on events (recorded_at) where type in ('ScanReserved', 'RepairReserved');
-- Uploads by age, the oldest first.
create index uploads_age on uploads (created_at);
