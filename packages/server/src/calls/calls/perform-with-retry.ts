import { asRefusal, Refusal } from '@nani/foundation/core/index.ts'
import { isDatabaseFault } from '@nani/foundation/storage/index.ts'
import { timeOf } from '../../gateway/gateway/index.ts'
import { AlreadyCompleted } from '../commit/index.ts'
import { commitOrRefuse } from './commit-or-refuse.ts'
import type { CallsDependencies } from './dependencies.ts'
import { completedBy, type WorkCompletion } from './jobs/complete-work.ts'
import { checkedCall, type PerformedCall, performCall } from './perform.ts'
import type { Invocation } from './requests/invocation.ts'
import { validateRequest } from './requests/validate.ts'

/** No caller waits, so a register that does not answer is asked again after these pauses. */
const pausesMs = [250, 1_000]

/** Validates, authorises, performs and commits an item or a job, like a single call. Returns its refusal, or null. */
export const performWithRetry = async (
  invocation: Invocation,
  request: unknown,
  completionOf: (call: PerformedCall) => WorkCompletion,
  dependencies: CallsDependencies,
): Promise<Refusal | null> => {
  const { service, application } = invocation
  for (let round = 0; ; round++) {
    try {
      const valid = validateRequest(service, request, application)
      if (!application.services.has(service.name))
        throw new Refusal('service_not_enabled', { service: service.name })
      const authorised = await service.authorise?.(
        checkedCall(invocation, valid, timeOf(invocation.application, dependencies.clock)),
      )
      const call = await performCall(invocation, { ...valid, authorised }, dependencies)
      await commitOrRefuse(completedBy(call.record, completionOf(call)), invocation, dependencies)
      return null
    } catch (error) {
      // The fault is not one of the request. The task stays queued and runs again.
      if (isDatabaseFault(error) || error instanceof AlreadyCompleted) throw error
      const refusal = asRefusal(error)
      if (refusal.code === 'overloaded') throw error
      if (refusal.code === 'internal_error') dependencies.onInternalError(refusal.detail ?? '')
      const pauseMs = pausesMs[round]
      if (refusal.code !== 'register_unavailable' || pauseMs === undefined) return refusal
      await dependencies.pause(pauseMs)
    }
  }
}
