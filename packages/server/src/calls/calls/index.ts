export { pseudonym } from '../../app/audit/index.ts'
export { pageLimit, type RenderedPage } from './batches/batch-results.ts'
export { type BatchRow, batchObject } from './batches/batches.ts'
export { type Alias, aliasAt, eventTypesOf } from './declaration/alias.ts'
export type { DescribedEndpoint, EndpointDocs, ExampleRun, Examples } from './declaration/endpoint-docs.ts'
export { exampleJob } from './declaration/example-objects.ts'
export { anyResult } from './declaration/jobs-and-batches.docs.ts'
export { docsOfReceipt } from './declaration/receipt.docs.ts'
export { resultObject } from './declaration/result-object.ts'
export { runExamples } from './declaration/run-examples.ts'
export {
  defineService,
  type Owner,
  type PerformedAs,
  type Service,
  type ServiceCall,
  type WrongField,
} from './declaration/service.ts'
export { serviceEndpoints } from './declaration/service-endpoints.ts'
export type { SubResource } from './declaration/sub-resource.ts'
export type {
  CallsDependencies,
  ReadDependencies,
  ResultDependencies,
} from './dependencies.ts'
export { itemFence, jobFence } from './jobs/complete-work.ts'
export { performJob } from './jobs/jobs.ts'
export { performChunk } from './jobs/perform-chunk.ts'
export { queueModule } from './jobs/queue-module.ts'
export { jobsById } from './jobs/read-jobs.ts'
export { openLargeRequests } from './large-requests/open-large-requests.ts'
export { callsModule, jobsModule, largeRequestsModule } from './module.ts'
export { checkShape, invalidField } from './requests/check-shape.ts'
export { completeRequest } from './requests/complete-request.ts'
export { originOf } from './requests/origin.ts'
export { singleForm } from './requests/request-form.ts'
export { stripUnknownFields } from './requests/strip-unknown-fields.ts'
export { checkPurpose } from './requests/validate.ts'
export { absoluteUrl } from './results/absolute-url-placeholder.ts'
export { auditOutcome, requestEntry } from './results/audit-outcome.ts'
export { resultsOf } from './results/disclosed-results.ts'
export { createDeliverFiles, createFileLinks, type FileLinks, filePath } from './results/files.ts'
export { newestResults } from './results/newest-results.ts'
export { fillPage, inOnePortion, pageJson } from './results/page-bytes.ts'
export {
  isWithinRetention,
  readReferences,
  readStored,
  resultsById,
  retainedSince,
} from './results/results.ts'
export { sealJson } from './results/sealed-json.ts'
export { resultContext, type StoredResult } from './results/stored-result.ts'
export { forgetExpiredWork } from './retention.ts'
