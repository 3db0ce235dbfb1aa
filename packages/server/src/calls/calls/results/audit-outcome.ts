import { Refusal } from '@nani/foundation/core/index.ts'
import type { AuditEntry, AuditLog } from '../../../app/audit/index.ts'
import { checkThatRefused, type Exchange } from '../../../gateway/gateway/index.ts'
import { type Origin, originOf } from '../requests/origin.ts'

/**
 * Writes the audit entry of a call that was not audited in its own transaction. The entry of a success is committed before
 * the response is sent, so that no read happens without an entry. A refusal discloses nothing: its entry is written after
 * the response.
 */
export const auditOutcome = async ({ context, response }: Exchange, audit: AuditLog): Promise<void> => {
  const { request, application, endpoint } = context
  if (!context.verified) return
  const origin = originOf(request, application)
  const of = { applicationId: application.applicationId, atMs: request.receivedAtMs, origin }
  const { service } = endpoint
  if (response instanceof Refusal) {
    const { status, code, outcome } = response
    audit.record({
      ...requestEntry({ ...of, status, service, disclosedIds: null }),
      error_code: code,
      outcome,
      refused_check: checkThatRefused(response),
    })
  } else if (!response.audited) {
    const disclosedIds = response.disclosedIds ?? endpoint.disclosedBy?.(JSON.parse(response.body)) ?? []
    await audit.commit(requestEntry({ ...of, status: response.status, service, disclosedIds }))
  }
}

export type AuditedRequest = {
  applicationId: string
  atMs: number
  origin: Origin
  status: number
  service: string | null
  /** The results that the response discloses; null for a response that cannot disclose one. */
  disclosedIds: readonly string[] | null
}

/** The entry of a whole request. Each result that it creates has its own entry. */
export const requestEntry = (request: AuditedRequest): AuditEntry => ({
  ...request.origin,
  actor: 'application',
  application_id: request.applicationId,
  at_ms: request.atMs,
  http_status: request.status,
  error_code: null,
  service: request.service,
  purpose: null,
  scopes: null,
  outcome: null,
  subject: null,
  read_ids: request.disclosedIds && [...request.disclosedIds],
})
