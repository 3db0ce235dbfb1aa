import { limits } from '@nani/contract'
import { type Clock, Refusal } from '../../core/index.ts'
import { type Check, established } from '../visit.ts'

/** Decisions §4: no more than 300 s from the server's clock, either way. */
export const checkTimestamp =
  (clock: Clock): Check =>
  (visit) => {
    const serverTime = Math.floor(clock.now() / 1000)
    const sent = Number(established(visit.headers).timestamp)
    if (Math.abs(serverTime - sent) > limits.timestampWindowSeconds) {
      throw new Refusal('timestamp_out_of_window', { server_time: serverTime })
    }
  }
