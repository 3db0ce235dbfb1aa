import { keepRunning } from '@nani/foundation/core/index.ts'
import { writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ConsentRecord, recordColumns } from './consent-record.ts'
import { dueChange } from './consent-states.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { changeOf } from './write-consents.ts'

/** Records of one read. */
const maxRecords = 200

const dueRecords = async (pool: pg.Pool, nowMs: number): Promise<ConsentRecord[]> => {
  const { rows } = await pool.query<ConsentRecord>({
    name: 'due-consents',
    text: `select ${recordColumns} from credit_consents c where c.due_at <= $1 order by c.due_at limit ${maxRecords}`,
    values: [new Date(nowMs)],
  })
  return rows.length < maxRecords ? [...rows, ...(await dueOfMovedClocks(pool, nowMs))] : rows
}

/** Records that are due by the test clock of their application alone. */
const dueOfMovedClocks = async (pool: pg.Pool, nowMs: number): Promise<ConsentRecord[]> => {
  const { rows } = await pool.query<ConsentRecord>({
    name: 'due-consents-of-moved-clocks',
    text: `select ${recordColumns} from applications moved cross join lateral (
             select * from credit_consents d
             where d.application_id = moved.application_id and d.due_at > $1
               and d.due_at <= $1::timestamptz + moved.test_clock_ms * interval '1 millisecond'
             order by d.due_at limit ${maxRecords}
           ) c
           where moved.test_clock_ms > 0 limit ${maxRecords}`,
    values: [new Date(nowMs)],
  })
  return rows
}

/**
 * Changes the records whose time has come. Any number of processes may do it: the status of a record is the fence of its
 * change, so that each change and its event happen once.
 */
export const applyDueChanges = async (dependencies: ConsentDependencies): Promise<void> => {
  const { pool, clock } = dependencies
  for (;;) {
    const records = await dueRecords(pool, clock.now())
    for (const [applicationId, own] of Map.groupBy(records, (record) => record.application_id))
      await changeDue(applicationId, own, dependencies)
    if (records.length < maxRecords) return
  }
}

/** Applies the due change of one record, so that a reader does not wait for the background work. */
export const withDueChange = async (
  record: ConsentRecord,
  dependencies: ConsentDependencies,
): Promise<boolean> => {
  if (!dueChange(record, dependencies.clock.now(), dependencies.newId)) return false
  await changeDue(record.application_id, [record], dependencies)
  return true
}

const changeDue = async (
  applicationId: string,
  records: readonly ConsentRecord[],
  dependencies: ConsentDependencies,
): Promise<void> => {
  const { pool, clock, newId, wakeDeliveries } = dependencies
  const nowMs = clock.now()
  const changes = records.flatMap((record) => {
    const next = dueChange(record, nowMs, newId)
    return next ? [changeOf(record, next, { by: { actor: 'system' } }, dependencies)] : []
  })
  if (changes.length === 0) return
  const happened = await writeChanges(pool, applicationId, changes)
  if (happened.size > 0) wakeDeliveries(applicationId)
}

/** The interval of reads for records that another process made. */
const pollMs = 1_000

/** Keeps the due changes of all applications applied. */
export const startDueChanges = (dependencies: ConsentDependencies, onError: (error: unknown) => void) =>
  keepRunning(() => applyDueChanges(dependencies), pollMs, onError)
