import type {
  ApplicationUse,
  ConformanceRun,
  ConsoleAlert,
  ConsoleApplication,
  ConsoleCertificate,
  ConsoleDelivery,
  ConsoleDisposition,
  ConsoleDispute,
  ConsoleMonitor,
  ConsoleWebhook,
  FaceReason,
  Invitation,
  Invoice,
  LoggedRequest,
  Me,
  Member,
  MoneyAmount,
  MySession,
  MySignIn,
  Organization,
  OrganizationAct,
  Payment,
  PriceList,
  Review,
  TopUp,
  Wallet,
} from '@nani/contract/console'

/** The text of a stranger: HTML, a formula of a spreadsheet, and a mark that turns the direction. */
export const hostile = '<img src=x onerror=alert(1)>=1+1\u202eevil'

const at = '2026-11-24T10:00:00.000Z'
export const organizationId = 'org_01M7YS1Q44S1432YGAVSNSSJEF'
export const sandboxId = 'app_01M7YS1Q44S1432YGAVSNSSJEF'
export const productionId = 'app_01M7YS1Q44S1432YGAVSNSSJEG'

export const me: Me = {
  ...{ object: 'person', id: 'per_1', email: 'amina.kabeya@banquedufleuve.cd', name: 'Amina Kabeya' },
  ...{ language: 'fr', created_at: at },
  second_factor: {
    totp: true,
    passkeys: [{ id: 'psk_1', name: 'Téléphone', created_at: at, last_used_at: at }],
    recovery_codes_left: 9,
  },
  session: { id: 'ses_1', second_factor_at: at, expires_at: at },
  national_identity: { is_offered: true, linked_at: at },
  organizations: [
    { organization_id: organizationId, name: 'Banque du Fleuve', status: 'verified', roles: ['owner'] },
    { organization_id: 'org_2', name: hostile, status: 'pending', roles: ['developer', 'financial_officer'] },
  ],
}
export const newcomer: Me = {
  ...me,
  second_factor: { totp: false, passkeys: [], recovery_codes_left: 0 },
  national_identity: { is_offered: true, linked_at: null },
  organizations: [],
}

export const organization: Organization = {
  ...{ object: 'organization', id: organizationId, name: 'Banque du Fleuve', rccm: 'CD/KNG/RCCM/00-B-00001' },
  ...{ status: 'verified', status_reason: null, roles: ['owner'], created_at: at, version: 3 },
  comparison: { result: 'match', legal_name: 'Banque du Fleuve SA', status: 'active', compared_at: at },
}

export const members: Member[] = [
  {
    ...{ object: 'member', id: 'per_1', name: 'Amina Kabeya', email: me.email, roles: ['owner'] },
    ...{ has_second_factor: true, joined_at: at, version: 1 },
  },
  {
    ...{ object: 'member', id: 'per_2', name: hostile, email: 'jonas@banquedufleuve.cd' },
    ...{ roles: ['developer', 'compliance_officer'], has_second_factor: true, joined_at: at, version: 4 },
  },
]
export const invitations: Invitation[] = [
  {
    ...{
      object: 'invitation',
      id: 'inv_1',
      email: 'chantal.mwamba@banquedufleuve.cd',
      roles: ['administrator'],
    },
    ...{ status: 'pending', created_at: at, expires_at: '2026-12-01T10:00:00.000Z' },
  },
  {
    ...{ object: 'invitation', id: 'inv_2', email: 'paul@example.cd', roles: ['developer'] },
    ...{ status: 'expired', created_at: at, expires_at: at },
  },
]

export const sandbox: ConsoleApplication = {
  ...{ object: 'application', id: sandboxId, organization_id: organizationId, environment: 'sandbox' },
  ...{ counterpart_id: productionId, name: 'Ouverture de compte', proposed_name: null, logo_hash: null },
  ...{ proposed_logo_hash: null, services: ['kyc_validation', 'aml_screening'], approved_services: [] },
  ...{ scopes: ['kyc.addresses'], scopes_in_force: ['kyc.basic', 'kyc.addresses'] },
  ...{ purposes: ['customer_onboarding'], purposes_in_force: ['customer_onboarding'] },
  ...{ ip_allowlist: ['203.0.113.0/24'], redirect_uris: ['https://shop.example.cd/callback'] },
  ...{
    burst_per_second: 50,
    quotas: { kyc_validation: { limit: 5_000, period: 'day' } },
    batch_items_per_day: null,
    production_status: null,
  },
  ...{ api_key: 'key_test_0123456789abcdefghijklmn', overlapping_keys: [], created_at: at, version: 2 },
}
export const production: ConsoleApplication = {
  ...sandbox,
  ...{ id: productionId, environment: 'production', counterpart_id: sandboxId, proposed_name: hostile },
  ...{ production_status: 'changes_requested', api_key: 'key_live_0123456789abcdefghijklmn' },
}

