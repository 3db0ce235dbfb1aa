import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../testing/database.ts'
import { testApplication } from '../../testing/application.ts'
import { kycBody, type Modes, startModes } from '../../testing/modes.ts'

let modes: Modes
let beforeRegister = () => {}

beforeAll(async () => {
  modes = await startModes({ beforeRegister: () => beforeRegister() })
})
afterAll(() => modes.stop())

/** Resolves once a statement on the row of the open work waits for its lock. */
const untilOneWaits = async (pool: TestDatabase['pool']) => {
  for (;;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount) return
  }
}

test.each([
  ['succeeds', () => {}],
  [
    'fails',
    () => {
      throw new Refusal('register_unavailable')
    },
  ],
])(
  'a job that %s locks the open work before the position of its events, as a cancellation does',
  async (_name, duringJob) => {
    const application = modes.admitApplication(testApplication())
    const submit = () => modes.call(application, { body: kycBody({}), prefer: 'respond-async' })
    // The first job creates the rows that the second one locks.
    beforeRegister = () => {}
    expect((await submit()).status).toBe(202)
    await modes.runJobs()
    expect((await submit()).status).toBe(202)
    beforeRegister = duringJob
    const cancellation = await modes.database.pool.connect()
    try {
      await cancellation.query('begin')
      await cancellation.query('select from open_work where application_id = $1 for update', [
        application.applicationId,
      ])
      const running = modes.runJobs()
      await untilOneWaits(modes.database.pool)
      await cancellation.query('select from event_positions where application_id = $1 for update nowait', [
        application.applicationId,
      ])
      await cancellation.query('rollback')
      await running
    } finally {
      cancellation.release()
    }
  },
)
