import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { asynchronously, batchItems, batchPath, batchRequest, until } from '../client/kyc.ts'
import type { Batch } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

/** The default bound of the open work of one application. */
const openItems = 50_000
const itemsOfBatch = 10_000
const trials = 3
/**
 * The maximum ratio to the time alone. Another minimum applies, because on a quiet machine a batch of one takes less
 * than a second.
 */
const timesAlone = 5
const maxMs = 3_000

const dataDir = startedDataDir()
let installation: Installation
beforeAll(async () => {
  installation = await startInstallation(dataDir)
})
afterAll(() => removeInstallation(dataDir, installation))

const submit = async (application: Credentials, count: number): Promise<string> => {
  const { status, json } = await post<Batch>(
    application,
    batchPath,
    batchRequest(batchItems(count)),
    asynchronously,
  )
  expect(status).toBe(202)
  return json.id
}

/** From the submission of a batch of one until it is completed, for several, sorted. */
const durationsMs = async (application: Credentials): Promise<number[]> => {
  const durations: number[] = []
  for (let trial = 0; trial < trials; trial++) {
    const startMs = performance.now()
    const id = await submit(application, 1)
    const { json } = await until(
      () => get<Batch>(application, `/v1/batches/${id}`),
      (answer) => answer.status !== 200 || answer.json.status !== 'pending',
      { everyMs: 20 },
    )
    expect(json).toMatchObject({ status: 'completed', succeeded_items: 1 })
    durations.push(performance.now() - startMs)
  }
  return durations.sort((one, other) => one - other)
}
const median = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN

test('50,000 open items of one application hardly delay a batch of one of another', async () => {
  const large = await createApplication(dataDir, {
    quota: ['kyc_validation=100000/day'],
    batchQuota: 100_000,
    burst: 1_000,
  })
  const small = await createApplication(dataDir, { burst: 1_000 })
  const alone = await durationsMs(small)
  const ids: string[] = []
  for (let items = 0; items < openItems; items += itemsOfBatch) ids.push(await submit(large, itemsOfBatch))
  const meanwhile = await durationsMs(small)
  const measured = `alone ${alone.map(Math.round)} ms, meanwhile ${meanwhile.map(Math.round)} ms`
  expect(median(meanwhile), measured).toBeLessThan(Math.max(timesAlone * median(alone), maxMs))
  // Nearly all of the large batches is still open.
  const last = await get<Batch>(large, `/v1/batches/${ids.at(-1)}`)
  expect(last.json).toMatchObject({ status: 'pending', processed_items: 0 })
})
