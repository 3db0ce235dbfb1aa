import type { Environment } from '@nani/contract'
import { comparePersonNames } from '@nani/engines/names/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { readCaseKeys } from './case-keys.ts'
import {
  type FraudNetwork,
  type FraudSubject,
  isSearchable,
  type NetworkReader,
  type SuspectCase,
} from './fraud-network.ts'
import type { NetworkKeys } from './network-keys.ts'
import { openFacts, type PartyFacts } from './network-party.ts'
import { birthPseudonym, identifierPseudonym } from './pseudonyms.ts'
import { createPartyReader, type PartyRow, type Sought } from './read-parties.ts'

/** The network in the tables of this module. */
export const createFraudStore = ({ pool, ...keys }: NetworkKeys & { pool: Database }): FraudNetwork => {
  const readParties = createPartyReader(pool)
  const find: FraudNetwork['find'] = async (subject, reader) => {
    if (!isSearchable(subject)) return { suspectIn: [], victimOn: [] }
    const sought = soughtOf(subject, reader, keys)
    const rows = await readParties(sought, reader)
    const caseKeys = await keysOf(pool, rows)
    const counted = rows.filter(({ case_id }) => case_id === null || caseKeys.has(case_id))
    return {
      suspectIn: counted
        .filter(({ role }) => role === 'suspect')
        .flatMap((row) => suspectCase(row, factsOf(row, caseKeys, keys), sought, subject)),
      victimOn: counted.flatMap(({ role, confirmed_on }) => (role === 'victim' ? [confirmed_on] : [])),
    }
  }
  return { find, listedSuspectCases: (...asked) => listedSuspectCases(pool, ...asked) }
}

const listedSuspectCases = async (
  database: Database,
  caseNumbers: readonly string[],
  environment: Environment,
): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ case_number: string }>({
    name: 'listed-suspect-cases',
    text: `select distinct case_number from fraud_network_parties
      where view = $1 and case_number = any($2) and role = 'suspect'`,
    values: [environment, caseNumbers],
  })
  return new Set(rows.map(({ case_number }) => case_number))
}

const soughtOf = (
  { svcId, rccm, names, dateOfBirth, nationality }: FraudSubject,
  { environment }: NetworkReader,
  { identityKey }: NetworkKeys,
): Sought => ({
  svcId: svcId && identifierPseudonym({ type: 'svc_id', value: svcId }, environment, identityKey),
  rccm: rccm && identifierPseudonym({ type: 'rccm', value: rccm }, environment, identityKey),
  birth: names.length > 0 ? birthPseudonym({ dateOfBirth, nationality }, environment, identityKey) : null,
})

const caseOf = ({ application_id: applicationId, case_id: caseId }: PartyRow) =>
  applicationId !== null && caseId !== null ? [{ applicationId, caseId }] : []

/** The keys of the cases of all rows, by case id: those of the database, and of cases in a cell those of the network. */
const keysOf = async (pool: Database, rows: readonly PartyRow[]): Promise<ReadonlyMap<string, Buffer>> => {
  const known = await readCaseKeys(pool, rows.flatMap(caseOf))
  const ofCells = rows.flatMap(({ case_id, sealed_key }) =>
    case_id !== null && sealed_key !== null ? [[case_id, sealed_key] as const] : [],
  )
  return new Map([...ofCells, ...known])
}

/** `caseKeys`: of the cases of all rows. */
const factsOf = (row: PartyRow, caseKeys: ReadonlyMap<string, Buffer>, keys: NetworkKeys): PartyFacts => {
  const [of] = caseOf(row)
  const sealedKey = of && caseKeys.get(of.caseId)
  const vault = of && sealedKey ? keys.caseVaults.open(of, sealedKey) : keys.networkVault
  return openFacts(row.sealed_facts, row, vault)
}

const suspectCase = (
  row: PartyRow,
  facts: PartyFacts,
  sought: Sought,
  subject: FraudSubject,
): SuspectCase[] => {
  const found = matchOf(row, facts, sought, subject)
  return found
    ? [
        {
          caseNumber: row.case_number,
          type: row.case_type,
          status: row.case_status,
          confirmedOn: row.confirmed_on,
          fullName: facts.full_name,
          dateOfBirth: facts.date_of_birth,
          nationality: facts.nationality,
          ...found,
        },
      ]
    : []
}

const matchOf = (
  { identity }: PartyRow,
  { full_name: fullName }: PartyFacts,
  sought: Sought,
  subject: FraudSubject,
): Pick<SuspectCase, 'matchedBy' | 'similarity'> | null => {
  const known = identity?.toString('hex') ?? null
  if (known !== null && known === sought.svcId) return { matchedBy: 'svc_id', similarity: 1 }
  if (known !== null && known === sought.rccm) return { matchedBy: 'rccm', similarity: 1 }
  // Two identity numbers belong to two people, even if their names and births are alike.
  if (fullName === null || (known !== null && subject.svcId !== null)) return null
  const similarity = Math.max(
    0,
    ...subject.names.map((name) => {
      const compared = comparePersonNames(fullName, name)
      return compared.verdict === 'no_match' ? 0 : compared.similarity
    }),
  )
  return similarity > 0 ? { matchedBy: 'name', similarity } : null
}
