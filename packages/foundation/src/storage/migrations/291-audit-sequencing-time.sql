-- expand-only
-- When the last step of the sequencer read. After an outage, entries of every day since then are looked for.
alter table audit_sequencing add column read_at timestamptz;
