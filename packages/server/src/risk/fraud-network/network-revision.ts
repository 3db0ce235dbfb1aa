import type { Environment } from '@nani/contract'
import { type Database, listenTo } from '@nani/foundation/storage/index.ts'

/** The pseudonyms by which a case knows a party. */
export type ChangedFacts = { identity: Buffer | null; birth: Buffer | null }

/** A party of a case that changed, with its pseudonyms in hex before or after the change. */
export type ChangedParty = { identity: string | null; birth: string | null }

const channel = 'nani_fraud_network'

/**
 * Takes the turn of a writer until its transaction ends. Writers must take it before they read the rows that they
 * change, so that no change between two writers is lost.
 */
export const takeWriterTurn = async (client: Database): Promise<void> => {
  await client.query('select from fraud_network_revision for update')
}

/** Counts a change under the turn of its writer. Every process is notified when the transaction commits. */
export const countChange = async (
  client: Database,
  environment: Environment,
  parties: readonly ChangedFacts[],
): Promise<void> => {
  if (parties.length === 0) return
  await client.query(
    `with counted as (update fraud_network_revision set revision = revision + 1 returning revision)
     insert into fraud_network_changes (revision, view, identity, birth)
     select counted.revision, $1, p.identity, p.birth
     from counted, unnest($2::bytea[], $3::bytea[]) as p(identity, birth)`,
    [environment, parties.map(({ identity }) => identity), parties.map(({ birth }) => birth)],
  )
  await client.query('select pg_notify($1, $2)', [channel, ''])
}

/** Increases with every change of a party. */
export const readNetworkRevision = async (database: Database): Promise<number> => {
  const { rows } = await database.query<{ revision: number }>({
    name: 'network-revision',
    text: 'select revision from fraud_network_revision',
  })
  return rows[0]?.revision ?? 0
}

/** The parties that changed after one revision, up to another. Null: every subject may be affected. */
export const changedParties = async (
  database: Database,
  { after, through }: { after: number; through: number },
  max: number,
): Promise<ChangedParty[] | null> => {
  const { rows: known } = await database.query<{ forgotten_through: number }>(
    'select forgotten_through from fraud_network_revision',
  )
  if ((known[0]?.forgotten_through ?? 0) > after) return null
  const { rows } = await database.query<ChangedParty & { is_earlier: boolean }>(
    `select encode(identity, 'hex') as identity, encode(birth, 'hex') as birth,
       svc_id is not null or rccm is not null or date_of_birth is not null as is_earlier
     from fraud_network_changes where revision > $1 and revision <= $2 limit $3`,
    [after, through, max + 1],
  )
  // A process of the previous release records facts in place of pseudonyms.
  if (rows.length > max || rows.some(({ is_earlier }) => is_earlier)) return null
  return rows.map(({ identity, birth }) => ({ identity, birth }))
}

/** Calls back after every change, and whenever a change may have been missed. */
export const listenForNetworkChanges = (
  connectionString: string,
  onChange: () => void,
): Promise<{ stop(): Promise<void> }> => listenTo(connectionString, channel, () => onChange())
