import type pg from 'pg'
import type { Job, PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import { currentTrace, type TraceContext, withinTrace } from '../core/index.ts'

/** What waits in a queue: names and numbers only, the content stays sealed in its own table. */
export type JobTask = { applicationId: string; jobId: string }
export type ChunkTask = { applicationId: string; batchId: string; from: number; to: number }

const queueNames = { jobs: 'nani-jobs', chunks: 'nani-batch-chunks' } as const
type Tasks = { jobs: JobTask; chunks: ChunkTask }

/** A task belongs to the trace of the call that caused it. */
type Traced<Task> = Task & { trace?: TraceContext }

const traced = <Task extends object>(task: Task): Traced<Task> => {
  const trace = currentTrace()
  return trace ? { ...task, trace } : task
}

export type Queue = {
  /**
   * Enqueues in the transaction of `client`: the task exists exactly when its cause does. `turnsBefore` is how many
   * turns of the same application are still to come before the first of these tasks.
   */
  enqueue<Name extends keyof Tasks>(
    name: Name,
    tasks: Tasks[Name][],
    client: pg.PoolClient,
    turnsBefore: number,
  ): Promise<void>
  /** The same for tasks that wait some seconds before they are taken. */
  enqueueLater<Name extends keyof Tasks>(
    name: Name,
    tasks: Tasks[Name][],
    client: pg.PoolClient,
    afterSeconds: number,
  ): Promise<void>
  /** Whether a task of another application waits. */
  isAwaited(name: keyof Tasks, applicationId: string): Promise<boolean>
  /** Wakes a worker of this process, which wakes the next one. Other processes find the task at their next look. */
  wake(name: keyof Tasks): void
  work<Name extends keyof Tasks>(
    name: Name,
    concurrency: number,
    handle: (task: Tasks[Name]) => Promise<void>,
  ): Promise<void>
  /** Whether the workers of this process take tasks. */
  /** `works`: the workers of this process must run too. */
  isRunning(works?: boolean): boolean
  stop(): Promise<void>
}

// A process that dies leaves its task claimed; without a heartbeat for this long, another takes it over.
const heartbeatSeconds = 10
/** The queue is looked at this often, by one idle worker. Twelve of them would send 24 queries a second for nothing. */
const lookMs = 500
/** The interval of pg-boss for each worker. It only matters when a wake was missed. */
const pollingSeconds = 30
const supervisionSeconds = 5
/** The shortest that pg-boss accepts. */
const buildIntervalSeconds = 10

/**
 * The turn that is served now: that of the first task that waits. A task gets the turns that its application has
 * ahead of it added to this. So applications take turns, each with its oldest work first, and an application
 * with much accepted work delays itself alone.
 */
const currentTurn = async (client: pg.PoolClient, queueName: string): Promise<number> => {
  const { rows } = await client.query<{ turn: number }>({
    name: 'current-turn',
    text: `select -priority as turn from pgboss.job
           where name = $1 and state < 'active' and not blocked and start_after <= now()
           order by priority desc, created_on limit 1`,
    values: [queueName],
  })
  return rows[0]?.turn ?? 0
}

/** A task that waits, or that a worker has taken. */
export type OpenTask = { [Name in keyof Tasks]: { name: Name; task: Traced<Tasks[Name]> } }[keyof Tasks]

/** Takes all tasks of applications out of the queue. A worker that has one of them ends it without effect. */
export const takeTasks = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationIds: readonly string[],
): Promise<OpenTask[]> => {
  const names = Object.keys(queueNames) as (keyof Tasks)[]
  const { rows } = await client.query<{ name: string; data: never }>(
    `delete from pgboss.job where name = any($1) and state <= 'active' and data->>'applicationId' = any($2)
     returning name, data`,
    [Object.values(queueNames), applicationIds],
  )
  return rows.map(({ name, data }) => ({
    name: names.find((one) => queueNames[one] === name) as keyof Tasks,
    task: data,
  })) as OpenTask[]
}

export const createQueueSchema = async (pool: pg.Pool): Promise<void> => {
  if (await isQueueSchemaCurrent(pool)) return
  const boss = await newBoss(pool, { supervise: false, migrate: true })
  boss.on('error', () => {})
  await boss.start()
  for (const name of Object.values(queueNames)) {
    await boss.createQueue(name, {
      retryLimit: 1000,
      retryDelay: 1,
      expireInSeconds: 900,
      heartbeatSeconds,
      deleteAfterSeconds: 3600,
    })
  }
  await boss.stop({ graceful: false })
}

const buildPollMs = 250

/**
 * Builds the indexes that a newer schema of the queue left to be built in the background. Servers with NANI_MIGRATE=0
 * do not build them. Returns false when some are still missing after `maxWaitMs`; the next run continues.
 */
