-- expand-only
-- The member or the system that triggered a comparison of faces, sealed. Null: an earlier release stored the reason alone.
alter table face_reasons add column sealed_trigger bytea;
