import type { NetworkParty } from '../../fraud-network/index.ts'
import type { Register } from '../../register/index.ts'
import type { CaseReport } from './case-report.ts'
import type { FraudCase } from './case-row.ts'
import { isInNetwork } from './case-states.ts'
import { homeCountry, type Party } from './party.ts'

export type FindParty = Pick<Register, 'findCitizen' | 'findBusiness'>

type Numbers = Pick<NetworkParty, 'svc_id' | 'rccm'>

/**
 * The parties of a case as other services match them (spec/fraud#fraud-network): suspects and victims with a number, and
 * suspects with a name, a birth and a nationality. The subject is party 0, and the victims follow.
 */
export const networkParties = async (
  fraudCase: Pick<FraudCase, 'applicationId' | 'caseId' | 'caseNumber' | 'environment' | 'type' | 'state'> & {
    sealedKey: Buffer
  },
  { subject, victims }: Pick<CaseReport, 'subject' | 'victims'>,
  confirmedOn: string,
  find: FindParty,
): Promise<NetworkParty[]> => {
  const { applicationId, caseId, sealedKey, environment } = fraudCase
  const { status } = fraudCase.state
  if (!isInNetwork(status)) return []
  const found: NetworkParty[] = []
  for (const [place, party] of [subject, ...victims].entries()) {
    if (!party || party.anonymous || party.role === 'unknown') continue
    const numbers = await numbersOf(party, environment, find)
    const facts = party.role === 'suspect' ? personalFacts(party) : noFacts
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
      of: { applicationId, caseId, sealedKey },
    })
  }
  return found
}

/** A number that leads to none in the register is matched by nothing, and a name never resolves. */
const numbersOf = async (
  { kind, identifier }: Party,
  environment: FraudCase['environment'],
  find: FindParty,
): Promise<Numbers> => {
  const none = { svc_id: null, rccm: null }
  if (!identifier || identifier.issuingCountry !== homeCountry) return none
  const { type, value } = identifier
  if (type === 'svc_id') return { svc_id: value, rccm: null }
  if (type === 'rccm') return { svc_id: null, rccm: value }
  if (kind === 'individual') {
    const citizen = await find.findCitizen({ type, value }, environment)
    return { svc_id: citizen?.svc_id ?? null, rccm: null }
  }
  const business = await find.findBusiness({ type, value }, environment)
  return { svc_id: null, rccm: business?.identifiers.rccm ?? null }
}

type Facts = Pick<NetworkParty, 'full_name' | 'date_of_birth' | 'nationality'>

const noFacts: Facts = { full_name: null, date_of_birth: null, nationality: null }

/** The name of a company never matches. */
const personalFacts = (party: Party): Facts =>
  party.kind === 'individual'
    ? { full_name: party.fullName, date_of_birth: party.dateOfBirth, nationality: party.nationality }
    : noFacts

const isKnownByName = ({ full_name, date_of_birth, nationality }: Facts): boolean =>
  full_name !== null && date_of_birth !== null && nationality !== null