export const buildQueueIndexes = async (pool: pg.Pool, maxWaitMs: number): Promise<boolean> => {
  const boss = await newBoss(pool, { supervise: false, migrate: true })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (let waitedMs = 0; ; waitedMs += buildPollMs) {
      const { rowCount } = await pool.query(`select from pgboss.bam where status <> 'completed' limit 1`)
      if (rowCount === 0) return true
      if (waitedMs >= maxWaitMs) return false
      await new Promise((resolve) => setTimeout(resolve, buildPollMs))
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Whether the database has the queues, with the schema that this version needs. Changes nothing, and loads no library. */
export const isQueueSchemaCurrent = async (pool: pg.Pool): Promise<boolean> => {
  const installed = await pool.query(`select where to_regclass('pgboss.version') is not null`)
  if (installed.rowCount === 0) return false
  const names = Object.values(queueNames)
  const current = await pool.query(
    `select from pgboss.version
     where version = $1 and $2 = (select count(*) from pgboss.queue where name = any ($3))`,
    [library.pgboss.schema, names.length, names],
  )
  return current.rowCount === 1
}

/** The library is loaded on first use: most commands of an operator have no queue. */
const newBoss = async (
  pool: pg.Pool,
  { supervise, migrate }: { supervise: boolean; migrate: boolean },
): Promise<PgBoss> => {
  const { PgBoss } = await import('pg-boss')
  return new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise,
    migrate,
    schedule: false,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    bamIntervalSeconds: buildIntervalSeconds,
  })
}

export type QueueDatabase = {
  pool: pg.Pool
  upkeepPool: pg.Pool | null
  /** Whether the upkeep also builds what a newer schema of the queue left to be built in the background. */
  migrate: boolean
}

/**
 * Works through `pool`. The upkeep of the queue's tables needs their owner, and runs through `upkeepPool`; null leaves
 * it to other processes.
 */
export const startQueue = async (
  { pool, upkeepPool, migrate }: QueueDatabase,
  onError: (error: Error) => void,
): Promise<Queue> => {
  const boss = await newBoss(pool, { supervise: false, migrate: false })
  boss.on('error', onError)
  await boss.start()
  const supervisor = upkeepPool && (await newBoss(upkeepPool, { supervise: true, migrate }))
  supervisor?.on('error', onError)
  await supervisor?.start()
  const wakers = new Map<keyof Tasks, () => void>()
  const looks: NodeJS.Timeout[] = []
  let isStopped = false
  return {
    async enqueue(name, tasks, client, turnsBefore) {
      const now = await currentTurn(client, queueNames[name])
      await boss.insert(
        queueNames[name],
        tasks.map((task, index) => ({
          data: traced(task),
          priority: -(now + turnsBefore + index),
        })),
        { db: { executeSql: (text, values) => client.query(text, values as unknown[]) } },
      )
    },
    async enqueueLater(name, tasks, client, afterSeconds) {
      const now = await currentTurn(client, queueNames[name])
      await boss.insert(
        queueNames[name],
        tasks.map((task) => ({ data: traced(task), priority: -now, startAfter: `${afterSeconds} seconds` })),
        { db: { executeSql: (text, values) => client.query(text, values as unknown[]) } },
      )
    },
    async isAwaited(name, applicationId) {
      const { rowCount } = await pool.query({
        name: 'is-queue-awaited',
        text: `select from pgboss.job
               where name = $1 and state < 'active' and not blocked and start_after <= now()
                 and data->>'applicationId' <> $2
               limit 1`,
        values: [queueNames[name], applicationId],
      })
      return rowCount !== 0
    },
    wake(name) {
      wakers.get(name)?.()
    },
    async work(name, concurrency, handle) {
      const ids: string[] = []
      const busy = new Set<number>()
      const wakeIdle = () => {
        const id = ids.find((_, index) => !busy.has(index))
        if (id) boss.notifyWorker(id)
      }
      for (let index = 0; index < concurrency; index++) {
        const perform = async ([job]: Job<Traced<Tasks[typeof name]>>[]) => {
          if (!job) return
          busy.add(index)
          // Where one task was there is often another. It does not wait for the next look.
          wakeIdle()
          await withinTrace(job.data.trace ?? null, () => handle(job.data)).finally(() => {
            busy.delete(index)
            boss.notifyWorker(ids[index] ?? '')
          })
        }
        const options = { batchSize: 1, pollingIntervalSeconds: pollingSeconds }
        ids.push(await boss.work(queueNames[name], options, perform))
      }
      wakers.set(name, wakeIdle)
      looks.push(setInterval(wakeIdle, lookMs))
    },
    isRunning: (works = true) => !isStopped && (!works || wakers.size === Object.keys(queueNames).length),
    async stop() {
      isStopped = true
      for (const look of looks) clearInterval(look)
      await supervisor?.stop({ graceful: false })
      await boss.stop({ graceful: true, timeout: 25_000 })
    },
  }
}
