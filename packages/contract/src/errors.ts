/**
 * The error catalogue: every refusal that a caller can receive, with its HTTP status (spec/errors#errors). `status`
 * null: the code only occurs in batch results.
 */
export const errorCatalogue = {
  authentication_required: { status: 401, message: 'A signing header is missing or malformed.' },
  invalid_api_key: {
    status: 401,
    message: 'The API key is unknown, revoked or belongs to the other environment.',
  },
  timestamp_out_of_window: {
    status: 401,
    message: 'The timestamp is more than 300 seconds from the server’s clock.',
  },
  invalid_signature: { status: 401, message: 'The signature does not verify.' },
  nonce_reused: { status: 401, message: 'The nonce was used before. Create a new one for each request.' },
  certificate_required: { status: 401, message: 'Production calls need a client certificate.' },
  certificate_mismatch: {
    status: 403,
    message: 'The client certificate is not registered for the application of this API key.',
  },
  ip_not_allowed: { status: 403, message: 'The calling address is not on the application’s allowlist.' },
  production_access_required: {
    status: 403,
    message: 'The application has no production approval for this service.',
  },
  service_not_enabled: { status: 403, message: 'The service is not enabled on this application.' },
  rate_limited: { status: 429, message: 'Too many calls in this second. Wait and retry.' },
  decryption_failed: {
    status: 400,
    message: 'The body does not decrypt: check the key, the 12-byte IV and the authentication tag.',
  },
  malformed_body: {
    status: 400,
    message: 'The body is not a JSON object, or not the encryption wrapper {"payload": "…"}.',
  },
  invalid_request: { status: 400, message: 'A field is missing, of the wrong type or out of range.' },
  invalid_identifier: {
    status: 400,
    message: 'The identifier value does not match the format of its type.',
  },
  unsupported_identifier_type: {
    status: 400,
    message: 'This identifier type is not accepted by the service.',
  },
  idempotency_key_reused: {
    status: 400,
    message: 'This Idempotency-Key was used with a different method, path or body.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
  },
  purpose_not_approved: { status: 403, message: 'The purpose is not approved for this application.' },
  scope_not_granted: { status: 403, message: 'A requested scope is not granted to this application.' },
  consent_required: { status: 403, message: 'The citizen has given no valid consent to this application.' },
  insufficient_balance: { status: 402, message: 'The prepaid wallet does not cover this request.' },
  credit_limit_reached: { status: 402, message: 'The postpaid credit limit is reached.' },
  quota_exceeded: { status: 429, message: 'The quota of this service for the period is used up.' },
  batch_quota_exceeded: { status: 429, message: 'The daily batch quota is used up; it resets at 00:00 UTC.' },
  batch_too_large: {
    status: 413,
    message:
      'The batch has too many items, or its files make the response too large. The maximum is 50 items synchronous and 10,000 asynchronous.',
  },
  batch_cancelled: { status: null, message: 'The batch was cancelled before this item was processed.' },
  batch_not_cancellable: { status: 409, message: 'The batch has already finished.' },
  batch_not_found: { status: 404, message: 'The batch does not exist, or is older than 30 days.' },
  job_not_found: { status: 404, message: 'The job does not exist, or is older than 30 days.' },
  not_found: { status: 404, message: 'The resource does not exist.' },
  method_not_allowed: { status: 405, message: 'This path does not accept this method.' },
  payload_too_large: { status: 413, message: 'The body is over 16 MiB (single) or 64 MiB (batch).' },
  file_link_expired: {
    status: 403,
    message: 'The file link has expired or was altered. Read the result again for a new link.',
  },
  image_quality_insufficient: { status: 422, message: 'The image cannot be used. Take another photograph.' },
  no_face_detected: { status: 422, message: 'No face was found in the image.' },
  multiple_faces_detected: { status: 422, message: 'More than one face was found in the image.' },
  liveness_failed: { status: 422, message: 'The image does not show a live person.' },
  image_unreachable: { status: 422, message: 'The URL of the image could not be fetched.' },
  internal_error: {
    status: 500,
    message: 'The server failed internally. You can retry safely with the same Idempotency-Key.',
  },
  register_unavailable: {
    status: 502,
    message:
      'The identity register did not respond in time. You can retry safely with the same Idempotency-Key.',
  },
  model_not_ready: {
    status: 503,
    message:
      'The service has no model for production yet: its operator must activate or accept one. Nothing was billed.',
  },
  overloaded: { status: 503, message: 'The service is overloaded. Wait and retry.' },
} as const satisfies Record<string, { status: number | null; message: string }>

/** A stable machine-readable error code. Programs must test the code and never the message. */
export type ErrorCode = keyof typeof errorCatalogue

/** The body of every error response (spec/errors#error-body): code, human-readable message, and context fields. */
export type ErrorBody = { error: ErrorCode; message: string; request_id?: string } & Record<string, unknown>

/** The error of a batch item: the same code under `code` (spec/errors#error-body). */
export type ItemError = { code: ErrorCode; message: string } & Record<string, unknown>
