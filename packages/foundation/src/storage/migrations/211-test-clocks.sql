-- expand-only
-- How far the clock of a sandbox application is ahead. It is read with the application, so that a call needs no further
-- round trip. Production has no such clock.
alter table applications add column test_clock_ms bigint not null default 0
  check (test_clock_ms >= 0 and (test_clock_ms = 0 or environment = 'sandbox'));
create index applications_with_a_test_clock on applications (application_id) where test_clock_ms > 0;

-- Removes the data that calls of a sandbox application made. Its configuration, its keys and the audit log stay. The login
-- that serves calls may delete none of these rows: it may only call this function, which knows the sandbox alone.
create function erase_sandbox_data(application text) returns void
  language plpgsql security definer as $$
declare
  erased text;
begin
  perform from applications where application_id = application and environment = 'sandbox' for update;
  if not found then
    raise exception 'only the data of a sandbox application can be erased';
  end if;
  foreach erased in array array[
    'results', 'jobs', 'batch_items', 'batches', 'webhook_attempts', 'webhook_deliveries', 'events', 'idempotency_keys',
    'credit_consent_uses', 'credit_consent_approvals', 'credit_consents', 'credit_score_records',
    'fraud_case_entries', 'fraud_case_keys', 'fraud_evidence', 'fraud_party_keys', 'fraud_cases', 'fraud_report_counts',
    'aml_dispositions', 'monitor_months', 'monitors', 'face_reasons', 'open_work',
    'sign_in_approvals', 'sign_in_codes', 'sign_in_requests'
  ] loop
    execute format('delete from %I where application_id = $1', erased) using application;
  end loop;
end
$$;

revoke all on function erase_sandbox_data(text) from public;

-- A caller must not put objects of its own in front of those that a function of the owner uses.
do $$
begin
  execute format('alter function erase_sandbox_data(text) set search_path = %I, pg_temp', current_schema());
end
$$;
