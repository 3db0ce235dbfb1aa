import type { Scope } from '@nani/contract'
import type { Citizen } from '../../register/register/index.ts'
import { type Account, accountOf, isCertified } from './account.ts'
import { basicBlock, type Kyc } from './blocks.ts'
import { disclose } from './disclose.ts'

/** The identity of an identifier, and the data of it that may be disclosed. */
export type Identity = {
  /** The members of the envelope that identify the person. */
  blocks: { account?: Account; kyc?: Kyc }
  scopesApplied: readonly Scope[]
  scopesWithheld: readonly Scope[]
  svcId: string | null
} & (
  | { status: 'certified'; person: Citizen }
  /** A service draws no conclusion about a person who is not certified. */
  | { status: 'not_certified' | 'not_found'; person: null }
)

const nothingDisclosed = { person: null, scopesApplied: [], scopesWithheld: [] } as const

/** spec/kyc#kyc-outcomes: the outcome for an identity, by its status in the register. */
export const resolveIdentity = (
  citizen: Citizen | null,
  scopes: readonly Scope[],
  nowMs: number,
): Identity => {
  if (!citizen) return { ...nothingDisclosed, status: 'not_found', blocks: {}, svcId: null }
  const account = accountOf(citizen)
  const svcId = citizen.svc_id
  if (!isCertified(citizen))
    return { ...nothingDisclosed, status: 'not_certified', blocks: { account }, svcId }
  const { kyc, applied, withheld } = disclose(citizen, scopes, nowMs)
  return {
    status: 'certified',
    person: citizen,
    // Basic KYC is part of every response with a resolved identity (spec/disclosure#basic-kyc).
    blocks: { account, kyc: { basic: basicBlock(citizen, nowMs), ...kyc } },
    scopesApplied: applied,
    scopesWithheld: withheld,
    svcId,
  }
}
