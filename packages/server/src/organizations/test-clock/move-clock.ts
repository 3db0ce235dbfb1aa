import { type Clock, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { invalidField } from '../../calls/calls/index.ts'
import type { Cause } from '../../register/register-outbox/index.ts'
import { networkChanged } from '../../risk/fraud-network/index.ts'
import { advanceSignIns } from '../../services/sign-in/index.ts'
import { setTestClock } from '../organizations/index.ts'
import { latestTime, timeAfter } from './requested-time.ts'

export type ClockChange = { advance?: string; now?: string }

export type TestClock = { object: 'test_clock'; now: string; real_now: string; moved: boolean }

export const clockObject = (realMs: number, aheadMs: number): TestClock => ({
  object: 'test_clock',
  now: rfc3339(realMs + aheadMs),
  real_now: rfc3339(realMs),
  moved: aheadMs > 0,
})

/** How far the clock of the application is ahead after the change. It moves forwards only, and at most ten years. */
export const aheadAfter = ({ advance, now }: ClockChange, realMs: number, aheadMs: number): number => {
  if ((advance === undefined) === (now === undefined))
    throw invalidField(advance === undefined ? 'advance' : 'now', 'send either advance or now')
  const field = advance === undefined ? 'now' : 'advance'
  const nowMs = realMs + aheadMs
  const wanted = advance === undefined ? instantOf(now as string) : timeAfter(nowMs, advance)
  if (wanted === null || Number.isNaN(wanted))
    throw invalidField(field, 'must be an ISO 8601 duration such as P30D, or an instant in UTC')
  if (wanted < nowMs) throw invalidField(field, `must not be before ${rfc3339(nowMs)}`)
  if (wanted > latestTime(realMs))
    throw invalidField(field, `must not be after ${rfc3339(latestTime(realMs))}`)
  return Math.round(wanted - realMs)
}

const instantOf = (text: string): number => {
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN
  // 30 February is no day, and not 2 March.
  return !Number.isNaN(atMs) && rfc3339(atMs).slice(0, 19) === text.slice(0, 19) ? atMs : Number.NaN
}

/** Moves the clock. Two changes at once happen one after the other. */
export const moveClock = async (
  client: pg.PoolClient,
  applicationId: string,
  change: ClockChange,
  clock: Clock,
): Promise<TestClock> => {
  const { rows } = await client.query<{ test_clock_ms: string }>(
    `select test_clock_ms from applications where application_id = $1 and environment = 'sandbox' for update`,
    [applicationId],
  )
  const row = rows[0]
  if (!row) throw new Refusal('not_found')
  const realMs = clock.now()
  const earlierMs = Number(row.test_clock_ms)
  const aheadMs = aheadAfter(change, realMs, earlierMs)
  await setTestClock(client, applicationId, aheadMs)
  await advanceSignIns(client, applicationId, aheadMs - earlierMs)
  return clockObject(realMs, aheadMs)
}

type Resetting = {
  clock: Clock
  /** Home has the fraud network. From a cell the change is carried there. */
  cause: Cause
}

/** Returns to the present. Data of a future that has not happened is removed with it. */
export const resetClock = async (
  client: pg.PoolClient,
  applicationId: string,
  { clock, cause }: Resetting,
): Promise<TestClock> => {
  await client.query('select erase_sandbox_data($1)', [applicationId])
  // After the cases: an act that was under way has ended, and what it wrote is removed too.
  const withdrawn = { environment: 'sandbox', withdrawn: 'all', parties: [] } as const
  await cause(client, networkChanged, { ...withdrawn, application_id: applicationId })
  await setTestClock(client, applicationId, 0)
  return clockObject(clock.now(), 0)
}
