-- expand-only
-- The results that a stored response discloses: the audit entry of a replay names them without reading the response.
-- Null for a response that an earlier release stored.
alter table idempotency_keys add column disclosed_ids text[];
