export type { AnsweredCall, CountCall } from './answered-call.ts'
export { type Application, type ApplicationDirectory, timeOf } from './application.ts'
export type {
  Authorise,
  Endpoint,
  EndpointResponse,
  IdempotencyLock,
  IncomingRequest,
  OpenCall,
  PreparedCall,
  RequestForm,
} from './call.ts'
export { type CheckName, checkTable, checkThatRefused, gatewayRefusals, rulesOf } from './check-table.ts'
export { prefersAsync } from './checks/prepare-call.ts'
export { checksInFrench } from './checks-in-french.ts'
export { checkSequence, notedCheck } from './define-checks.ts'
export { forgetExpiredKeys, sealAnswer } from './idempotency-locks.ts'
export type { LargeBody, OpenLargeBody } from './large-body.ts'
export { gatewayModule } from './module.ts'
export type { Exchange, Pipeline } from './pipeline.ts'
export { quotaExceeded } from './quota.ts'
export { type IdentifiedRequest, newRequestContext, type UnknownEndpoint } from './request-context.ts'
export { storedResponseFence } from './stored-response.ts'
