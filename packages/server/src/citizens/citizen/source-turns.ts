import { createSourceLimit } from '@nani/foundation/http/index.ts'
import type { FastifyRequest } from 'fastify'
import type { CitizenApi } from './api.ts'
import { CitizenError } from './api-error.ts'

/** A hook that lets each network do something so often. It needs no statement, so that a flood costs little. */
export const turnsOfSource = (
  api: Pick<CitizenApi, 'clock' | 'addressOf'>,
  bounds: Parameters<typeof createSourceLimit>[1],
) => {
  const limit = createSourceLimit(api.clock, bounds)
  return async (request: FastifyRequest): Promise<void> => {
    if (!limit.allows(api.addressOf(request))) throw new CitizenError('too_many_attempts', { retry_after: 1 })
  }
}
