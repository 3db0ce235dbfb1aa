import type { Peer } from '@nani/foundation/http/index.ts'
import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../../services/sign-in/index.ts'

/** What the audit holds of a request. The route names no person and no secret. */
export const requestFactsOf = (request: FastifyRequest, peer: Peer): RequestFacts => ({
  requestId: request.id,
  clientAddress: peer.address,
  method: request.method,
  path: request.routeOptions.url ?? '',
})
