import { asRefusal, Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { AlreadySettled, type CallRecord } from '../ledger/index.ts'
import { isDatabaseFault } from '../storage/index.ts'
import type { AsynchronousDependencies } from './asynchronous.ts'
import { commitOrRefuse, type Origin, performCall } from './perform.ts'
import type { Service } from './service.ts'
import { validateRequest } from './validate.ts'

/** Nobody waits on the line: a register that does not answer is asked again after these pauses. */
const pausesMs = [250, 1_000]

/** The same validate … commit as a single call (decisions §3), for an item or a job. Answers its refusal, or null. */
export const attempt = async (
  service: Service,
  request: unknown,
  application: Application,
  origin: Origin,
  settles: CallRecord['settles'],
  dependencies: AsynchronousDependencies,
): Promise<Refusal | null> => {
  for (let round = 0; ; round++) {
    try {
      const valid = validateRequest(service, request, application)
      if (!application.services.has(service.name))
        throw new Refusal('service_not_enabled', { service: service.name })
      const call = await performCall(service, valid, application, origin, dependencies)
      await commitOrRefuse({ ...call.record, settles }, application, service, dependencies)
      return null
    } catch (error) {
      // It says nothing of the request: the task stays queued and is taken up again.
      if (isDatabaseFault(error) || error instanceof AlreadySettled) throw error
      const refusal = asRefusal(error)
      if (refusal.code === 'overloaded') throw error
      if (refusal.code === 'internal_error') dependencies.onInternalError(refusal.detail ?? '')
      const pauseMs = pausesMs[round]
      if (refusal.code !== 'register_unavailable' || pauseMs === undefined) return refusal
      await dependencies.pause(pauseMs)
    }
  }
}
