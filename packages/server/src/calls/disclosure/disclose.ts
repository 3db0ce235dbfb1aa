import type { Scope } from '@nani/contract'
import type { Citizen } from '../../register/register/index.ts'
import { type Kyc, readBlock } from './blocks.ts'

export type Disclosure = { kyc: Partial<Kyc>; applied: Scope[]; withheld: Scope[] }

/**
 * What an application may see of a resolved identity: a block for each scope with data on record. A scope without data
 * is withheld, which is no error (spec/disclosure#response-envelope). `scopes` are in the order of the catalogue.
 */
export const disclose = (citizen: Citizen, scopes: readonly Scope[], nowMs: number): Disclosure => {
  const disclosure: Disclosure = { kyc: {}, applied: [], withheld: [] }
  for (const scope of scopes) {
    const block = readBlock[scope](citizen, nowMs)
    if (block) {
      addBlock(disclosure.kyc, block)
      disclosure.applied.push(scope)
    } else disclosure.withheld.push(scope)
  }
  return disclosure
}

/** Block paths are nested members (spec/disclosure#nesting-of-blocks): two blocks may share their outer member. */
const addBlock = (kyc: Partial<Kyc>, block: Partial<Kyc>): void => {
  const { documents, biometrics } = kyc
  Object.assign(kyc, block)
  if (documents && block.documents) kyc.documents = { ...documents, ...block.documents }
  if (biometrics && block.biometrics) kyc.biometrics = { ...biometrics, ...block.biometrics }
}
