export type { About, AboutAnswer, DescribedEndpoint, Examples } from './about.ts'
export { anyResult } from './about-jobs-and-batches.ts'
export { chunkItems } from './batches.ts'
export { commonEndpoints, type DeliveryDependencies, serviceEndpoints } from './endpoints.ts'
export { inlineEvent } from './events/inline-event.ts'
export {
  type EventDependencies,
  type EventRow,
  eventColumns,
  renderEvents,
} from './events/read-events.ts'
export { createDeliverFiles, createFileLinks, type FileLinks, filePath } from './files.ts'
export { performJob } from './jobs.ts'
export { knownFields } from './known-fields.ts'
export { ownAddress } from './own-address.ts'
export { pseudonym, resultContext, type StoredResult } from './perform.ts'
export { performChunk } from './perform-chunk.ts'
export { type ChunkTask, createQueueSchema, type JobTask, type Queue, startQueue } from './queue.ts'
export { type Rehearsal, type RehearsedCall, rehearse } from './rehearse.ts'
export type { ResultPart } from './result-parts.ts'
export { type ResultDependencies, readPart } from './results.ts'
export { forgetExpiredWork } from './retention.ts'
export {
  defineService,
  type Performed,
  type Service,
  type ServiceCall,
  type WrongField,
} from './service.ts'
export { settledTransaction } from './settled.ts'
export { toldResults } from './told-results.ts'
export { checkShape } from './validate.ts'
export { answerContext } from './webhooks/attempt-delivery.ts'
export { createDispatcher, type Dispatcher, type DispatcherDependencies } from './webhooks/dispatcher.ts'
export { webhookPolicies } from './webhooks/policy.ts'
export { mostAttempts } from './webhooks/schedule.ts'
