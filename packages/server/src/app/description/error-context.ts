import { canonicalLineNames, type ErrorCode, limits } from '@nani/contract'
import Type from 'typebox'

const text = (description: string, example: string) => Type.String({ description, examples: [example] })
const count = (description: string, example: number) => Type.Integer({ description, examples: [example] })
const time = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] })

const retryAfter = { retry_after: count('Seconds to wait; also in `Retry-After`', 1) }
const service = { service: text('The service', 'kyc_validation') }
const field = (example: string) => ({ field: text('The field, as a JSON path', example) })

const canonicalLine = Type.Object({ line: Type.Integer(), name: Type.String(), value: Type.String() })
const seenLines = [
  'SVC-HMAC-SHA256',
  'POST',
  '/v1/kyc/validations',
  '1795000000',
  '6353e05c-0f43-4282-a276-8d855c3cb8d9',
  'XEbcX0ipFyIbccST',
  '',
  '',
  '81e6bd221aa132cf73d5271ae8966ae8805ada042ea6b3ede8c5747bfe1885dc',
].map((value, index) => ({ line: index + 1, name: canonicalLineNames[index], value }))

/** The fields in addition to `error` and `message`, by code. A code that is not listed has none. */
export const errorContext: Partial<Record<ErrorCode, Record<string, Type.TSchema>>> = {
  authentication_required: { header: text('The header that is missing or malformed', 'x-svc-nonce') },
  timestamp_out_of_window: { server_time: count('Unix seconds of the server’s clock', 1_795_000_000) },
  invalid_signature: {
    hint: Type.Optional(text('Sandbox only: how to find the error', 'Compare these nine lines with yours.')),
    canonical_lines: Type.Optional(
      Type.Array(canonicalLine, {
        description: 'Sandbox only: the nine lines that the server used',
        examples: [seenLines],
      }),
    ),
  },
  ip_not_allowed: { address: text('The address that the call came from', '203.0.113.7') },
  production_access_required: { service: Type.Optional(service.service) },
  service_not_enabled: service,
  rate_limited: {
    ...retryAfter,
    reason: Type.Optional(
      text('The bound that was reached', 'an application may report one subject 3 times in a UTC day'),
    ),
  },
  invalid_request: {
    ...field('items[3].identifier.value'),
    reason: Type.Optional(text('The error of the field', 'must be string')),
  },
  invalid_identifier: field('identifier.value'),
  unsupported_identifier_type: {
    ...field('identifier.type'),
    accepted: Type.Array(Type.String(), {
      description: 'The types that the service accepts',
      examples: [['svc_id', 'passport']],
    }),
  },
  idempotency_in_progress: retryAfter,
  purpose_not_approved: { purpose: text('The purpose that was declared', 'credit_assessment') },
  scope_not_granted: { scope: text('The first scope that is not granted', 'kyc.religion') },
  quota_exceeded: {
    ...service,
    calls_used: count('Used calls of the period', 10_000),
    calls_limit: count('Allowed calls of the period', 10_000),
    reset_at: time('The end of the period', '2026-12-01T00:00:00.000Z'),
    upgrade_url: text(
      'The address for a higher quota',
      'https://console.example.cd/organizations/org_01M7YS1Q44S1432YGAVSNSSJEF/applications/app_01M7YS1Q44S1432YGAVSNSSJEF/use',
    ),
  },
  batch_quota_exceeded: {
    items_limit: count('Items allowed for each day', 50_000),
    reset_at: time('The end of the day', '2026-11-22T00:00:00.000Z'),
  },
  batch_too_large: {
    max_items: Type.Optional(count('Maximum number of items in this mode', 50)),
    max_response_bytes: Type.Optional(
      count('Maximum size of the results of a synchronous batch', limits.synchronousBatchBytes),
    ),
  },
  method_not_allowed: {
    allowed: Type.Array(Type.String(), {
      description: 'The accepted methods of the path',
      examples: [['POST']],
    }),
  },
  overloaded: retryAfter,
}
