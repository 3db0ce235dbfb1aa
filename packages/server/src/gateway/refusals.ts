import type { ErrorCode } from '@nani/contract'
import type { Endpoint } from './call.ts'

/** What the gateway itself may refuse at an endpoint, in the order of its checks (decisions §3). */
export const gatewayRefusals = ({
  method,
  service,
  body,
}: Pick<Endpoint, 'method' | 'service' | 'body'>): ErrorCode[] => {
  const when = (condition: boolean, ...codes: ErrorCode[]) => (condition ? codes : [])
  return [
    ...when(body !== 'none', 'payload_too_large'),
    'authentication_required',
    'invalid_api_key',
    'timestamp_out_of_window',
    'invalid_signature',
    'certificate_required',
    'certificate_mismatch',
    'ip_not_allowed',
    'nonce_reused',
    'production_access_required',
    ...when(service !== null, 'service_not_enabled'),
    'rate_limited',
    ...when(body !== 'none', 'malformed_body', 'decryption_failed'),
    // Its Idempotency-Key is no UUID, belongs to another request, or still runs.
    ...when(method === 'POST', 'invalid_request', 'idempotency_key_reused', 'idempotency_in_progress'),
    'internal_error',
    'overloaded',
  ]
}
