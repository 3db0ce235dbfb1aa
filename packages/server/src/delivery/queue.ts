import type pg from 'pg'
import { type Job, PgBoss } from 'pg-boss'

/** What waits in a queue: names and numbers only, the content stays sealed in its own table. */
export type JobTask = { applicationId: string; jobId: string }
export type ChunkTask = { applicationId: string; batchId: string; from: number; to: number }

const queueNames = { jobs: 'nani-jobs', chunks: 'nani-batch-chunks' } as const
type Tasks = { jobs: JobTask; chunks: ChunkTask }

export type Queue = {
  /** Enqueues in the transaction of `client`: the task exists exactly when its cause does. */
  enqueue<Name extends keyof Tasks>(name: Name, tasks: Tasks[Name][], client: pg.PoolClient): Promise<void>
  /** Wakes the workers of this process; others find the task at their next look. */
  wake(name: keyof Tasks): void
  work<Name extends keyof Tasks>(
    name: Name,
    concurrency: number,
    handle: (task: Tasks[Name]) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

// A process that dies leaves its task claimed; without a heartbeat for this long, another takes it over.
const heartbeatSeconds = 10
const pollingSeconds = 0.5
const supervisionSeconds = 5

export const createQueueSchema = async (pool: pg.Pool): Promise<void> => {
  const boss = newBoss(pool, false)
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

const newBoss = (pool: pg.Pool, supervise: boolean): PgBoss =>
  new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise,
    schedule: false,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
  })

export const startQueue = async (pool: pg.Pool, onError: (error: Error) => void): Promise<Queue> => {
  const boss = newBoss(pool, true)
  boss.on('error', onError)
  await boss.start()
  const workers = new Map<keyof Tasks, string[]>()
  return {
    async enqueue(name, tasks, client) {
      await boss.insert(
        queueNames[name],
        tasks.map((data, index) => ({
          data,
          // The first tasks of every cause come before the later ones of any: a small batch does not wait for a large one.
          priority: -index,
        })),
        { db: { executeSql: (text, values) => client.query(text, values as unknown[]) } },
      )
    },
    wake(name) {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    },
    async work(name, concurrency, handle) {
      const ids: string[] = []
      for (let index = 0; index < concurrency; index++) {
        const id: string = await boss.work(
          queueNames[name],
          { batchSize: 1, pollingIntervalSeconds: pollingSeconds },
          async ([job]: Job<Tasks[typeof name]>[]) => {
            // Where one task was there is often another: a backlog does not wait for the next look.
            if (job) await handle(job.data).finally(() => boss.notifyWorker(id))
          },
        )
        ids.push(id)
      }
      workers.set(name, ids)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 25_000 })
    },
  }
}
