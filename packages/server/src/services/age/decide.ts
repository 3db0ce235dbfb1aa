import type { Identifier, Scope } from '@nani/contract'
import type { Performed } from '../../delivery/index.ts'
import { ageOn, resolveIdentity } from '../../disclosure/index.ts'
import type { Citizen } from '../../register/index.ts'
import { oneBit } from './one-bit.ts'

export type Facts = {
  citizen: Citizen | null
  identifier: Identifier
  /** In whole years. */
  threshold: number
  isMinimal: boolean
  scopes: readonly Scope[]
  nowMs: number
}

/** Whether a certified person has reached the threshold on this UTC date (decisions §6 and §8). */
export const decide = ({ citizen, identifier, threshold, isMinimal, scopes, nowMs }: Facts): Performed => {
  const resolved = resolveIdentity(citizen, scopes, nowMs)
  const { standing, person, blocks, ...told } = isMinimal ? oneBit(resolved) : resolved
  return {
    ...told,
    outcome: person ? sideOf(threshold, person, nowMs) : standing,
    members: {
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
