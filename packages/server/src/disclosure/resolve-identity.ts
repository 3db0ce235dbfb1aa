import type { Scope } from '@nani/contract'
import type { Citizen } from '../register/index.ts'
import { type Account, accountOf, isCertified } from './account.ts'
import { disclose } from './disclose.ts'

/** Whom an identifier leads to, and what of them may be told. */
export type Identity = {
  standing: 'certified' | 'not_certified' | 'not_found'
  /** The certified person. Of anybody else a service concludes nothing. */
  person: Citizen | null
  /** The members of the envelope that tell who it is. */
  blocks: { account?: Account; kyc?: Record<string, unknown> }
  scopesApplied: readonly Scope[]
  scopesWithheld: readonly Scope[]
  svcId: string | null
}

const nothingTold = { person: null, scopesApplied: [], scopesWithheld: [] } as const

/** Spec 1 § `kyc_validation`, outcome contents: what is told of an identity, by how it stands in the register. */
export const resolveIdentity = (
  citizen: Citizen | null,
  scopes: readonly Scope[],
  nowMs: number,
): Identity => {
  if (!citizen) return { ...nothingTold, standing: 'not_found', blocks: {}, svcId: null }
  const account = accountOf(citizen)
  const svcId = citizen.svc_id
  if (!isCertified(citizen)) return { ...nothingTold, standing: 'not_certified', blocks: { account }, svcId }
  const { kyc, applied, withheld } = disclose(citizen, scopes, nowMs)
  return {
    standing: 'certified',
    person: citizen,
    blocks: { account, kyc },
    scopesApplied: applied,
    scopesWithheld: withheld,
    svcId,
  }
}
