-- expand-only
-- The fraud network counts its changes. Monitoring follows them as it follows the register.

-- One row. A transaction that changes the network locks it, so that the order of the revisions is the order of commits.
create table fraud_network_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null,
  -- Changes up to this revision may be deleted already.
  forgotten_through bigint not null default 0
) with (fillfactor = 50);
insert into fraud_network_revision (revision) values (0);

-- The facts by which a changed case knows a party, before and after the change. Deleted after their retention.
create table fraud_network_changes (
  revision bigint not null,
  view text not null,
  svc_id text,
  rccm text,
  date_of_birth date,
  nationality text,
  changed_at timestamptz not null default now()
);
create index fraud_network_changes_by_revision on fraud_network_changes (revision);
create index fraud_network_changes_by_time on fraud_network_changes (changed_at);

alter table monitoring_progress add column network_revision bigint not null default 0;

-- The kind of actor that caused an entry: an application by a call, or the system by itself.
alter table audit_entries add column actor text not null default 'application';
