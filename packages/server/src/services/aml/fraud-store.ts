import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type pg from 'pg'
import { comparePersonNames } from '../../names/index.ts'
import { inTransaction } from '../../storage/index.ts'
import { type FraudNetwork, type FraudSubject, isSearchable, type SuspectCase } from './fraud-network.ts'
import { birthPseudonym, identifierPseudonym } from './monitored-identity.ts'
import { type Concerned, markConcernedDue } from './monitoring/due-marks.ts'

type PartyRow = {
  role: 'suspect' | 'victim'
  case_number: string
  case_type: string
  case_status: SuspectCase['status']
  confirmed_on: string
  svc_id: string | null
  rccm: string | null
  full_name: string | null
  date_of_birth: string | null
  nationality: string | null
}

/** One party of a case that is confirmed or escalated. */
export type NetworkParty = PartyRow & { party: number }

// Those that are known by their number come first, and suspects before victims: what is cut is the least certain.
const maxCases = 1_000

/** The network in a table of our own, until the fraud service stands behind the interface. */
export const createFraudStore = (pool: Pick<pg.Pool, 'query'>): FraudNetwork => ({
  async find(subject, environment) {
    if (!isSearchable(subject)) return { suspectIn: [], victimOn: [] }
    const { rows } = await pool.query<PartyRow>({
      name: 'find-fraud-parties',
      text: `select role, case_number, case_type, case_status, confirmed_on, svc_id, rccm,
               full_name, date_of_birth, nationality
             from fraud_network_parties
             where view = $1 and (svc_id = $2 or rccm = $3
               or (role = 'suspect' and full_name is not null and date_of_birth = $4 and nationality = $5))
             order by coalesce(svc_id = $2 or rccm = $3, false) desc, role, confirmed_on desc, case_number, party limit $6`,
      values: [environment, subject.svcId, subject.rccm, subject.dateOfBirth, subject.nationality, maxCases],
    })
    return {
      suspectIn: rows.flatMap((row) => (row.role === 'suspect' ? suspectCase(row, subject) : [])),
      victimOn: rows.flatMap((row) => (row.role === 'victim' ? [row.confirmed_on] : [])),
    }
  },
})

const suspectCase = (row: PartyRow, subject: FraudSubject): SuspectCase[] => {
  const found = matchOf(row, subject)
  return found
    ? [
        {
          caseNumber: row.case_number,
          type: row.case_type,
          status: row.case_status,
          confirmedOn: row.confirmed_on,
          fullName: row.full_name,
          dateOfBirth: row.date_of_birth,
          nationality: row.nationality,
          ...found,
        },
      ]
    : []
}

const matchOf = (
  row: PartyRow,
  subject: FraudSubject,
): Pick<SuspectCase, 'matchedBy' | 'similarity'> | null => {
  if (row.svc_id !== null && row.svc_id === subject.svcId) return { matchedBy: 'svc_id', similarity: 1 }
  if (row.rccm !== null && row.rccm === subject.rccm) return { matchedBy: 'rccm', similarity: 1 }
  // Two numbers of identity are two people, however alike their names and births are.
  if (row.full_name === null || (row.svc_id !== null && subject.svcId !== null)) return null
  const similarity = Math.max(
    0,
    ...subject.names.map((name) => {
      const compared = comparePersonNames(row.full_name as string, name)
      return compared.verdict === 'no_match' ? 0 : compared.similarity
    }),
  )
  return similarity > 0 ? { matchedBy: 'name', similarity } : null
}

type KnownBy = Pick<PartyRow, 'svc_id' | 'rccm' | 'date_of_birth' | 'nationality'>
type Placed = KnownBy & { case_number: string; party: number }

const columns = [
  'role',
  'case_type',
  'case_status',
  'confirmed_on',
  'svc_id',
  'rccm',
  'full_name',
  'date_of_birth',
  'nationality',
]
const row = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`
const placed = 'case_number, party, svc_id, rccm, date_of_birth, nationality'

/**
 * Puts parties into the network; what is there of the same case and party is replaced. Whoever is monitored and may be
 * one of them, as they were or as they are, is to be screened again: a list that everybody is screened against changed.
 */
export const writeNetworkParties = (
  pool: pg.Pool,
  environment: Environment,
  parties: readonly NetworkParty[],
  identityKey: KeyObject,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { rows: before } = await client.query<Placed>(
      `select ${placed} from fraud_network_parties where view = $1 and case_number = any($2) for update`,
      [environment, parties.map(({ case_number }) => case_number)],
    )
    const { rows: changed } = await client.query<Placed>(
      `insert into fraud_network_parties as known (view, case_number, party, ${columns.join(', ')})
       select $1, p.* from json_to_recordset($2) as p(case_number text, party integer, role text, case_type text,
         case_status text, confirmed_on date, svc_id text, rccm text, full_name text, date_of_birth date, nationality text)
       on conflict (view, case_number, party) do update
         set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
         where ${row('known')} is distinct from ${row('excluded')}
       returning ${placed}`,
      [environment, JSON.stringify(parties)],
    )
    const moved = new Set(changed.map(placeOf))
    const concerned = [...changed, ...before.filter((one) => moved.has(placeOf(one)))]
    await markConcernedDue(client, concernedBy(concerned, environment, identityKey))
  })

const placeOf = ({ case_number, party }: Placed): string => `${case_number} ${party}`

const concernedBy = (
  parties: readonly KnownBy[],
  environment: Environment,
  identityKey: KeyObject,
): Concerned => ({
  identities: parties.flatMap(({ svc_id, rccm }) => [
    ...(svc_id === null
      ? []
      : [identifierPseudonym({ type: 'svc_id', value: svc_id }, environment, identityKey)]),
    ...(rccm === null ? [] : [identifierPseudonym({ type: 'rccm', value: rccm }, environment, identityKey)]),
  ]),
  births: parties.flatMap(
    ({ date_of_birth: dateOfBirth, nationality }) =>
      birthPseudonym({ dateOfBirth, nationality }, environment, identityKey) ?? [],
  ),
})
