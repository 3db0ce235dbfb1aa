import { createHmac, type KeyObject } from 'node:crypto'
import { foldName } from '@nani/engines/names/index.ts'
import type { MonitoredParty } from '../monitored-party.ts'

/**
 * Finds the decisions of an application about one subject in all its screenings. It is derived from the identity,
 * otherwise from the unresolved identifier, otherwise from the given personal data.
 */
export const subjectPseudonym = (
  { facts: { svcId, rccm }, identifier, subject }: Pick<MonitoredParty, 'facts' | 'identifier' | 'subject'>,
  applicationId: string,
  key: KeyObject,
): string => {
  const identity = svcId ?? rccm
  const known = identity
    ? ['identity', identity]
    : identifier
      ? ['identifier', identifier.type, identifier.value]
      : [
          'person',
          foldName(subject.full_name ?? '')
            .text.trim()
            .replace(/\s+/g, ' '),
          subject.date_of_birth,
          subject.nationality,
        ]
  return createHmac('sha256', key)
    .update(JSON.stringify(['subject', applicationId, ...known]))
    .digest('hex')
}
