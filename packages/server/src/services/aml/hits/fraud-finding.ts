import { createHash } from 'node:crypto'
import type { FraudRecord, SuspectCase } from '../../../risk/fraud-network/index.ts'
import { halfLifeYears, weights } from '../risk-weights.ts'
import type { SubjectFacts } from '../subject/subject.ts'
import type { Finding } from './finding.ts'
import { recencySince } from './recency.ts'

/** `hits[].list` for cases of the network (spec/aml#covered-lists). */
export const fraudListName = 'Confirmed fraud cases of the network'

/** Prefix of the keys of these hits. No list has this name. */
export const fraudKey = 'fraud:'

const caseWeight = {
  confirmed: weights.watchlists.confirmed_fraud,
  escalated_to_authorities: weights.watchlists.escalated_fraud,
} as const

/** Makes the hit of a case that names the subject as suspect. */
export const findingOfCase = (
  suspect: SuspectCase,
  { screened, svcId, rccm }: SubjectFacts,
  nowMs: number,
): Finding => {
  const { fullName, dateOfBirth, nationality, similarity, matchedBy } = suspect
  const number = matchedBy === 'rccm' ? rccm : svcId
  const name = fullName ?? screened?.names[0] ?? number ?? ''
  const shared = {
    list: fraudListName,
    category: 'watchlists',
    match_score: similarity,
    listed_on: suspect.confirmedOn,
    fraud_case: {
      case_number: suspect.caseNumber,
      type: suspect.type,
      status: suspect.status,
      role: 'suspect',
    },
  } as const
  return {
    matchScore: similarity,
    weight: caseWeight[suspect.status],
    recency: recencySince(suspect.confirmedOn, halfLifeYears.fraud_case, nowMs),
    isActiveSanction: false,
    key: `${fraudKey}${suspect.caseNumber}`,
    contentHash: createHash('sha256').update(JSON.stringify(suspect)).digest('hex'),
    pep: null,
    hit: { ...shared, matched_name: name },
    entry: {
      ...shared,
      names: [{ name, kind: 'primary', script: 'Latn' }],
      birth_dates: dateOfBirth === null ? [] : [dateOfBirth],
      nationalities: nationality === null ? [] : [nationality],
      addresses: [],
      identifiers: [],
      list_version: null,
      explanation:
        matchedBy === 'name'
          ? [
              compared('name', screened?.names[0], fullName, similarity),
              compared('birth_date', screened?.birthDate, dateOfBirth, 1),
              compared('nationality', nationality, nationality, 1),
            ]
          : [compared('identifier', number, number, 1)],
    },
  }
}

const compared = (
  field: string,
  subject: string | null | undefined,
  entry: string | null,
  score: number,
) => ({ field, subject: subject ?? null, entry, score, effect: 0 })

/** spec/aml#fraud-signals: a victim is reported, without any effect on the score. */
export const fraudSignals = ({ suspectIn, victimOn }: FraudRecord) => ({
  confirmed_cases_as_suspect: suspectIn.length,
  identity_fraud_victim: victimOn.length > 0,
  last_confirmed_on:
    [...suspectIn.map(({ confirmedOn }) => confirmedOn), ...victimOn].toSorted().at(-1) ?? null,
})
