import { createHmac, type KeyObject } from 'node:crypto'
import { deriveKey } from '@nani/foundation/storage/index.ts'

/** Keys the pseudonyms of citizens in the audit log. */
export const subjectKeyOf = (rootKey: Buffer): KeyObject => deriveKey(rootKey, 'audit-subject')

/** The pseudonym of a citizen in the audit log, in hex. */
export const pseudonym = (key: KeyObject, svcId: string): string =>
  createHmac('sha256', key).update(svcId).digest('hex')
