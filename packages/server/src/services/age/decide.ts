import type { AgeVerification, Identifier, Scope } from '@nani/contract'
import type { PerformedAs } from '../../calls/calls/index.ts'
import { ageOn, resolveIdentity } from '../../calls/disclosure/index.ts'
import type { Citizen } from '../../register/register/index.ts'
import { minimalDisclosure } from './minimal-disclosure.ts'

export type Facts = {
  citizen: Citizen | null
  identifier: Identifier
  /** In whole years. */
  threshold: number
  isMinimal: boolean
  scopes: readonly Scope[]
  nowMs: number
}

/**
 * Decides whether a certified person has reached the threshold on this UTC date (spec/disclosure#age-in-years and
 * spec/age#age-result).
 */
export const decide = ({
  citizen,
  identifier,
  threshold,
  isMinimal,
  scopes,
  nowMs,
}: Facts): PerformedAs<AgeVerification> => {
  const resolved = resolveIdentity(citizen, scopes, nowMs)
  const { status, person, blocks, ...disclosed } = isMinimal ? minimalDisclosure(resolved) : resolved
  return {
    ...disclosed,
    outcome: person ? sideOf(threshold, person, nowMs) : status,
    fields: {
      certified_account: person !== null,
      identifier,
      age_check: {
        threshold,
        comparison: 'at_least',
        method: 'register',
        assurance: blocks.account?.level_of_assurance ?? null,
      },
      ...blocks,
    },
  }
}

const sideOf = (threshold: number, person: Citizen, nowMs: number) =>
  ageOn(person.date_of_birth, nowMs) >= threshold ? 'over_threshold' : 'under_threshold'