export const certificates: ConsoleCertificate[] = [
  {
    ...{ object: 'certificate', thumbprint: 'ab'.repeat(32), subject: `CN=${sandboxId}` },
    ...{ created_at: at, not_after: '2027-11-24T10:00:00.000Z', revoked_at: null },
  },
]
export const webhook: ConsoleWebhook = {
  ...{
    object: 'webhook',
    application_id: sandboxId,
    url: 'https://hooks.example.cd/nani',
    event_types: null,
  },
  ...{ waiting: 2, next_attempt_at: at, version: 1 },
}
export const deliveries: ConsoleDelivery[] = [
  {
    ...{ object: 'delivery', event_id: 'evt_01M7YS1Q44S1432YGAVSNSSJEF', type: 'job.completed' },
    ...{ state: 'waiting', next_attempt_at: at },
    attempts: [
      {
        ...{ round: 1, attempt: 1, at, url: webhook.url, status: 500, latency_ms: 35 },
        ...{ failure: null, answer: hostile },
      },
    ],
  },
]
export const acts: OrganizationAct[] = [
  {
    ...{ object: 'act', number: 17, at, actor_kind: 'member', actor: 'per_1', actor_name: hostile },
    ...{ origin: 'console', action: 'members.change_roles', subject: 'per_01M7YS1Q44S1432YGAVSNSSJEF' },
    ...{ before: { roles: ['developer'] }, after: { roles: ['owner'], note: hostile } },
  },
]
export const run: ConformanceRun = {
  ...{ object: 'conformance_run', id: 'cfr_1', application_id: sandboxId, status: 'completed' },
  ...{ passed: false, created_at: at, ended_at: at },
  checks: [
    {
      ...{ name: 'webhook.forged_signature', result: 'passed' },
      ...{ reason: 'The event was refused with 401.', reason_code: 'refused', http_status: 401 },
    },
    {
      ...{ name: 'webhook.changed_body', result: 'failed' },
      ...{ reason: 'The answer was 200.', reason_code: 'not_refused', http_status: 200 },
    },
    {
      ...{ name: 'calls.rate_limited', result: 'not_seen' },
      ...{ reason: 'No call was refused with 429.', reason_code: 'no_429', http_status: null },
    },
  ],
}
export const review: Review = {
  ...{ object: 'review', id: 'rev_1', application_id: productionId, status: 'changes_requested' },
  ...{ enhanced: false, origin: 'console', services: ['kyc_validation'], scopes: ['kyc.addresses'] },
  ...{ purposes: ['customer_onboarding'], name: 'Ouverture de compte', answers: { legal_basis: hostile } },
  files: [
    {
      ...{ object: 'review_file', id: 'rvf_1', kind: 'privacy_policy', name: 'confidentialite.pdf' },
      ...{ content_type: 'application/pdf', bytes: 20_480, created_at: at },
    },
  ],
  messages: [
    { object: 'review_message', id: 'rvm_1', from: 'reviewer', text: hostile, created_at: at },
    {
      object: 'review_message',
      id: 'rvm_2',
      from: 'organization',
      text: 'Voici le document.',
      created_at: at,
    },
  ],
  conformance_run: run,
  ...{ missing: ['answers.retention', 'files.terms_of_service'], reason: 'Précisez la durée.' },
  ...{ created_at: at, submitted_at: at, decided_at: null, version: 5 },
}
export const begunReview: Review = {
  ...review,
  ...{ status: null, answers: {}, files: [], messages: [], conformance_run: null, reason: null },
  ...{ submitted_at: null, version: 1 },
}
export const loggedRequest: LoggedRequest = {
  ...{ object: 'request', id: 'log_1', request_id: 'log_1', at, method: 'POST' },
  ...{ path: '/v1/kyc/validations', status: 403, error: 'purpose_not_allowed', service: 'kyc_validation' },
  ...{ purpose: 'age_gating', scopes: ['kyc.basic'], address: '203.0.113.7' },
  ...{ api_key: sandbox.api_key, result_id: null, duration_ms: 42 },
  message: 'The purpose is not approved for this application.',
  message_fr: 'La finalité n’est pas approuvée pour cette application.',
  refused_by: {
    check: 'Purpose',
    rule: 'The purpose is approved for the application',
    message: 'The purpose is not approved for this application.',
    fr: {
      check: 'Finalité',
      rule: 'La finalité est approuvée pour l’application',
      message: 'La finalité n’est pas approuvée pour cette application.',
    },
  },
}
const money = (value: number): MoneyAmount => ({ value, currency: 'USD' })
export const wallet: Wallet = {
  ...{ object: 'wallet', id: 'wal_1', mode: 'prepaid', currency: 'USD', balance: money(1_240.5) },
  ...{
    held: money(3),
    credit_limit: null,
    alert_threshold: money(100),
    suspended: false,
    updated_at: at,
    version: 1,
  },
}
export const invoice: Invoice = {
  ...{
    id: 'inv_1',
    object: 'invoice',
    number: '2026-000123',
    kind: 'usage',
    status: 'issued',
    currency: 'USD',
  },
  lines: [{ description: 'KYC validation', quantity: 1_200, unit_price: money(0.25), amount: money(300) }],
  ...{ subtotal: money(300), tax: money(48), total: money(348), amount_due: money(348) },
  period: { start: '2026-10-01', end: '2026-11-01' },
  ...{ issued_at: at, due_at: '2026-12-24T10:00:00.000Z', paid_at: null, corrects: null },
}
export const payment: Payment = {
  ...{
    object: 'payment',
    id: 'pay_1',
    status: 'declared',
    method: 'bank_transfer',
    amount: money(348),
    invoice_ids: ['inv_1'],
  },
  ...{ external_reference: hostile, declared_at: at, decided_at: null, reason: null, unapplied: money(0) },
}
export const topUp: TopUp = {
  object: 'topup_request',
  id: 'top_1',
  status: 'submitted',
  amount: money(500),
  invoice_id: null,
  created_at: at,
  decided_at: null,
  reason: null,
}
export const prices: PriceList = {
  ...{ id: 'prl_1', object: 'price_list', currency: 'USD', effective_from: at, vat_percent: 16 },
  services: { kyc_validation: { single: 0.1, batch_item: 0.1 } },
  scope_tiers: { basic: 0, standard: 0.02, sensitive: 0.1, biometric: 0.25 },
}
export const dispute: ConsoleDispute = {
  ...{ object: 'dispute', id: 'dsp_1', status: 'open', environment: 'production' },
  ...{ application_id: productionId, created_at: at, changed_at: at, text: hostile, answers: [] },
  access: {
    ...{ id: 'kyc_1', at, organization: 'Banque du Fleuve', application: 'Ouverture de compte' },
    ...{ service: 'kyc_validation', purpose: 'customer_onboarding', scopes: ['kyc.basic'] },
  },
}
export const alert: ConsoleAlert = {
  ...{ object: 'alert', id: 'evt_1', type: 'aml_screening.alert', created_at: at, monitor_id: 'mon_1' },
  ...{ screening_id: 'aml_01M7YS1Q44S1432YGAVSNSSJEF', reference: hostile, reason: 'new_hit' },
  ...{ previous_risk_level: 'low', risk_level: 'high', risk_score: 82 },
  hits: [
    {
      ...{ position: 0, list: 'un_consolidated', category: 'sanctions', match_score: 0.97 },
      ...{ matched_name: hostile, listed_on: '2025-03-01' },
    },
  ],
}
export const monitor: ConsoleMonitor = {
  ...{ object: 'monitor', id: 'mon_1', status: 'active', environment: 'sandbox', reference: hostile },
  ...{ screening_id: 'aml_1', created_at: at, screened_at: at, stopped_at: null },
}
export const disposition: ConsoleDisposition = {
  ...{ object: 'aml_disposition', id: 'dsp_1', screening_id: 'aml_1', position: 0 },
  ...{ disposition: 'false_positive', reason: hostile, officer: 'M. Ilunga', decided_at: at },
}
export const faceReason: FaceReason = {
  ...{ object: 'face_reason', id: 'face_1', at, request_id: 'req_1', mode: 'identification' },
  ...{ outcome: 'match', address: '203.0.113.7', api_key: sandbox.api_key ?? '', reason: hostile },
}
export const use: ApplicationUse = {
  ...{ object: 'use', from: '2026-11-18', to: '2026-11-24' },
  data: [12, 40, 33, 0, 25, 61, 48].map((used, day) => ({
    ...{ day: `2026-11-${18 + day}`, service: 'kyc_validation', used },
  })),
}
export const sessions: MySession[] = [
  {
    ...{
      object: 'session',
      id: 'ses_1',
      current: true,
      address: '203.0.113.7',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
    },
    ...{ created_at: at, last_seen_at: at, expires_at: at },
  },
  {
    ...{ object: 'session', id: 'ses_2', current: false, address: '203.0.113.8', user_agent: hostile },
    ...{ created_at: at, last_seen_at: at, expires_at: at },
  },
]
export const signIns: MySignIn[] = [
  {
    object: 'sign_in',
    id: 'sgn_1',
    at,
    result: 'wrong_password',
    address: '203.0.113.8',
    user_agent: hostile,
  },
]
/** The description of a sandbox with one signed operation. */
export const sandboxDescription = {
  paths: {
    '/v1/kyc/validations': {
      post: {
        ...{ operationId: 'validate_kyc', summary: 'Validate an identity', security: [{ signature: [] }] },
        requestBody: {
          content: {
            'application/json': {
              examples: {
                person: { value: { identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' } } },
              },
            },
          },
        },
      },
    },
  },
}
