import type { FraudCaseStatus } from '@nani/contract'
import type { IdSource } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import { type OutgoingEvent, snapshotEvent } from '../../calls/outbox/index.ts'
import type { CaseVaults } from '../../risk/fraud-network/index.ts'
import { type FraudCase, fraudReportObject } from './case-row.ts'
import { statusEventTypes } from './legacy-alias.ts'

export type StatusEventDependencies = {
  newId: IdSource
  vaults: CaseVaults
  /** Seals events until they are sent. */
  requestsVault: Vault
}

/** Every change of status is an event, and a second one of a case that came through the alias. */
export const statusEvents = (
  previous: FraudCaseStatus,
  next: FraudCase,
  { newId, vaults, requestsVault }: StatusEventDependencies,
): OutgoingEvent[] => {
  if (previous === next.state.status) return []
  const { applicationId } = next
  const data = {
    object: fraudReportObject(next, vaults),
    previous_attributes: { status: previous },
  }
  return statusEventTypes(next.throughAlias).map((type) =>
    snapshotEvent({ eventId: newId('evt'), type, applicationId, data }, requestsVault),
  )
}
