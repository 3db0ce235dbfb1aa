import { Refusal } from '@nani/foundation/core/index.ts'
import type { CheckDependencies } from '../check-dependencies.ts'

const retryAfterSeconds = 5

/** A process whose clock is wrong accepts no call: another process, or this one a little later, performs it. */
export const checkTrustedClock = (
  _context: object,
  { clockIsTrusted }: Pick<CheckDependencies, 'clockIsTrusted'>,
): void => {
  if (!clockIsTrusted()) {
    throw new Refusal('overloaded', { retry_after: retryAfterSeconds }, { detail: 'the clock is wrong' })
  }
}
