import { accountRights, type RowRights } from './rights/account-rights.ts'

export type { RowRights }

const addOnly: RowRights = {}
const readOnly: RowRights = { insert: false }

/**
 * The rights that serving calls and operators' acts need. A stolen login has these and no others. A table that is
 * missing here is one that rows are only added to. A test compares the list with the statements of the product.
 */
export const appRights: Readonly<Record<string, RowRights>> = {
  // A dispute and its answers never change; only whether there is an answer.
  access_dispute_answers: addOnly,
  access_disputes: { update: ['status', 'changed_at'] },

  // Evidence, and what was reported or charged.
  acts: addOnly,
  audit_entries: addOnly,
  audit_leaves: addOnly,
  audit_checkpoints: addOnly,
  audit_cosignatures: addOnly,
  // A trigger refuses a change of the hashes that are there.
  audit_bundles: { update: ['commitments'] },
  audit_tiles: { update: ['hashes'] },
  audit_trees: { insert: false, update: ['size'] },
  audit_sequencing: {
    insert: false,
    update: ['read_until', 'sweep_day', 'sweep_application', 'sweep_entry'],
  },
  audit_witnesses: { update: ['size', 'refused_at', 'refusal'] },
  face_reasons: addOnly,
  results: addOnly,
  call_charges: addOnly,
  events: addOnly,
  webhook_attempts: addOnly,
  alarms: addOnly,
  authentication_failures: addOnly,
  lookup_sketches: addOnly,
  aml_dispositions: addOnly,
  credit_model_decisions: addOnly,
  credit_models: addOnly,
  face_calibration_decisions: addOnly,
  face_calibrations: addOnly,
  credit_score_records: addOnly,

  // Only the owner erases the salt of a day, and with it what was sealed on that day.
  day_salts: addOnly,
  // A trigger allows changes of those secrets that a process renews. `name` is assigned, never changed.
  installation_secrets: { update: ['name', 'sealed', 'created_at'] },
  schema_migrations: readOnly,
  // A start sets them as the owner.
  installation_rules: readOnly,

  ...accountRights('member'),
  member_registrations: { delete: true },
  ...accountRights('operator'),
  operators: {
    update: [
      ...['roles', 'enrolment_hash', 'enrolment_expires_at', 'enrolled_at'],
      ...['disabled_at', 'version', 'invited_by'],
    ],
  },
  proposals: { update: ['status', 'decided_by', 'decided_account', 'decided_reason', 'decided_at'] },
  mails: { update: ['state', 'sealed_mail', 'attempts', 'next_attempt_at', 'sent_at'] },
  organization_invitations: { update: ['status', 'decided_at'] },
  organization_members: { update: ['roles', 'version'], delete: true },
  organization_subscriptions: { delete: true },
  production_review_files: addOnly,
  production_review_messages: addOnly,
  conformance_runs: { update: ['status', 'checks', 'attempts', 'leased_until', 'ended_at'] },
  production_reviews: {
    update: [
      ...['status', 'enhanced', 'services', 'scopes', 'purposes', 'sealed_answers', 'reason', 'version'],
      ...['decided_by', 'submitted_at', 'decided_at', 'claimed_by'],
    ],
  },
  organizations: {
    update: [
      ...['name', 'rccm', 'account_status', 'status_reason', 'status_changed_at', 'comparison', 'version'],
      'subscriptions_version',
    ],
  },
  applications: {
    update: [
      ...['counterpart_id', 'production_status', 'version'],
      ...['proposed_name', 'proposed_logo', 'proposed_logo_hash'],
      ...['selected_scopes', 'selected_purposes', 'approved_scopes', 'approved_purposes'],
      'name',
      'environment',
      'services',
      'approved_services',
      'suspended_services',
      'withheld_approvals',
      'scopes',
      'purposes',
      'ip_allowlist',
      'burst_per_second',
      'quotas',
      'batch_items_per_day',
      'may_omit_liveness',
      'service_settings',
      'redirect_uris',
      'test_clock_ms',
      'logo',
      'logo_hash',
    ],
  },
  api_keys: { update: ['revoked_at'] },
  client_certificates: { update: ['revoked_at'] },
  webhook_endpoints: { update: 'all', delete: true },

  nonces: addOnly,
  bursts: { update: ['second', 'used'] },
  idempotency_keys: { update: 'all', delete: true },
  usage_counters: { update: ['used', 'calls_limit'] },
  billing_allowances: { update: ['available', 'held', 'spent', 'posted'] },
  billing_budgets: { update: ['amount', 'alerted_month'] },
  // An invoice never changes once it is issued, except for its payment.
  billing_invoice_lines: addOnly,
  billing_invoice_numbers: { update: ['last'] },
  billing_invoiced_usage: addOnly,
  billing_invoices: { update: ['status', 'amount_due', 'credited_net', 'paid_at'] },
  billing_notices: addOnly,
  billing_payment_proofs: addOnly,
  billing_payment_requests: { update: ['status', 'provider_reference', 'payment_id', 'decided_at'] },
  billing_payments: { update: ['status', 'decided_at', 'decided_by', 'reason', 'unapplied'] },
  billing_proposals: {
    update: ['executed_by', 'executed_at', 'declined_by', 'declined_at', 'declined_reason'],
  },
  billing_topups: { update: ['status', 'invoice_id', 'decided_at', 'decided_by', 'reason'] },
  billing_usage: addOnly,
  billing_wallets: {
    update: [
      'threshold_version',
      'mode',
      'currency',
      'credit_limit',
      'alert_threshold',
      'balance_is_low',
      'suspended',
      'updated_at',
    ],
  },
  ledger_balances: { update: ['balance'] },
  ledger_entries: addOnly,
  ledger_transactions: addOnly,
  price_lists: addOnly,
  open_work: { update: ['open_jobs', 'open_items'] },
  batches: { update: ['cancelled_at', 'completed_at', 'succeeded_items', 'failed_items'] },
  batch_items: {
    update: ['status', 'starts', 'sealed_request', 'sealed_error', 'result_id', 'result_day'],
  },
  jobs: {
    update: ['status', 'starts', 'sealed_request', 'sealed_error', 'result_id', 'result_day', 'finished_at'],
  },
  event_positions: { update: ['last'] },
  webhook_deliveries: { update: ['state', 'round', 'attempts', 'next_attempt_at', 'leased_until'] },

  citizens: { update: 'all' },
  businesses: { update: 'all' },
  device_enrolments: {
    update: [
      ...['attempts_left', 'captures_left', 'state', 'challenge', 'ended_at', 'checking_until'],
      ...['wrong_codes', 'wrong_of_message', 'reported_at'],
    ],
  },
  citizen_devices: {
    update: [
      'revoked_at',
      'challenge',
      'challenge_ends_at',
      'last_used_at',
      'sign_count',
      'notices_seen_at',
      'sealed_push',
      'push_hash',
    ],
  },
  citizen_sessions: { update: ['expires_at'], delete: true },
  citizen_settings: { update: ['notify_accesses', 'accesses_notified_at'] },
  credit_records: { update: ['as_of', 'fields', 'imported_at'] },
  document_numbers: { delete: true },
  phone_numbers: { delete: true },
  register_files: addOnly,
  register_imports: { update: 'all' },
  register_revision: { update: ['revision'] },

  face_changes: { update: ['change'] },
  face_templates: { update: ['sealed_template', 'enrolled_at', 'change', 'source'] },

  list_entries: { update: ['removed_in'] },
  list_followers: { update: ['seen_at', 'list_change'], delete: true },
  list_ftm_entities: { update: ['schema', 'ends', 'referents', 'body'], delete: true },
  list_versions: { update: ['confirmed_at', 'etag'] },
  screening_settings: { update: ['threshold', 'updated_at'] },

  fraud_network_changes: addOnly,
  fraud_network_parties: { update: 'all', delete: true },
  fraud_network_revision: { insert: false, update: ['revision'] },
  fraud_cases: {
    update: [
      'status',
      'changed_at',
      'assignee',
      'priority',
      'proposed_status',
      'proposed_by',
      'proposed_account',
      'duplicate_of',
      'listed_victims',
      'despite_mismatch',
      'objected_by',
      'objection_decision',
      'objection_decision_by',
      'objection_decision_account',
      'false_report',
      'false_report_by',
      'false_report_account',
      'revision',
    ],
  },
  fraud_evidence: { update: ['malware', 'scanned_at'] },
  fraud_report_counts: { update: ['reports'] },
  fraud_case_numbers: { update: ['next_number'] },
  credit_consent_approvals: addOnly,
  credit_consent_uses: addOnly,
  credit_consents: {
    update: [
      'status',
      'consent_id',
      'granted_at',
      'lapses_at',
      'due_status',
      'due_at',
      'changed_at',
      'sealed_reason',
    ],
  },
  monitoring_progress: { update: 'all' },
  monitor_months: { update: ['charged_at'] },
  monitors: { update: 'all' },

  // What a device signed.
  sign_in_approvals: addOnly,
  sms_messages: {
    update: ['attempts', 'next_attempt_at', 'state', 'sealed_message', 'sent_at', 'taken_at', 'reserved'],
  },
  receipt_keys: { update: ['ends_at'] },
  sign_in_keys: { update: ['ends_at'] },
  sign_in_requests: {
    update: [
      'status',
      'identified_at',
      'citizen',
      'sealed_citizen',
      'answers_at',
      'answer',
      'answered_at',
      'approved_with',
      'quiet',
      'source',
      'reported_at',
      'expires_at',
      'replaced_by',
      'other_face_at',
      'other_face_of',
    ],
  },
  sign_in_codes: {
    update: [
      'redeemed_at',
      'token_hash',
      'token_expires_at',
      'token_revoked_at',
      'token_certificate',
      'consent_id',
      'consent_expires_at',
    ],
  },

  notifier_progress: { insert: false, update: ['accesses_until'] },
  push_messages: { update: ['attempts', 'next_attempt_at'], delete: true },

  readiness_checks: { update: ['checked_at'], delete: true },
}

export const rightsOf = (
  table: string,
): Required<{ [verb in 'insert' | 'delete']: boolean }> & {
  update: 'all' | readonly string[]
} => {
  const { insert = true, update = [], delete: mayDelete = false } = appRights[table] ?? addOnly
  return { insert, update, delete: mayDelete }
}
