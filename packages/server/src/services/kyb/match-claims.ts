import { type BusinessIdentifierType, normalizeIdentifier, settleSpelling } from '@nani/contract'
import {
  compareLegalNames,
  comparePrepared,
  type NameVerdict,
  prepareName,
} from '@nani/engines/names/index.ts'
import type { Business } from '../../register/register/index.ts'

type Claim = 'legal_name' | BusinessIdentifierType | 'representative_name'
export type Claims = { [Name in Claim]?: string | null }
export type Match = Record<Claim, NameVerdict | 'not_provided'>

/** A verdict for each claim of spec/kyb#kyb-result. A missing claim is `not_provided`. */
export const matchClaims = (claims: Claims, business: Business): Match => {
  const verdictOf = (claim: Claim, compare: (claimed: string) => NameVerdict) => {
    const claimed = claims[claim]
    return typeof claimed === 'string' ? compare(claimed) : 'not_provided'
  }
  const identifier = (type: BusinessIdentifierType) =>
    verdictOf(type, (claimed) => compareIdentifiers(type, claimed, business.identifiers[type]))
  return {
    legal_name: verdictOf('legal_name', (name) => compareLegalNames(name, business.legal_name).verdict),
    rccm: identifier('rccm'),
    id_nat: identifier('id_nat'),
    nif: identifier('nif'),
    representative_name: verdictOf('representative_name', (name) => bestOf(name, business.officers)),
  }
}

/** Compares normalised numbers for equality. A number with one different digit belongs to another business. */
const compareIdentifiers = (
  type: BusinessIdentifierType,
  claimed: string,
  registered: string | null,
): NameVerdict => {
  const settled = (value: string | null) => {
    const normal = value === null ? null : normalizeIdentifier({ type, value })
    return normal && settleSpelling(normal).value
  }
  const ours = settled(registered)
  return ours !== null && settled(claimed) === ours ? 'match' : 'no_match'
}

/** The best match of all officers. Their role does not matter, and no name is disclosed. */
const bestOf = (claimed: string, officers: Business['officers']): NameVerdict => {
  const name = prepareName(claimed)
  const verdicts = officers.map(({ full_name }) => comparePrepared(prepareName(full_name), name).verdict)
  if (verdicts.includes('match')) return 'match'
  return verdicts.includes('partial_match') ? 'partial_match' : 'no_match'
}
