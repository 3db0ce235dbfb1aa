import { createHmac, type KeyObject } from 'node:crypto'
import type { Environment, Identifier } from '@nani/contract'
import { fraudSubject } from './checks-that-run.ts'
import type { SubjectFacts } from './subject.ts'

/*
 * What changes elsewhere finds the monitors that it concerns by these, in hex: each is keyed, and names nobody to who
 * reads the table.
 */

const keyed = (key: KeyObject, ...known: (string | null)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(known)).digest('hex')

export const identifierPseudonym = (
  { type, value }: Pick<Identifier, 'type' | 'value'>,
  environment: Environment,
  identityKey: KeyObject,
): string => keyed(identityKey, 'identity', environment, type, value)

/** Of the identity; of the identifier where nobody was found for it, who may be registered later; null of a name alone. */
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

type Birth = { dateOfBirth: string | null; nationality: string | null }

/** Of a date of birth and a nationality, by which, with the name, a fraud case may know a person. */
export const birthPseudonym = (
  { dateOfBirth, nationality }: Birth,
  environment: Environment,
  identityKey: KeyObject,
): string | null =>
  dateOfBirth === null || nationality === null
    ? null
    : keyed(identityKey, 'birth', environment, dateOfBirth, nationality)

/** Null of whom no case can know by name. */
export const birthOf = (
  facts: SubjectFacts,
  environment: Environment,
  identityKey: KeyObject,
): string | null => {
  const subject = fraudSubject(facts)
  return subject.names.length === 0 ? null : birthPseudonym(subject, environment, identityKey)
}
