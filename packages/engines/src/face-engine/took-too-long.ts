import { Refusal } from '@nani/foundation/core/index.ts'

const secondsToRetry = 1

/**
 * `overloaded` with a reason, because the photograph itself can be slow. A single call can retry. A batch continues
 * with the next item.
 */
export const tookTooLong = (detail: string): Refusal =>
  new Refusal('overloaded', { retry_after: secondsToRetry, reason: 'took_too_long' }, { detail })
