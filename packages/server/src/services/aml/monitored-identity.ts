import type { KeyObject } from 'node:crypto'
import type { Environment, Identifier } from '@nani/contract'
import { birthPseudonym, identifierPseudonym } from '../../risk/fraud-network/index.ts'
import { fraudSubject } from './hits/checks-that-run.ts'
import type { SubjectFacts } from './subject/subject.ts'

/**
 * Changes find the monitors that they affect by these keyed hashes (hex). A reader of the table cannot identify a
 * person.
 */

/**
 * Pseudonym of the identity. If no identity was found, pseudonym of the identifier, because the person may be
 * registered later. Null if only a name was given.
 */
export const identityPseudonym = (
  { facts: { svcId, rccm }, identifier }: { facts: SubjectFacts; identifier: Identifier | null },
  environment: Environment,
  identityKey: KeyObject,
): string | null => {
  const known =
    svcId !== null
      ? { type: 'svc_id' as const, value: svcId }
      : rccm !== null
        ? { type: 'rccm' as const, value: rccm }
        : identifier
  return known && identifierPseudonym(known, environment, identityKey)
}

/** Null for a subject that no case can know by name. */
export const birthOf = (
  facts: SubjectFacts,
  environment: Environment,
  identityKey: KeyObject,
): string | null => {
  const subject = fraudSubject(facts)
  return subject.names.length === 0 ? null : birthPseudonym(subject, environment, identityKey)
}
