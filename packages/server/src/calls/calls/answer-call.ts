import type { RenderingMemory } from '@nani/foundation/http/index.ts'
import { type IdempotencyLock, sealAnswer, storedResponseFence } from '../../gateway/gateway/index.ts'
import { commitOrRefuse } from './commit-or-refuse.ts'
import type { CallsDependencies } from './dependencies.ts'
import { type AuthorisedRequest, performCall, renderJson } from './perform.ts'
import type { Invocation } from './requests/invocation.ts'

/** Where the response of a synchronous call goes. */
export type ResponseTarget = { lock: IdempotencyLock | null; memory: RenderingMemory }

/** A single synchronous call. The response is returned after the commit, which also stores it for replays. */
export const answerCall = async (
  invocation: Invocation,
  valid: AuthorisedRequest,
  { lock, memory }: ResponseTarget,
  dependencies: CallsDependencies,
): Promise<string> => {
  const call = await performCall(invocation, valid, dependencies)
  const body = await renderJson(call, invocation.application, dependencies)
  // Before the commit: a response that was charged is sent.
  memory.hold(body.length)
  const sealed = lock && (await sealAnswer(dependencies.answersVault, lock, body))
  const disclosedIds = [call.record.resultId]
  const completes = lock && sealed && storedResponseFence(lock, { status: 200, sealed, disclosedIds })
  await commitOrRefuse({ ...call.record, completes }, invocation, dependencies)
  if (call.events.length > 0) dependencies.wakeDeliveries(invocation.application.applicationId)
  return body
}
