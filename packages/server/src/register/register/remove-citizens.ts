import type { Environment } from '@nani/contract'
import type { PoolClient } from 'pg'
import type { Citizen } from './register.ts'
import { countRegisterChange, nextRevision } from './register-revision.ts'

/** What a row must still have so that it is the person that is meant. */
export type KnownCitizen = Pick<Citizen, 'svc_id' | 'full_name' | 'date_of_birth' | 'created_at'>

const knownRows =
  'jsonb_to_recordset($1::jsonb) as known (svc_id text, full_name text, date_of_birth date, created_at timestamptz)'
const isKnown = `c.svc_id = known.svc_id and c.full_name = known.full_name
  and c.date_of_birth = known.date_of_birth and c.created_at = known.created_at`

type Deleted = Pick<Citizen, 'svc_id'> & {
  documents: Citizen['documents'] | null
  phone_numbers: Citizen['phone_numbers'] | null
}

/**
 * Removes citizens from an environment: `deleted` are in no other one, and `hidden` stay in the other. Only the owner of
 * the schema may delete. A row that is another person under the same number stays. The caller is in a transaction of
 * `inRegisterTransaction`.
 */
export const removeCitizensIn = async (
  owner: PoolClient,
  citizens: readonly KnownCitizen[],
  environment: Environment,
): Promise<{ deleted: string[]; hidden: string[] }> => {
  const [own, other] =
    environment === 'sandbox' ? ['in_sandbox', 'in_production'] : ['in_production', 'in_sandbox']
  const known = citizens.map(({ svc_id, full_name, date_of_birth, created_at }) => ({
    ...{ svc_id, full_name, date_of_birth, created_at },
  }))
  const values = [JSON.stringify(known)]
  const hidden = await owner.query<{ svc_id: string }>(
    `update citizens c set ${own} = false, changed_in = ${nextRevision} from ${knownRows}
     where ${isKnown} and c.${own} and c.${other} returning c.svc_id`,
    values,
  )
  const { rows: deleted } = await owner.query<Deleted>(
    `delete from citizens c using ${knownRows}
     where ${isKnown} and c.${own} and not c.${other} returning c.svc_id, c.documents, c.phone_numbers`,
    values,
  )
  await deleteNumbers(owner, deleted)
  if (deleted.length + hidden.rows.length > 0) await countRegisterChange(owner)
  return {
    deleted: deleted.map(({ svc_id }) => svc_id),
    hidden: hidden.rows.map(({ svc_id }) => svc_id),
  }
}

const deleteNumbers = async (owner: PoolClient, deleted: readonly Deleted[]): Promise<void> => {
  const documents = deleted.flatMap((row) => row.documents ?? [])
  const phones = deleted.flatMap(({ svc_id, phone_numbers }) =>
    (phone_numbers ?? []).map(({ number }) => ({ number, svc_id })),
  )
  await owner.query(
    'delete from document_numbers where (number, type) in (select * from unnest($1::text[], $2::text[]))',
    [documents.map(({ number }) => number), documents.map(({ type }) => type)],
  )
  await owner.query(
    'delete from phone_numbers where (number, svc_id) in (select * from unnest($1::text[], $2::text[]))',
    [phones.map(({ number }) => number), phones.map(({ svc_id }) => svc_id)],
  )
}
