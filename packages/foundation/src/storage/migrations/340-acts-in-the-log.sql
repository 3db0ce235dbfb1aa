-- expand-only
-- The transaction that wrote an act. The sequencer of the transparency log finds with it, exactly once, what was committed since its
-- last step. Acts of before have none.
alter table acts add column written_in xid8;
alter table acts alter column written_in set default pg_current_xact_id();

-- The place of an act in the tree of production, and the random bytes of its commitment. Acts are kept, and so are these.
create table act_leaves (
  act_number bigint primary key,
  leaf_index bigint not null,
  salt bytea not null check (octet_length(salt) = 16)
);

-- The snapshot of the last step for acts, apart from that of entries: an earlier release moves that one and takes no act. While acts
-- of before are taken: the number of the last one.
alter table audit_sequencing add column acts_read_until text;
alter table audit_sequencing add column acts_sweep_number bigint;
