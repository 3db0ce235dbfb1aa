import type { Environment } from '@nani/contract'
import type { Clock, IdSource } from '@nani/foundation/core/index.ts'
import type { Connections } from '@nani/foundation/outbound/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { LeasedDelivery, Target } from './endpoint-queue.ts'
import type { RecordAttempt } from './record-attempts.ts'
import { sendEvent } from './send-event.ts'

export type AttemptDependencies = {
  clock: Clock
  newId: IdSource
  /** Seals the responses of endpoints. */
  answersVault: Vault
  connections: Record<Environment, Connections>
  record: RecordAttempt
  timeoutMs?: number
}

export const answerContext = (applicationId: string, attemptId: string) =>
  `webhook answer:${applicationId}:${attemptId}`

/** Sends one event. Resolves with the outcome as soon as it is known; `recorded` resolves when it is stored. */
export const attemptDelivery = async (
  { eventId, round, attempts, body, trace }: LeasedDelivery,
  { url, application: { applicationId, environment, webhookKey } }: Target,
  { clock, newId, answersVault, connections, record, timeoutMs }: AttemptDependencies,
): Promise<{ acknowledged: boolean; recorded: Promise<void> }> => {
  const sent = await sendEvent(
    { url, eventId, body, webhookKey, trace },
    { connections: connections[environment], clock, ...(timeoutMs !== undefined && { timeoutMs }) },
  )
  const attemptId = newId('att')
  const { atMs, httpStatus, latencyMs, failure, start } = sent
  const recorded = record({
    ...{ applicationId, eventId, attemptId, round, attempt: attempts + 1 },
    ...{ atMs, url, httpStatus, latencyMs, failure },
    sealedAnswer: start.length > 0 ? answersVault.seal(start, answerContext(applicationId, attemptId)) : null,
  })
  return { acknowledged: httpStatus !== null && httpStatus >= 200 && httpStatus < 300, recorded }
}
