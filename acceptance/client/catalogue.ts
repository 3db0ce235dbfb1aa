/** Every scope of spec/disclosure#scopes-and-blocks, with the path of its block. */
export const blockOfScope: Record<string, string> = {
  'kyc.basic': 'basic',
  'kyc.documents.primary': 'documents.primary',
  'kyc.documents.all': 'documents.others',
  'kyc.addresses': 'addresses',
  'kyc.emails': 'emails',
  'kyc.phone_numbers': 'phone_numbers',
  'kyc.professions': 'professions',
  'kyc.place_of_birth': 'place_of_birth',
  'kyc.marital_status': 'marital_status',
  'kyc.languages': 'languages',
  'kyc.religion': 'religion',
  'kyc.ethnicity': 'ethnicity',
  'kyc.parents': 'parents',
  'kyc.biometrics.selfie': 'biometrics.selfie',
  'kyc.biometrics.fingerprint': 'biometrics.fingerprints',
  'kyc.biometrics.iris': 'biometrics.iris',
}

export const scopes = Object.keys(blockOfScope)
export const additionalScopes = scopes.filter((scope) => scope !== 'kyc.basic')

/** See spec/disclosure#purposes. */
export const purposes = [
  'customer_onboarding',
  'account_recovery',
  'transaction_authorization',
  'age_gating',
  'regulatory_compliance',
  'fraud_prevention',
  'credit_assessment',
  'employment_screening',
]

/** Every code of spec/errors#errors that a caller of KYC can meet, with its status. */
export const errorStatus: Record<string, number> = {
  authentication_required: 401,
  invalid_api_key: 401,
  timestamp_out_of_window: 401,
  invalid_signature: 401,
  nonce_reused: 401,
  certificate_required: 401,
  certificate_mismatch: 403,
  ip_not_allowed: 403,
  production_access_required: 403,
  service_not_enabled: 403,
  scope_not_granted: 403,
  purpose_not_approved: 403,
  consent_required: 403,
  insufficient_balance: 402,
  credit_limit_reached: 402,
  malformed_body: 400,
  decryption_failed: 400,
  invalid_request: 400,
  invalid_identifier: 400,
  unsupported_identifier_type: 400,
  idempotency_key_reused: 400,
  idempotency_in_progress: 409,
  batch_not_cancellable: 409,
  // The product's own code for a signed file URL that has expired or was altered.
  file_link_expired: 403,
  not_found: 404,
  job_not_found: 404,
  batch_not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  batch_too_large: 413,
  rate_limited: 429,
  quota_exceeded: 429,
  batch_quota_exceeded: 429,
  internal_error: 500,
  register_unavailable: 502,
  model_not_ready: 503,
  overloaded: 503,
}
