import { type Scope, scopeCatalogue } from '@nani/contract'
import type { Citizen } from '../register/index.ts'
import { readBlock } from './blocks.ts'

export type Disclosure = { kyc: Record<string, unknown>; applied: Scope[]; withheld: Scope[] }

/**
 * What an application may see of a resolved identity: a block for each scope with data on record; a scope
 * without is withheld, which is no error (spec 1 § Response envelope). `scopes` come in catalogue order.
 */
export const disclose = (citizen: Citizen, scopes: readonly Scope[], nowMs: number): Disclosure => {
  const disclosure: Disclosure = { kyc: {}, applied: [], withheld: [] }
  for (const scope of scopes) {
    const block = readBlock[scope](citizen, nowMs)
    if (block === undefined) {
      disclosure.withheld.push(scope)
      continue
    }
    place(disclosure.kyc, scopeCatalogue[scope].block, block)
    disclosure.applied.push(scope)
  }
  return disclosure
}

/** Block paths are nested members: `kyc.documents.primary` is `documents` → `primary` (decisions §5). */
const place = (kyc: Record<string, unknown>, path: readonly string[], block: unknown) => {
  const [outer = '', inner] = path
  if (inner === undefined) kyc[outer] = block
  else kyc[outer] = { ...(kyc[outer] as object | undefined), [inner]: block }
}
