import { Refusal } from '../core/index.ts'

const secondsToRetry = 1

/**
 * `overloaded`, with a reason: it may be the photograph itself that is slow. Who sends one tries again; who works through
 * thousands goes on with the next.
 */
export const tookTooLong = (detail: string): Refusal =>
  new Refusal('overloaded', { retry_after: secondsToRetry, reason: 'took_too_long' }, detail)
