-- expand-only
-- When a scanner read the file last. Null: it was not scanned, or it is not known.
alter table fraud_evidence add column scanned_at timestamptz;
create index fraud_evidence_unscanned on fraud_evidence (written_at) where scanned_at is null;
