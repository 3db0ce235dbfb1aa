-- expand-only
-- The access log of citizens: the entries of one subject, found in each partition by an index.

-- Only entries that the log may show are in it. A screening or a report therefore changes neither the result nor its time.
create index audit_entries_of_subject on audit_entries (subject, day, at, entry_id)
  where subject is not null and result_id is not null
    and service in ('kyc_validation', 'age_verification', 'face_recognition', 'credit_scoring', 'sso_login');

-- Later reads of a result: a retrieval, a page of a batch, a file, a replayed response, the claims of a sign-in.
create index audit_entries_of_read on audit_entries using gin (read_ids) where read_ids <> '{}';
