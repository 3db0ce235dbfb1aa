/** The kind of `data.object` of an event. */
export type EventObjectKind =
  | 'job'
  | 'job_result'
  | 'batch'
  | 'alert'
  | 'removed_hit'
  | 'fraud_report'
  | 'credit_consent'
  | 'application'
  | 'wallet'
  | 'invoice'
  | 'payment'
  | 'topup_request'

/** Every event type of spec/webhooks#event-catalogue, including types that no module sends yet. */
export const eventCatalogue = {
  'kyc_validation.completed': { object: 'job', summary: 'An asynchronous single KYC Validation finished.' },
  'face_recognition.completed': {
    object: 'job',
    summary: 'An asynchronous Face Recognition finished, with or without a match.',
  },
  'kyb_verification.completed': { object: 'job', summary: 'An asynchronous KYB Verification finished.' },
  'aml_screening.completed': {
    object: 'job_result',
    summary: 'An asynchronous AML screening finished; contains `job_id` and `result`.',
  },
  'aml_screening.alert': {
    object: 'alert',
    summary: 'Monitoring found a new hit, a changed risk level or a changed PEP status.',
  },
  'aml_screening.hit_removed': {
    object: 'removed_hit',
    summary: 'An entry that monitoring had found left its list, without an alert.',
  },
  'credit_score.completed': { object: 'job', summary: 'An asynchronous Credit Scoring finished.' },
  'credit_consent.status_changed': {
    object: 'credit_consent',
    summary: 'A consent request, or the consent of a sign-in, changed status.',
  },
  'age_verification.completed': { object: 'job', summary: 'An asynchronous Age Verification finished.' },
  'fraud_report.created': {
    object: 'fraud_report',
    summary: 'A report was received and assigned a case number.',
  },
  'fraud_report.status_changed': { object: 'fraud_report', summary: 'A case changed status.' },
  'usurpation_report.status_changed': {
    object: 'fraud_report',
    summary: 'Legacy: a case created through the legacy alias changed status.',
  },
  'job.completed': {
    object: 'job',
    summary: 'An asynchronous single request completed; contains its result.',
  },
  'job.failed': { object: 'job', summary: 'An asynchronous single request failed; contains its error.' },
  'batch.completed': { object: 'batch', summary: 'Every item of a batch succeeded.' },
  'batch.completed_with_errors': {
    object: 'batch',
    summary: 'A batch finished and at least one item failed.',
  },
  'application.production_status_changed': {
    object: 'application',
    summary: 'The production review changed status.',
  },
  'billing.balance_low': { object: 'wallet', summary: 'The prepaid wallet fell below its alert threshold.' },
  'billing.invoice_issued': { object: 'invoice', summary: 'An invoice was issued.' },
  'billing.invoice_paid': { object: 'invoice', summary: 'An invoice was paid in full.' },
  'billing.invoice_reminder': { object: 'invoice', summary: 'An invoice is due soon or past due.' },
  'billing.invoice_overdue': { object: 'invoice', summary: 'An invoice passed its due date.' },
  'billing.invoice_voided': { object: 'invoice', summary: 'An invoice was voided.' },
  'billing.credit_note_issued': { object: 'invoice', summary: 'A credit note was issued.' },
  'billing.payment_approved': { object: 'payment', summary: 'A declared payment was approved and applied.' },
  'billing.payment_rejected': { object: 'payment', summary: 'A declared payment was rejected.' },
  'billing.topup_approved': {
    object: 'topup_request',
    summary: 'A top-up request was approved; its invoice is issued.',
  },
  'billing.topup_rejected': { object: 'topup_request', summary: 'A top-up request was rejected.' },
  'billing.wallet_credited': { object: 'wallet', summary: 'The wallet was credited.' },
  'billing.wallet_adjusted': { object: 'wallet', summary: 'The wallet was adjusted by the service.' },
  'billing.mode_changed': { object: 'wallet', summary: 'The billing mode or the credit limit changed.' },
  'billing.services_suspended': { object: 'wallet', summary: 'Billable services were suspended.' },
  'billing.services_restored': { object: 'wallet', summary: 'Billable services were restored.' },
} as const satisfies Record<string, { object: EventObjectKind; summary: string }>

export type EventType = keyof typeof eventCatalogue
export const eventTypes = Object.keys(eventCatalogue) as EventType[]

export const isEventType = (value: string): value is EventType => Object.hasOwn(eventCatalogue, value)
