import type { NetworkParty } from '../../risk/fraud-network/index.ts'
import type { CaseReport } from './case-report.ts'
import type { FraudCase } from './case-row.ts'
import { isInNetwork } from './case-states.ts'
import { type ListingChoice, listsVictim } from './listing-choice.ts'
import type { Party } from './party.ts'
import { type FindParty, type RegisterIdentity, registerIdentity } from './report/register-identity.ts'

type Numbers = Pick<NetworkParty, 'svc_id' | 'rccm'>
type Facts = Pick<NetworkParty, 'full_name' | 'date_of_birth' | 'nationality'>

type NetworkCase = Pick<FraudCase, 'applicationId' | 'caseId' | 'caseNumber' | 'environment' | 'type'> & {
  sealedKey: Buffer
  /** Home has the network, and a cell the case. */
  isInCell?: boolean
  state: Pick<FraudCase['state'], 'status' | 'choice'>
}

/**
 * The parties of a case as other services match them (spec/fraud#fraud-network): suspects and chosen victims with a
 * number, and suspects with a name, a birth and a nationality. The subject is party 0, and the victims follow.
 */
export const networkParties = async (
  fraudCase: NetworkCase,
  { subject, victims }: Pick<CaseReport, 'subject' | 'victims'>,
  confirmedOn: string,
  find: FindParty,
): Promise<NetworkParty[]> => {
  const { applicationId, caseId, sealedKey, environment, isInCell = false } = fraudCase
  const { status, choice } = fraudCase.state
  if (!isInNetwork(status)) return []
  const found: NetworkParty[] = []
  for (const [place, party] of [subject, ...victims].entries()) {
    if (!party || party.anonymous || party.role === 'unknown') continue
    if (party.role === 'victim' && !listsVictim(choice, place)) continue
    const identity = await registerIdentity(party, environment, find)
    const numbers = numbersOf(party, identity)
    const facts = party.role === 'suspect' ? factsOf(party, identity, choice) : noFacts
    const isMatched = numbers.svc_id !== null || numbers.rccm !== null || isKnownByName(facts)
    if (!isMatched) continue
    found.push({
      role: party.role,
      case_number: fraudCase.caseNumber,
      party: place,
      case_type: fraudCase.type,
      case_status: status,
      confirmed_on: confirmedOn,
      ...numbers,
      ...facts,
      of: { applicationId, caseId, sealedKey, isInCell },
    })
  }
  return found
}

/** A document that no one in the register has is matched by nothing. An `svc_id` or `rccm` counts as it is. */
const numbersOf = ({ identifier }: Party, identity: RegisterIdentity): Numbers => {
  const none = { svc_id: null, rccm: null }
  if (identity.kind === 'citizen') return { ...none, svc_id: identity.citizen.svc_id }
  if (identity.kind === 'business') return { ...none, rccm: identity.business.identifiers.rccm }
  if (identity.kind === 'none' || !identifier) return none
  if (identifier.type === 'svc_id') return { ...none, svc_id: identifier.value }
  return identifier.type === 'rccm' ? { ...none, rccm: identifier.value } : none
}

const noFacts: Facts = { full_name: null, date_of_birth: null, nationality: null }

/**
 * A number of this country decides who the party is: what the reporter wrote next to it may be of another person. If no
 * one has the number, what was written counts only after two people confirmed it. The name of a company never matches.
 */
const factsOf = (party: Party, identity: RegisterIdentity, choice: ListingChoice | null): Facts => {
  if (identity.kind === 'citizen') {
    const { full_name, date_of_birth, nationality } = identity.citizen
    return { full_name, date_of_birth, nationality }
  }
  if (party.kind !== 'individual') return noFacts
  const isUnclear = identity.kind === 'unknown' && choice?.despiteMismatch !== true
  return isUnclear
    ? noFacts
    : { full_name: party.fullName, date_of_birth: party.dateOfBirth, nationality: party.nationality }
}

const isKnownByName = ({ full_name, date_of_birth, nationality }: Facts): boolean =>
  full_name !== null && date_of_birth !== null && nationality !== null
