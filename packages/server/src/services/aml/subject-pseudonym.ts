import { createHmac, type KeyObject } from 'node:crypto'
import { foldName } from '../../names/index.ts'
import type { MonitoredParty } from './monitor.ts'

/**
 * By what the decisions of an application about one subject are found again, whichever screening they were made on:
 * the identity; else the identifier that nobody was found for; else what the caller said of the person.
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
