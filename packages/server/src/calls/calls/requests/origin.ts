import type { RequestOrigin } from '../../../app/audit/index.ts'
import type { Application, IncomingRequest } from '../../../gateway/gateway/index.ts'

/** Where a call came from. The audit entry needs it, also when the call is performed later. */
export type Origin = RequestOrigin

export const originOf = (request: IncomingRequest, application: Application): Origin => ({
  api_key: application.apiKey,
  request_id: request.requestId,
  client_address: request.peer.address,
  method: request.method,
  path: request.route,
  ...(request.elapsedMs && { elapsedMs: request.elapsedMs }),
})
