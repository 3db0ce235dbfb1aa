import { limits } from '@nani/contract'
import type { Header, Parameter } from './open-api.ts'

const uuid = { type: 'string', format: 'uuid' }

/** The headers of a request, without the two of the security schemes. */
export const requestHeaders = {
  Timestamp: {
    name: 'X-SVC-Timestamp',
    in: 'header',
    required: true,
    description: `Unix seconds, at most ${limits.timestampWindowSeconds} from the server’s clock.`,
    schema: { type: 'integer' },
    example: 1_795_000_000,
  },
  Nonce: {
    name: 'X-SVC-Nonce',
    in: 'header',
    required: true,
    description: 'A UUID, new for every request, also for a retry of the same call.',
    schema: uuid,
    example: '6353e05c-0f43-4282-a276-8d855c3cb8d9',
  },
  Iv: {
    name: 'X-SVC-IV',
    in: 'header',
    required: true,
    description: 'Base64 of the 12 random bytes under which this body is encrypted.',
    schema: { type: 'string', minLength: 16, maxLength: 16 },
    example: 'XEbcX0ipFyIbccST',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `A UUID that you create. A retry with the same key within ${limits.idempotencyWindowSeconds / 3600} hours gets the first response again and is not billed twice.`,
    schema: uuid,
    example: '8c0f3c52-9b52-4a1f-9f6e-3d1f0a7c2b41',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description: 'With `respond-async` the response is 202 at once, and the work is done afterwards.',
    schema: { type: 'string', enum: ['respond-async'] },
    example: 'respond-async',
  },
} as const satisfies Record<string, Parameter>

/** The headers of a response. */
export const answerHeaders: Record<string, Header> = {
  RequestId: {
    description: 'Identifies this response. Quote it in support requests. Errors repeat it as `request_id`.',
    schema: { type: 'string', examples: ['req_01KJQCCTY0B1F2GR7V5Q0WDX9N'] },
  },
  AnswerIv: {
    description:
      'Base64 of the 12-byte IV of the response. It is present exactly when the body is encrypted.',
    schema: { type: 'string', minLength: 16, maxLength: 16 },
  },
  IdempotentReplayed: {
    description:
      '`true` when this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
}
