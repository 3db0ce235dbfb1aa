export { pseudonym } from '../audit/index.ts'
export { absoluteUrl } from './absolute-url-placeholder.ts'
export { type Alias, aliasAt, eventTypesOf } from './alias.ts'
export { auditOutcome, requestEntry } from './audit-outcome.ts'
export { pageLimit, type RenderedPage } from './batch-results.ts'
export { type BatchRow, batchObject } from './batches.ts'
export { checkShape, invalidField } from './check-shape.ts'
export { completeRequest } from './complete-request.ts'
export { itemFence, jobFence } from './complete-work.ts'
export { createCursors } from './cursors.ts'
export type {
  CallsDependencies,
  ReadDependencies,
  ResultDependencies,
} from './dependencies.ts'
export { resultsOf } from './disclosed-results.ts'
export type { DescribedEndpoint, EndpointDocs, ExampleRun, Examples } from './endpoint-docs.ts'
export { commonEndpoints } from './endpoints.ts'
export { exampleJob } from './example-objects.ts'
export { createDeliverFiles, createFileLinks, type FileLinks, filePath } from './files.ts'
export { performJob } from './jobs.ts'
export { anyResult } from './jobs-and-batches.docs.ts'
export { openLargeRequests } from './large-requests/open-large-requests.ts'
export { callsModule, jobsModule, largeRequestsModule } from './module.ts'
export { originOf } from './origin.ts'
export { fillPage, inOnePortion, pageJson } from './page-bytes.ts'
export { performChunk } from './perform-chunk.ts'
export { queueModule } from './queue-module.ts'
export { jobsById } from './read-jobs.ts'
export { singleForm } from './request-form.ts'
export type { Unrendered } from './result-fields.ts'
export { resultObject } from './result-object.ts'
export { readReferences, readStored, resultsById, retainedSince } from './results.ts'
export { forgetExpiredWork } from './retention.ts'
export { runExamples } from './run-examples.ts'
export { openJson, sealJson } from './sealed-json.ts'
export {
  type CheckedCall,
  defineService,
  type Owner,
  type Performed,
  type PerformedAs,
  type Service,
  type ServiceCall,
  type WrongField,
} from './service.ts'
export { serviceEndpoints } from './service-endpoints.ts'
export { resultContext, type StoredResult } from './stored-result.ts'
export { stripUnknownFields } from './strip-unknown-fields.ts'
export type { SubResource } from './sub-resource.ts'
export { checkPurpose } from './validate.ts'
