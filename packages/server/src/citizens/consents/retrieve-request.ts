import type { CreditConsentRequest } from '@nani/contract'
import { openDetails, requestOf } from './consent-record.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { withDueChange } from './due-changes.ts'
import { findRecord } from './read-consents.ts'

/** A request of an application in its status of now; null if this application has none with this id. */
export const readConsentRequest = async (
  applicationId: string,
  id: string,
  dependencies: ConsentDependencies,
): Promise<CreditConsentRequest | null> => {
  const { pool, consentsVault } = dependencies
  const found = await findRecord(pool, applicationId, id)
  if (!found) return null
  const changed = await withDueChange(found, dependencies)
  const record = changed ? ((await findRecord(pool, applicationId, id)) ?? found) : found
  return record.answer_by === null
    ? null
    : requestOf(record, record.answer_by, openDetails(consentsVault, record))
}
