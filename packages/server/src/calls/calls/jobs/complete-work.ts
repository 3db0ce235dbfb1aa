import { defineFence, type Fence } from '@nani/foundation/storage/index.ts'
import { closedWorkEffect } from '../../../money/metering/index.ts'
import type { CommitRecord } from '../../commit/index.ts'
import { eventsEffect, type OutgoingEvent } from '../../outbox/index.ts'

/**
 * What the commit of accepted work does in addition to that of a synchronous call. Its events, if it has some, include
 * those of the call.
 */
export type WorkCompletion = Pick<CommitRecord, 'completes' | 'events' | 'contributed'> & {
  /** The usage was counted when the work was accepted. */
  reserved: boolean
}

/** The record of a call that is performed as accepted work. */
export const completedBy = (
  record: CommitRecord,
  { reserved, completes, events, contributed }: WorkCompletion,
): CommitRecord => ({
  ...record,
  completes,
  events: events ?? record.events,
  usage: reserved ? null : record.usage,
  contributed: [...record.contributed, ...contributed],
})

const completedItem = defineFence({
  name: 'item',
  columns: { batch_id: 'text', batch_day: 'date', position: 'integer' },
  opens: ({ application, changes, id, day, column, anyOf }) =>
    `update batch_items i set status = 'succeeded', result_id = ${id}, result_day = ${day}, sealed_request = null
     from ${changes}
     where i.application_id = ${application} and i.batch_id = ${column.batch_id} and i.day = ${column.batch_day}
       and i.position = ${column.position} and i.status = 'running'
       and i.batch_id = ${anyOf(column.batch_id)} and i.position = ${anyOf(column.position)}
     returning ${id}`,
})

/** An item of a batch. It succeeds only while it runs. */
export type RunningItem = { batchId: string; batchDay: string; position: number }

export const itemFence = ({ batchId, batchDay, position }: RunningItem): Fence<'item'> =>
  completedItem({ batch_id: batchId, batch_day: batchDay, position })

export const itemCompletion = (item: RunningItem, reserved: boolean): WorkCompletion => ({
  completes: itemFence(item),
  events: null,
  contributed: [closedWorkEffect('items')],
  reserved,
})

const completedJob = defineFence({
  name: 'job',
  columns: { job_id: 'text' },
  opens: ({ application, changes, id, at, day, column, anyOf }) =>
    `update jobs j set status = 'completed', result_id = ${id}, result_day = ${day}, sealed_request = null,
       finished_at = ${at}
     from ${changes}
     where j.application_id = ${application} and j.job_id = ${column.job_id} and j.status = 'pending'
       and j.job_id = ${anyOf(column.job_id)}
     returning ${id}`,
})

/** A job. It is completed only while it is pending. */
export const jobFence = (jobId: string): Fence<'job'> => completedJob({ job_id: jobId })

export const jobCompletion = (
  jobId: string,
  events: readonly OutgoingEvent[],
  reserved: boolean,
): WorkCompletion => ({
  completes: jobFence(jobId),
  events: eventsEffect(events),
  contributed: [closedWorkEffect('jobs')],
  reserved,
})
