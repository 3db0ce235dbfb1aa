import type { Environment } from '@nani/contract'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { NetworkKeys, NetworkStore } from './network-keys.ts'
import { currentDerivation, type NetworkParty, type StoredParty, storedParty } from './network-party.ts'
import { type ChangedFacts, countChange, takeWriterTurn } from './network-revision.ts'

type PartyRow = ChangedFacts & { case_number: string; party: number }

const columns = [
  'role',
  'case_type',
  'case_status',
  'confirmed_on',
  'application_id',
  'case_id',
  'identity',
  'birth',
  'content',
  'sealed_facts',
  'sealed_key',
  'derivation',
]
const placed = 'case_number, party, identity, birth'

/** Seals parties, before a lock is held. */
export const sealParties = (
  environment: Environment,
  parties: readonly NetworkParty[],
  keys: NetworkKeys,
): StoredParty[] => parties.map((party) => storedParty(party, environment, keys))

/**
 * Writes sealed parties into the network. The earlier row of the same case and party is replaced. Later writers of the network wait
 * until the transaction ends.
 */
export const writePartiesWithin = async (
  client: pg.ClientBase,
  environment: Environment,
  parties: readonly StoredParty[],
): Promise<void> => {
  if (parties.length === 0) return
  const caseNumbers = [...new Set(parties.map(({ case_number }) => case_number))]
  const rows = JSON.stringify(parties)
  await takeWriterTurn(client)
  const { rows: before } = await client.query<PartyRow>(
    `select ${placed} from fraud_network_parties where view = $1 and case_number = any($2)`,
    [environment, caseNumbers],
  )
  const { rows: after } = await client.query<PartyRow>(
    `insert into fraud_network_parties as known (view, case_number, party, ${columns.join(', ')})
     select $1, p.case_number, p.party, p.role, p.case_type, p.case_status, p.confirmed_on, p.application_id, p.case_id,
       decode(p.identity, 'hex'), decode(p.birth, 'hex'), decode(p.content, 'hex'), decode(p.sealed_facts, 'base64'), decode(p.sealed_key, 'base64'),
       ${currentDerivation}
     from json_to_recordset($2) as p(case_number text, party integer, role text, case_type text, case_status text,
       confirmed_on date, application_id text, case_id text, identity text, birth text, content text, sealed_facts text, sealed_key text)
     on conflict (view, case_number, party) do update
       set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
       where known.content is distinct from excluded.content
     returning ${placed}`,
    [environment, rows],
  )
  const moved = new Set(after.map(placeOf))
  await countChange(client, environment, [...after, ...before.filter((one) => moved.has(placeOf(one)))])
}

const placeOf = ({ case_number, party }: PartyRow): string => `${case_number} ${party}`

export const writeNetworkParties = (
  { pool, ...keys }: NetworkStore,
  environment: Environment,
  parties: readonly NetworkParty[],
): Promise<void> => {
  const sealed = sealParties(environment, parties, keys)
  return inTransaction(pool, (client) => writePartiesWithin(client, environment, sealed))
}

/** Removes cases from the network, in the transaction that reopens them: from then on they do not count. */
export const withdrawCasesWithin = async (
  client: pg.ClientBase,
  environment: Environment,
  caseNumbers: readonly string[],
): Promise<void> => {
  if (caseNumbers.length === 0) return
  await takeWriterTurn(client)
  const { rows } = await client.query<ChangedFacts>(
    `delete from fraud_network_parties where view = $1 and case_number = any($2)
     returning identity, birth`,
    [environment, caseNumbers],
  )
  await countChange(client, environment, rows)
}

/** Removes all cases of an application of the sandbox, after they are deleted: no act on one of them can follow. */
export const withdrawSandboxWithin = async (client: pg.ClientBase, applicationId: string): Promise<void> => {
  await takeWriterTurn(client)
  const { rows } = await client.query<ChangedFacts>(
    `delete from fraud_network_parties where view = 'sandbox' and application_id = $1
     returning identity, birth`,
    [applicationId],
  )
  await countChange(client, 'sandbox', rows)
}
