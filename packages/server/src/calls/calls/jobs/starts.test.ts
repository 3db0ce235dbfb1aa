import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchCaller, batchItems } from '../../../testing/batch.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import type { DeadlyWork } from '../../../testing/deadly-worker.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { performJob } from './jobs.ts'
import { performChunk } from './perform-chunk.ts'
import { maxStarts } from './starts.ts'

const deadly = 'COD-5555-0000-0666'
const worker = join(import.meta.dirname, '../../../testing/deadly-worker.ts')

let modes: Modes
let onQuestion: () => void | Promise<void> = () => {}
beforeAll(async () => {
  modes = await startModes({
    citizens: [testCitizen()],
    beforeRegister: (value) => {
      if (value === deadly) throw new Error('this process would have died')
      return onQuestion()
    },
  })
})
afterAll(() => modes.stop())
beforeEach(() => {
  onQuestion = () => {}
  modes.tasks.chunks.length = 0
  modes.tasks.jobs.length = 0
})

const newApplication = () => modes.admitApplication(testApplication())
const { submit, allOf, stateOf, expectWhole } = batchCaller(() => modes)

/** Performs a task in a process of its own; answers the signal that ended it. */
const performElsewhere = async (application: Application, task: Pick<DeadlyWork, 'job' | 'chunk'>) => {
  const work: DeadlyWork = {
    databaseUrl: modes.database.url,
    masterKey: modes.platform.rootKey.toString('hex'),
    nowMs: modes.clock.now(),
    applicationId: application.applicationId,
    deadly,
    ...task,
  }
  const child = spawn(process.execPath, [worker, JSON.stringify(work)], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, printed }
}
const killed = { code: null, signal: 'SIGKILL', printed: '' }

test('an item that kills its process fails after its starts, and the others of its chunk complete', {
  timeout: 60_000,
}, async () => {
  const application = newApplication()
  const items = batchItems(60)
  const poison = 17
  items[poison] = { reference: `r${poison}`, identifier: { type: 'svc_id', value: deadly } }
  const batchId = await submit(application, items)
  const [chunk] = modes.tasks.chunks
  for (let start = 1; start <= maxStarts; start++) {
    expect(await performElsewhere(application, { chunk })).toEqual(killed)
  }
  const last = await performElsewhere(application, { chunk })
  expect(last).toMatchObject({ code: 0, signal: null })
  expect(last.printed).toContain(
    `item ${poison} of ${batchId} was started ${maxStarts} times and never ended`,
  )
  expect(await stateOf(application, batchId)).toMatchObject({
    status: 'completed_with_errors',
    succeeded_items: 59,
    failed_items: 1,
  })
  const listed = await allOf(application, batchId, 500)
  const failed = listed.filter(({ status }) => status === 'failed')
  expect(failed).toMatchObject([{ reference: `r${poison}`, error: { code: 'internal_error' } }])
  await expectWhole(application, 59)
})

test('a job that kills its process fails with internal_error after its starts', {
  timeout: 60_000,
}, async () => {
  const application = newApplication()
  const body = kycBody({ identifier: { type: 'svc_id', value: deadly } })
  const { json } = await modes.call(application, { body, prefer: 'respond-async' })
  const [job] = modes.tasks.jobs
  for (let start = 1; start <= maxStarts; start++) {
    expect(await performElsewhere(application, { job })).toEqual(killed)
  }
  expect(await performElsewhere(application, { job })).toMatchObject({ code: 0, signal: null })
  const read = await modes.get(application, `/v1/jobs/${json.id}`)
  expect(read.json).toMatchObject({ status: 'failed', error: { error: 'internal_error' } })
  const { rows } = await modes.database.pool.query('select type from events where application_id = $1', [
    application.applicationId,
  ])
  expect(rows).toEqual([{ type: 'job.failed' }])
  expect(await modes.count('call_charges', application)).toBe(0)
})

test('a fault that says nothing of the work is not counted as a start', async () => {
  const application = newApplication()
  const batchId = await submit(application, batchItems(3))
  const { json } = await modes.call(application, { body: kycBody(), prefer: 'respond-async' })
  const [chunk, job] = [modes.tasks.chunks[0], modes.tasks.jobs[0]]
  onQuestion = () => {
    throw Object.assign(new Error('the database is shutting down'), { code: '57P01' })
  }
  for (let run = 0; run < 2 * maxStarts; run++) {
    await expect(performChunk(chunk as never, modes.dependencies)).rejects.toThrow()
    await expect(performJob(job as never, modes.dependencies)).rejects.toThrow()
  }
  onQuestion = () => {}
  await modes.runChunks()
  await modes.runJobs()
  expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 3 })
  expect((await modes.get(application, `/v1/jobs/${json.id}`)).json.status).toBe('completed')
})

/** As processes leave it that died while all items of a batch were under way. */
const leaveUnderWay = (application: Application, starts: number) =>
  modes.database.pool.query(
    `update batch_items set status = 'running', starts = $2 where application_id = $1`,
    [application.applicationId, starts],
  )

test('three deaths of processes that work had no part in fail none of it', async () => {
  const application = newApplication()
  const batchId = await submit(application, batchItems(20))
  const { json } = await modes.call(application, { body: kycBody(), prefer: 'respond-async' })
  await leaveUnderWay(application, 3)
  await modes.database.pool.query('update jobs set starts = 3 where application_id = $1', [
    application.applicationId,
  ])
  await modes.runChunks()
  await modes.runJobs()
  expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 20 })
  expect((await modes.get(application, `/v1/jobs/${json.id}`)).json.status).toBe('completed')
})

test('items that were under way when a process died run one at a time in the whole process, jobs as well', async () => {
  const application = newApplication()
  const batchId = await submit(application, batchItems(260))
  const { json } = await modes.call(application, { body: kycBody(), prefer: 'respond-async' })
  await leaveUnderWay(application, 1)
  await modes.database.pool.query('update jobs set starts = 1 where application_id = $1', [
    application.applicationId,
  ])
  let running = 0
  let maxRunning = 0
  onQuestion = async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
  }
  const chunks = modes.tasks.chunks.splice(0)
  expect(chunks).toHaveLength(2)
  await Promise.all([
    ...chunks.map((chunk) => performChunk(chunk, modes.dependencies)),
    ...modes.tasks.jobs.splice(0).map((job) => performJob(job, modes.dependencies)),
  ])
  expect(maxRunning).toBe(1)
  expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 260 })
  expect((await modes.get(application, `/v1/jobs/${json.id}`)).json.status).toBe('completed')
})

test('an item that waits for the register has no start that counts', async () => {
  const application = newApplication()
  const batchId = await submit(application, batchItems(1))
  const { pause } = modes.dependencies
  const startsWhileWaiting: unknown[] = []
  modes.dependencies.pause = async () => {
    const { rows } = await modes.database.pool.query(
      'select starts from batch_items where application_id = $1',
      [application.applicationId],
    )
    startsWhileWaiting.push(...rows)
  }
  let questions = 0
  onQuestion = () => {
    if (++questions <= 2) throw new Refusal('register_unavailable')
  }
  try {
    await modes.runChunks()
  } finally {
    modes.dependencies.pause = pause
  }
  expect(startsWhileWaiting).toEqual([{ starts: 0 }, { starts: 0 }])
  expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 1 })
})
