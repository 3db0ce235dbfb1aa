import type { Environment } from '@nani/contract'
import { createKeyedBatcher, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { NetworkReader, SuspectCase } from './fraud-network.ts'

/** A party of the network, as the table has it. */
export type PartyRow = {
  role: 'suspect' | 'victim'
  case_number: string
  party: number
  case_type: string
  case_status: SuspectCase['status']
  confirmed_on: string
  application_id: string | null
  case_id: string | null
  identity: Buffer | null
  sealed_facts: Buffer
  /** Of a case in a cell. Null: the database has its key. */
  sealed_key: Buffer | null
}

/** The pseudonyms by which a subject is searched. */
export type Sought = { svcId: string | null; rccm: string | null; birth: string | null }

// Matches by number come first, and suspects before victims: the least certain matches are cut.
const maxCases = 1_000

/** Reads the parties that each subject may be. Subjects that are searched at the same time share a statement. */
export const createPartyReader = (
  database: Database,
): ((sought: Sought, reader: NetworkReader) => Promise<PartyRow[]>) => {
  const grouped = createKeyedBatcher<Sought, PartyRow[]>(
    (key, subjects) => readParties(database, subjects, JSON.parse(key)),
    {
      maxInFlight: 2,
      maxGroup: 128,
      maxWaiting: 5_000,
      overflow: () =>
        new Refusal('overloaded', { retry_after: 1 }, { detail: 'too many subjects are searched' }),
    },
  )
  return (sought, { environment, applicationId }) =>
    // In production every application sees the same cases.
    grouped(
      JSON.stringify({ environment, applicationId: environment === 'sandbox' ? applicationId : null }),
      sought,
    )
}

type View = { environment: Environment; applicationId: string | null }

const readParties = async (
  database: Database,
  subjects: readonly Sought[],
  { environment, applicationId }: View,
): Promise<PartyRow[][]> => {
  const bytes = (pseudonym: string | null) => pseudonym && Buffer.from(pseudonym, 'hex')
  const { rows } = await database.query<PartyRow & { place: number }>({
    name: 'find-fraud-parties',
    text: `select sought.place::integer, found.*
           from unnest($2::bytea[], $3::bytea[], $4::bytea[]) with ordinality as sought(svc_id, rccm, birth, place)
           cross join lateral (
             select role, case_number, party, case_type, case_status, confirmed_on, application_id, case_id,
               identity, sealed_facts, sealed_key
             from fraud_network_parties
             where view = $1 and sealed_facts is not null
               and (identity = any(array[sought.svc_id, sought.rccm])
                 or (role = 'suspect' and birth = sought.birth))
               -- A case of the sandbox affects its own application alone.
               and ($1 = 'production' or application_id is null or application_id = $5)
             order by coalesce(identity = any(array[sought.svc_id, sought.rccm]), false) desc, role,
               confirmed_on desc, case_number, party
             limit $6
           ) as found
           order by sought.place, coalesce(found.identity = any(array[sought.svc_id, sought.rccm]), false) desc,
             found.role, found.confirmed_on desc, found.case_number, found.party`,
    values: [
      environment,
      subjects.map(({ svcId }) => bytes(svcId)),
      subjects.map(({ rccm }) => bytes(rccm)),
      subjects.map(({ birth }) => bytes(birth)),
      applicationId,
      maxCases,
    ],
  })
  const found: PartyRow[][] = subjects.map(() => [])
  for (const { place, ...row } of rows) found[place - 1]?.push(row)
  return found
}
