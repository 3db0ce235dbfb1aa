import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { currentTrace, withinTrace } from '../core/index.ts'
import { inTransaction } from './database.ts'
import { buildQueueIndexes, createQueueSchema, type Queue, startQueue } from './queue.ts'

let database: TestDatabase
let queue: Queue

beforeAll(async () => {
  database = await createTestDatabase()
  await createQueueSchema(database.pool)
  queue = await startQueue({ pool: database.pool, upkeepPool: database.pool, migrate: true }, () => {})
})
afterAll(async () => {
  await queue.stop()
  await database.drop()
})

test('a task exists exactly when its cause does, and is performed once', async () => {
  const task = (jobId: string) => ({ applicationId: 'app_1', jobId })
  const undone = inTransaction(database.pool, async (client) => {
    await queue.enqueue('jobs', [task('job_undone')], client, 0)
    throw new Error('the cause did not happen')
  })
  await expect(undone).rejects.toThrow('did not happen')
  await inTransaction(database.pool, (client) =>
    queue.enqueue('jobs', [task('job_1'), task('job_2')], client, 0),
  )
  const performed: string[] = []
  await new Promise<void>((resolve, reject) => {
    queue
      .work('jobs', 2, async ({ jobId }) => {
        performed.push(jobId)
        if (performed.length === 2) resolve()
      })
      .then(() => queue.wake('jobs'), reject)
  })
  expect(performed.toSorted()).toEqual(['job_1', 'job_2'])
})

test('a backlog does not wait for a look at the queue between two tasks', { timeout: 8_000 }, async () => {
  const tasks = Array.from({ length: 40 }, (_, from) => ({
    applicationId: 'app_1',
    batchId: 'b',
    from,
    to: from,
  }))
  await inTransaction(database.pool, (client) => queue.enqueue('chunks', tasks, client, 0))
  let performed = 0
  // One worker that looked twice a second would take 20 seconds.
  await new Promise<void>((resolve, reject) => {
    queue
      .work('chunks', 1, async () => {
        performed++
        if (performed === tasks.length) resolve()
      })
      .catch(reject)
  })
  expect(performed).toBe(tasks.length)
})

test('every worker takes a task of another process, though only an idle one looks', async () => {
  const own = await createTestDatabase()
  await createQueueSchema(own.pool)
  const open = () => startQueue({ pool: own.pool, upkeepPool: null, migrate: false }, () => {})
  const [accepting, working] = [await open(), await open()]
  try {
    const concurrency = 4
    let running = 0
    const allRun = Promise.withResolvers<void>()
    await working.work('jobs', concurrency, () => {
      if (++running === concurrency) allRun.resolve()
      return allRun.promise
    })
    const tasks = Array.from({ length: concurrency }, (_, index) => ({
      ...{ applicationId: 'app_1', jobId: `job_${index}` },
    }))
    // Each worker alone would look after half a minute.
    await inTransaction(own.pool, (client) => accepting.enqueue('jobs', tasks, client, 0))
    await allRun.promise
    expect(running).toBe(concurrency)
  } finally {
    await Promise.all([accepting.stop(), working.stop()])
    await own.drop()
  }
}, 20_000)

test('only a process that migrates builds what the schema of the queue left to be built', async () => {
  const own = await createTestDatabase()
  try {
    await createQueueSchema(own.pool)
    await own.pool.query(
      `insert into pgboss.bam (name, version, status, table_name, command)
       values ('index', 1, 'pending', 'job_common', 'create table built_by_upkeep (n int)')`,
    )
    const isBuilt = async () => {
      const { rows } = await own.pool.query(`select to_regclass('built_by_upkeep') is not null as built`)
      return (rows[0] as { built: boolean }).built
    }
    // It looks for such work when it starts, and waits for it when it stops.
    await own.pool.query('update pgboss.version set bam_on = null')
    const withoutMigrations = await startQueue(
      { pool: own.pool, upkeepPool: own.pool, migrate: false },
      () => {},
    )
    await new Promise((resolve) => setImmediate(resolve))
    await withoutMigrations.stop()
    expect(await isBuilt()).toBe(false)
    // Else it waits for ten seconds since the last look.
    await own.pool.query('update pgboss.version set bam_on = null')
    expect(await buildQueueIndexes(own.pool, 20_000)).toBe(true)
    expect(await isBuilt()).toBe(true)
  } finally {
    await own.drop()
  }
})

test('the upkeep gives the task of a process that died to another process', { timeout: 30_000 }, async () => {
  const own = await createTestDatabase()
  const open = (upkeepPool: typeof own.pool | null) =>
    startQueue({ pool: own.pool, upkeepPool, migrate: false }, () => {})
  try {
    await createQueueSchema(own.pool)
    const dying = await open(null)
    const task = { applicationId: 'app_1', jobId: 'job_taken_over' }
    await inTransaction(own.pool, (client) => dying.enqueue('jobs', [task], client, 0))
    await dying.stop()
    // A process took the task a minute ago, and has given no sign of life since.
    await own.pool.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
         heartbeat_on = now() - interval '1 minute'`,
    )
    const living = await open(own.pool)
    try {
      const performed = await new Promise((resolve, reject) => {
        living.work('jobs', 1, async (taken) => resolve(taken)).catch(reject)
      })
      expect(performed).toEqual(task)
    } finally {
      await living.stop()
    }
  } finally {
    await own.drop()
  }
})

test('a task runs in the trace of the call that caused it', async () => {
  const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: null }
  const task = { applicationId: 'app_traced', jobId: 'job_traced' }
  // The transaction is undone, so that no worker of another test finds the task.
  let stored: object[] = []
  const undone = withinTrace(trace, () =>
    inTransaction(database.pool, async (client) => {
      await queue.enqueue('jobs', [task], client, 0)
      const { rows } = await client.query<{ data: object }>(
        `select data from pgboss.job where data->>'jobId' = 'job_traced'`,
      )
      stored = rows
      throw new Error('undone')
    }),
  )
  await expect(undone).rejects.toThrow('undone')
  expect(stored).toEqual([{ data: { ...task, trace } }])
  expect(currentTrace()).toBeNull()
})
