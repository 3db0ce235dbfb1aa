import { compareLegalNames } from '@nani/engines/names/index.ts'
import type { Business, Citizen } from '../../../register/register/index.ts'
import { matchClaims } from '../../kyc/index.ts'
import type { CaseReport } from '../case-report.ts'
import type { FraudCase } from '../case-row.ts'
import type { Party } from '../party.ts'
import { type FindParty, registerIdentity } from './register-identity.ts'

type Verdict = 'match' | 'partial_match' | 'no_match'

/** What the reporter wrote about a party, compared with the register by the rules of KYC. It holds no data of either. */
export type PartyComparison = {
  /** The least certain verdict. `not_compared`: there is no local number, or nothing was written next to it. */
  verdict: Verdict | 'not_in_register' | 'not_compared'
  full_name: Verdict | 'not_provided'
  date_of_birth: Verdict | 'not_provided'
  nationality: Verdict | 'not_provided'
}

type Claims = Omit<PartyComparison, 'verdict'>

const nothing: Claims = {
  full_name: 'not_provided',
  date_of_birth: 'not_provided',
  nationality: 'not_provided',
}

export const notCompared: PartyComparison = { verdict: 'not_compared', ...nothing }

type Comparing = { environment: FraudCase['environment']; find: FindParty; nowMs: number }

/** The subject is first. A report without a subject and an anonymous victim are not compared. */
export const compareParties = async (
  { subject, victims }: Pick<CaseReport, 'subject' | 'victims'>,
  comparing: Comparing,
): Promise<PartyComparison[]> => {
  const compared: PartyComparison[] = []
  for (const party of [subject, ...victims])
    compared.push(party ? await compareParty(party, comparing) : notCompared)
  return compared
}

const compareParty = async (
  party: Party,
  { environment, find, nowMs }: Comparing,
): Promise<PartyComparison> => {
  const identity = await registerIdentity(party, environment, find)
  if (identity.kind === 'none') return notCompared
  if (identity.kind === 'unknown') return { verdict: 'not_in_register', ...nothing }
  const claims =
    identity.kind === 'citizen'
      ? claimsOf(party, identity.citizen, nowMs)
      : { ...nothing, full_name: nameOfBusiness(party, identity.business) }
  return { verdict: leastCertain(claims), ...claims }
}

const claimsOf = ({ fullName, dateOfBirth, nationality }: Party, citizen: Citizen, nowMs: number): Claims => {
  const { full_name, date_of_birth } = matchClaims(
    { full_name: fullName, date_of_birth: dateOfBirth },
    citizen,
    nowMs,
  )
  return {
    full_name,
    date_of_birth,
    nationality:
      nationality === null ? 'not_provided' : nationality === citizen.nationality ? 'match' : 'no_match',
  }
}

/** The better of the legal and the trade name. */
const nameOfBusiness = (
  { businessName }: Party,
  { legal_name, trade_name }: Business,
): Claims['full_name'] => {
  if (businessName === null) return 'not_provided'
  const verdicts = [legal_name, trade_name].flatMap((name) =>
    name === null ? [] : [compareLegalNames(businessName, name).verdict],
  )
  return verdicts.toSorted((one, other) => certainty.indexOf(one) - certainty.indexOf(other))[0] ?? 'no_match'
}

const certainty: readonly Verdict[] = ['match', 'partial_match', 'no_match']

const leastCertain = (claims: Claims): PartyComparison['verdict'] => {
  const verdicts = Object.values(claims)
  return certainty.toReversed().find((verdict) => verdicts.includes(verdict)) ?? 'not_compared'
}

/** Whether people must confirm that they mean this party although the register does not say so. */
export const isUnclear = ({ verdict }: PartyComparison): boolean =>
  verdict !== 'match' && verdict !== 'not_compared'
