-- expand-only
-- As before. The cases also leave the network, in which only screenings and scores of the application read them.
create or replace function erase_sandbox_data(application text) returns void
  language plpgsql security definer as $$
declare
  erased text;
begin
  perform from applications where application_id = application and environment = 'sandbox' for update;
  if not found then
    raise exception 'only the data of a sandbox application can be erased';
  end if;
  delete from fraud_network_parties where view = 'sandbox'
    and case_number in (select c.case_number from fraud_cases c where c.application_id = application);
  foreach erased in array array[
    'results', 'jobs', 'batch_items', 'batches', 'webhook_attempts', 'webhook_deliveries', 'events', 'idempotency_keys',
    'credit_consent_uses', 'credit_consent_approvals', 'credit_consents', 'credit_score_records',
    'fraud_case_entries', 'fraud_case_keys', 'fraud_evidence', 'fraud_party_keys', 'fraud_cases', 'fraud_report_counts',
    'aml_dispositions', 'monitor_clocks', 'monitor_months', 'monitors', 'face_reasons', 'open_work',
    'sign_in_approvals', 'sign_in_codes', 'sign_in_requests'
  ] loop
    execute format('delete from %I where application_id = $1', erased) using application;
  end loop;
end
$$;

do $$
begin
  execute format('alter function erase_sandbox_data(text) set search_path = %I, pg_temp', current_schema());
end
$$;
