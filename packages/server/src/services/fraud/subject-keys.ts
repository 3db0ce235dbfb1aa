import { createHmac, type KeyObject } from 'node:crypto'
import { type Environment, settleSpelling } from '@nani/contract'
import type { Party } from './party.ts'
import { bareName } from './party-keys.ts'

/**
 * Keyed pseudonyms of the person or company that a report is about (spec/fraud#bound-of-reports). They come from what the
 * reporter wrote alone. The register is not asked, so a refusal does not show who is in it. A subject without a number
 * and without a name and birth has none, and so has a test identity of the sandbox.
 */
export const subjectKeysOf = (subject: Party | null, environment: Environment, key: KeyObject): Buffer[] => {
  if (!subject || isTestIdentity(subject, environment)) return []
  const keys = identifyingFacts(subject).map((known) =>
    createHmac('sha256', key)
      .update(JSON.stringify([environment, 'subject', ...known]))
      .digest(),
  )
  // In one order, so that two reports never wait for each other.
  return keys.toSorted(Buffer.compare)
}

/** Integrations report the test identities of the sandbox in every run of their tests. Such a report affects no one else. */
const isTestIdentity = ({ identifier }: Party, environment: Environment): boolean =>
  environment === 'sandbox' && identifier?.type === 'svc_id' && testIdentity.test(identifier.value)

const testIdentity = /^COD-0000-0000-\d{4}$/

const identifyingFacts = (subject: Party): string[][] => {
  const { identifier, phoneNumber, fullName, dateOfBirth, country } = subject
  const facts: string[][] = []
  if (identifier) {
    const { type, value, issuingCountry } = identifier
    facts.push(['identifier', issuingCountry, type, settleSpelling({ type, value }).value])
  }
  if (!identifier && subject.registrationNumber)
    facts.push(['registration', country, bareName(subject.registrationNumber)])
  if (!identifier && subject.businessName) facts.push(['company', country, bareName(subject.businessName)])
  if (!identifier && phoneNumber) facts.push(['phone', phoneNumber])
  // Also next to a number: the network knows a suspect with a foreign document by name and birth.
  if (fullName && dateOfBirth) facts.push(['person', bareName(fullName), dateOfBirth])
  return facts
}
