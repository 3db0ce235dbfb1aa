import { limits } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { CheckDependencies } from '../check-dependencies.ts'
import type { WithHeaders } from '../request-context.ts'

/** spec/wire#timestamps: at most 300 s from the server's clock, in both directions. */
export const checkTimestamp = (
  { headers }: WithHeaders,
  { clock }: Pick<CheckDependencies, 'clock'>,
): void => {
  const serverTime = Math.floor(clock.now() / 1000)
  if (Math.abs(serverTime - Number(headers.timestamp)) > limits.timestampWindowSeconds) {
    throw new Refusal('timestamp_out_of_window', { server_time: serverTime })
  }
}
