import { createHmac, type KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { settleSpelling } from '@nani/contract'
import type { Party } from './party.ts'

/** What two cases can share. */
export type PartyKeyKind = 'identifier' | 'phone' | 'company' | 'birth'

/** A keyed pseudonym of the data that identifies a party. A reader of the table cannot identify a person. */
export type PartyKey = { party: number; kind: PartyKeyKind; pseudonym: Buffer }

/** Holds the key of the pseudonyms by which cases are linked. */
export type PartyKeyed = { partyKey: KeyObject }

const words = /[\p{L}\p{N}]+/gu

/** The words of a name without case and accents, in the order of the alphabet. */
export const bareName = (name: string): string =>
  [...name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().matchAll(words)]
    .map(([word]) => word)
    .sort()
    .join(' ')

/** The pseudonyms by which a case is found and linked. The subject is party 0, and the victims follow. */
export const partyKeysOf = (
  parties: { subject: Party | null; victims: readonly Party[] },
  environment: Environment,
  key: KeyObject,
): PartyKey[] => {
  const pseudonym = (...known: string[]): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([environment, ...known]))
      .digest()
  const keysOf = (party: Party, index: number): PartyKey[] => {
    const found: PartyKey[] = []
    const add = (kind: PartyKeyKind, ...known: string[]) =>
      found.push({ party: index, kind, pseudonym: pseudonym(kind, ...known) })
    if (party.identifier) {
      const { type, value, issuingCountry } = party.identifier
      add('identifier', issuingCountry, type, settleSpelling({ type, value }).value)
    }
    if (party.phoneNumber) add('phone', party.phoneNumber)
    if (party.businessName) add('company', party.country, bareName(party.businessName))
    if (party.registrationNumber) add('company', party.country, 'number', bareName(party.registrationNumber))
    // Names are compared when cases are linked, because two spellings have different pseudonyms.
    if (party.fullName && party.dateOfBirth) add('birth', party.dateOfBirth)
    return found
  }
  const { subject, victims } = parties
  return [
    ...(subject ? keysOf(subject, 0) : []),
    ...victims.flatMap((victim, index) => keysOf(victim, index + 1)),
  ]
}
