export {
  dueApplications,
  endDeliveries,
  type LeasedRow,
  leaseDueDeliveries,
  releaseDeliveries,
} from './delivery-rows.ts'
export { type EventRow, eventColumns, eventTime } from './event-row.ts'
export { type EventData, type OutgoingEvent, openSnapshot, snapshotEvent } from './event-snapshot.ts'
export { eventsEffect } from './events-effect.ts'
export { outboxModule } from './module.ts'
export { forgetExpiredDeliveries } from './retention.ts'
export { scheduleAgain, schedulePageAgain } from './schedule-again.ts'
export { type AttemptOutcome, writeAttempts } from './write-attempts.ts'
