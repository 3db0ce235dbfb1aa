import { auditEffect, pseudonym } from '../../app/audit/index.ts'
import { usageEffect } from '../../money/metering/index.ts'
import { type CommitRecord, frozenResult } from '../commit/index.ts'
import { eventsEffect, type OutgoingEvent } from '../outbox/index.ts'
import { chargeOfCall } from './call-price.ts'
import type { Performed } from './declaration/service.ts'
import type { PerformDependencies } from './dependencies.ts'
import type { Invocation } from './requests/invocation.ts'
import { resultContext } from './results/stored-result.ts'

/** What the commit of a call needs in addition to what the service returned. */
export type CallFacts = {
  resultId: string
  atMs: number
  purpose: string
  request: Record<string, unknown>
  storedJson: string
  events: readonly OutgoingEvent[]
}

/** Everything that the commit of a call writes, without what it completes. */
export const callRecord = (
  invocation: Invocation,
  { outcome, scopesApplied = [], svcId = null, effects = [] }: Performed,
  { resultId, atMs, purpose, storedJson, events, request }: CallFacts,
  { resultsVault, subjectKey, billing }: Pick<PerformDependencies, 'resultsVault' | 'subjectKey' | 'billing'>,
): CommitRecord => {
  const { service, application, origin } = invocation
  const { applicationId, quotas } = application
  const sealed = resultsVault.seal(Buffer.from(storedJson), resultContext(applicationId, resultId))
  return {
    applicationId,
    resultId,
    service: service.name,
    scopes: [...scopesApplied],
    atMs,
    result: frozenResult(sealed),
    charge: chargeOfCall(invocation, { request, scopes: scopesApplied, atMs }, billing),
    usage: usageEffect(atMs, quotas.get(service.name) ?? null),
    audit: auditEffect({
      ...origin,
      actor: 'application',
      http_status: 200,
      error_code: null,
      purpose,
      makesResult: true,
      outcome,
      subject: svcId && pseudonym(subjectKey, svcId),
      read_ids: null,
    }),
    completes: null,
    events: events.length > 0 ? eventsEffect(events) : null,
    contributed: effects,
  }
}
