/**
 * How each table is placed when the database has several nodes.
 *
 * - `tenant`: rows of one application, by `application_id`. A statement touches one application, so one node.
 * - `citizen`: rows of one person or one file of a person, by the named column.
 * - `reference`: a copy on every node. It is read together with the others and changes seldom.
 * - `local`: on the coordinator alone. Only maintenance reads it, or it has one row for each process.
 */
export type TableKind =
  | { kind: 'tenant' }
  | { kind: 'citizen'; column: string }
  | { kind: 'reference' }
  | { kind: 'local' }

const tenant: TableKind = { kind: 'tenant' }
const reference: TableKind = { kind: 'reference' }
const local: TableKind = { kind: 'local' }

export const tenantColumn = 'application_id'

/** Every table of the schema. A test compares it with the live database. */
export const tableKinds: Readonly<Record<string, TableKind>> = {
  access_dispute_answers: tenant,
  access_disputes: tenant,
  alarms: tenant,
  aml_dispositions: tenant,
  api_keys: tenant,
  applications: tenant,
  audit_entries: tenant,
  batch_items: tenant,
  batches: tenant,
  billing_allowances: tenant,
  billing_budgets: tenant,
  bursts: tenant,
  call_charges: tenant,
  charges: tenant,
  client_certificates: tenant,
  credit_consent_approvals: tenant,
  credit_consent_uses: tenant,
  credit_consents: tenant,
  credit_score_records: tenant,
  event_positions: tenant,
  events: tenant,
  face_reasons: tenant,
  fraud_case_entries: tenant,
  fraud_case_keys: tenant,
  fraud_cases: tenant,
  fraud_report_counts: tenant,
  service_restorations: tenant,
  fraud_evidence: tenant,
  fraud_party_keys: tenant,
  idempotency_keys: tenant,
  jobs: tenant,
  lookup_sketches: tenant,
  monitor_months: tenant,
  monitors: tenant,
  nonces: tenant,
  open_work: tenant,
  results: tenant,
  sign_in_approvals: tenant,
  sign_in_codes: tenant,
  sign_in_requests: tenant,
  usage_counters: tenant,
  webhook_attempts: tenant,
  webhook_deliveries: tenant,
  webhook_endpoints: tenant,

  citizens: { kind: 'citizen', column: 'svc_id' },
  citizen_devices: { kind: 'citizen', column: 'citizen' },
  citizen_sessions: { kind: 'citizen', column: 'session_hash' },
  citizen_settings: { kind: 'citizen', column: 'citizen' },
  credit_records: { kind: 'citizen', column: 'svc_id' },
  device_enrolments: { kind: 'citizen', column: 'enrolment_hash' },
  face_templates: { kind: 'citizen', column: 'svc_id' },
  register_files: { kind: 'citizen', column: 'file_id' },

  businesses: reference,
  // Joined with `citizens` by a number that does not determine the citizen's node.
  document_numbers: reference,
  phone_numbers: reference,
  fraud_network_parties: reference,
  credit_model_decisions: reference,
  credit_models: reference,
  list_entries: reference,
  list_ftm_entities: reference,
  list_versions: reference,
  organizations: reference,
  screening_settings: reference,
  sign_in_keys: reference,

  acts: local,
  authentication_failures: local,
  billing_invoice_lines: local,
  billing_invoice_numbers: local,
  billing_invoiced_usage: local,
  billing_invoices: local,
  billing_notices: local,
  billing_payment_proofs: local,
  billing_payment_requests: local,
  billing_payments: local,
  billing_proposals: local,
  billing_topups: local,
  billing_usage: local,
  billing_wallets: local,
  day_salts: local,
  detached_partitions: local,
  face_changes: local,
  fraud_network_changes: local,
  fraud_network_revision: local,
  fraud_case_numbers: local,
  installation_rules: local,
  installation_secrets: local,
  ledger_balances: local,
  ledger_entries: local,
  ledger_transactions: local,
  list_followers: local,
  maintenance_state: local,
  monitoring_progress: local,
  notifier_progress: local,
  price_lists: local,
  push_messages: local,
  readiness_checks: local,
  register_imports: local,
  register_revision: local,
  schema_migrations: local,
  sms_messages: local,
}
