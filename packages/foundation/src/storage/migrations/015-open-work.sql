-- How much accepted work of an application has not ended: what bounds it, and what its turns in the queues follow.
create table open_work (
  application_id text primary key,
  open_items bigint not null default 0 check (open_items >= 0),
  open_jobs bigint not null default 0 check (open_jobs >= 0)
) with (fillfactor = 50);

insert into open_work (application_id, open_items, open_jobs)
select application_id, sum(items), sum(jobs) from (
  select application_id, 1 as items, 0 as jobs from batch_items where status in ('pending', 'running')
  union all
  select application_id, 0, 1 from jobs where status = 'pending'
) as work group by application_id;

-- The usage of accepted work is counted at acceptance. Work that an earlier release accepted is counted when it ends.
alter table batches add column reserved boolean not null default false;
alter table jobs add column reserved boolean not null default false;

-- How often it was started without an end: work that kills its process is given up after three starts.
alter table batch_items add column starts smallint not null default 0;
alter table jobs add column starts smallint not null default 0;
