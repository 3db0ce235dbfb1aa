import { randomUUID } from 'node:crypto'
import { manualClock } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { testApplication } from '../../testing/application.ts'
import { type Admit, createAdmit } from './admit.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabaseAtNoon()
})
afterAll(() => database.drop())

test('two processes that meet the same nonces in opposite order do not block each other', async () => {
  const clock = manualClock(noon)
  const [one, two] = [
    createAdmit({ pool: database.pool, clock }),
    createAdmit({ pool: database.pool, clock }),
  ]
  const application = testApplication()
  for (let round = 0; round < 5; round++) {
    const nonces = Array.from({ length: 120 }, () => randomUUID())
    const asked = (admit: Admit, order: string[]) =>
      order.map((nonce) =>
        admit({
          application,
          nonce,
          timestampMs: noon,
          countsTowardsBurst: true,
          idempotency: null,
          wantsLock: true,
          usesQuotaOf: null,
        }),
      )
    const settled = await Promise.allSettled([...asked(one, nonces), ...asked(two, nonces.toReversed())])
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
    const fresh = settled.filter((answer) => answer.status === 'fulfilled' && answer.value.nonceFresh)
    expect(fresh).toHaveLength(nonces.length)
  }
})
