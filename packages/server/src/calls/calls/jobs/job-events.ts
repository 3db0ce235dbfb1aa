import { eventCatalogue, isEventType } from '@nani/contract'
import { type OutgoingEvent, snapshotEvent } from '../../outbox/index.ts'
import type { CallsDependencies } from '../dependencies.ts'

/** A job whose state is final. The result of a completed job is in the event by reference. */
export type EndedJob = { applicationId: string; job: { id: string }; resultId?: string }

/** The events of a job that ends (spec/webhooks#payload-rules). */
export const jobEvents = (
  types: readonly string[],
  { applicationId, job, resultId }: EndedJob,
  { newId, requestsVault }: Pick<CallsDependencies, 'newId' | 'requestsVault'>,
): OutgoingEvent[] =>
  types.map((type) => {
    const object = holdsOnlyResult(type) ? { job_id: job.id } : job
    const event = { eventId: newId('evt'), type, applicationId, data: { object } }
    const about = { kind: 'job', id: job.id } as const
    return snapshotEvent({ ...event, about, ...(resultId !== undefined && { resultId }) }, requestsVault)
  })

/** `data.object` of such an event has the id of the job and the result, without the other members of the job. */
const holdsOnlyResult = (type: string): boolean =>
  isEventType(type) && eventCatalogue[type].object === 'job_result'
