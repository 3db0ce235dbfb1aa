import type { Pool, PoolClient } from 'pg'
import { type Durability, inRegisterTransaction } from '../register-outbox/index.ts'
import { losesAccess } from './lost-access.ts'
import { jsonBlocks } from './record-blocks.ts'
import type { Citizen } from './register.ts'
import { countRegisterChange, nextRevision } from './register-revision.ts'
import { belongsElsewhere, type WriteOutcome, type WriteView } from './write-view.ts'

type Candidate = { index: number; citizen: Citizen }
type Document = Pick<Citizen['documents'][number], 'type' | 'number'>
type Phone = Pick<Citizen['phone_numbers'][number], 'number'>
type Existing = Pick<Citizen, 'svc_id' | 'status' | 'certified'> & {
  in_sandbox: boolean
  in_production: boolean
  documents: Document[] | null
  phone_numbers: Phone[] | null
}

const plainColumns = {
  svc_id: 'text',
  status: 'text',
  certified: 'boolean',
  created_at: 'timestamptz',
  level_of_assurance: 'text',
  full_name: 'text',
  first_name: 'text',
  last_name: 'text',
  date_of_birth: 'date',
  gender: 'text',
  nationality: 'text',
  marital_status: 'text',
  religion: 'text',
  ethnicity: 'text',
} as const
const columns = [...Object.keys(plainColumns), ...jsonBlocks]
const columnTypes = [
  ...Object.entries(plainColumns).map(([name, type]) => `${name} ${type}`),
  ...jsonBlocks.map((name) => `${name} jsonb`),
]

// An unchanged row is no change, so that no process needs to read it again.
const stored = (row: string) =>
  ['in_sandbox', 'in_production', ...columns].map((name) => `${row}.${name}`).join(', ')

// One parameter contains the whole group: the rows as one JSON array.
const upsert = `
  insert into citizens (in_sandbox, in_production, changed_in, ${columns.join(', ')})
  select $2, $3, ${nextRevision}, ${columns.join(', ')} from jsonb_to_recordset($1::jsonb) as incoming (${columnTypes.join(', ')})
  on conflict (svc_id) do update set in_sandbox = excluded.in_sandbox, in_production = excluded.in_production,
    changed_in = excluded.changed_in,
    ${columns.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}
  where (${stored('citizens')}) is distinct from (${stored('excluded')})`

/** `lost`: citizens who had an account before, and have none any more. Their access has to end in the same transaction. */
export type CitizensOutcome = WriteOutcome & { lost: string[] }

/** Writes citizens with their look-up rows, completely or not at all, in one transaction. */
export const writeCitizens = (
  pool: Pool,
  citizens: Citizen[],
  view: WriteView,
  durability?: Durability,
): Promise<CitizensOutcome> =>
  inRegisterTransaction(pool, (client) => writeCitizensIn(client, citizens, view), durability)

/**
 * The same inside a transaction of `inRegisterTransaction`. The rows are upserted by `svc_id`. Of repeated rows, the
 * last one is written. Two cases are refused: a document of another citizen, and a citizen who is visible outside
 * `view`. A sandbox import never changes the production register, nor the reverse.
 */
export const writeCitizensIn = async (
  client: PoolClient,
  citizens: Citizen[],
  view: WriteView,
): Promise<CitizensOutcome> => {
  const outcome: CitizensOutcome = { written: 0, refused: [], lost: [] }
  let waiting: Candidate[] = citizens.map((citizen, index) => ({ index, citizen }))
  while (waiting.length > 0) {
    const batch = new Map<string, Candidate>()
    const later: Candidate[] = []
    for (const candidate of waiting) {
      if (batch.has(candidate.citizen.svc_id)) later.push(candidate)
      else batch.set(candidate.citizen.svc_id, candidate)
    }
    await writeBatch(client, [...batch.values()], view, outcome)
    waiting = later
  }
  return outcome
}

const writeBatch = async (
  client: PoolClient,
  candidates: Candidate[],
  view: WriteView,
  outcome: CitizensOutcome,
) => {
  const existing = await existingCitizens(client, candidates)
  const holders = await documentHolders(client, candidates)
  const accepted: Citizen[] = []
  for (const { index, citizen } of candidates) {
    const reason = refusalOf(citizen, existing.get(citizen.svc_id), holders, view)
    if (reason !== null) {
      outcome.refused.push({ index, reason })
      continue
    }
    for (const document of citizen.documents) holders.set(documentKey(document), citizen.svc_id)
    accepted.push(citizen)
  }
  if (accepted.length === 0) return
  await releaseNumbers(client, accepted, existing)
  const { rowCount } = await client.query({
    name: 'register_upsert_citizens',
    text: upsert,
    values: [JSON.stringify(accepted.map(rowOf)), view !== 'production', view !== 'sandbox'],
  })
  await insertNumbers(client, accepted)
  if (rowCount) await countRegisterChange(client)
  outcome.written += accepted.length
  for (const citizen of accepted)
    if (losesAccess(existing.get(citizen.svc_id), citizen)) outcome.lost.push(citizen.svc_id)
}

const refusalOf = (
  citizen: Citizen,
  existing: Existing | undefined,
  holders: Map<string, string>,
  view: WriteView,
): string | null => {
  const elsewhere = belongsElsewhere(existing, view)
  if (elsewhere) return `svc_id ${elsewhere}`
  for (const document of citizen.documents) {
    const holder = holders.get(documentKey(document))
    if (holder !== undefined && holder !== citizen.svc_id)
      return `${document.type} ${document.number} is held by another citizen`
  }
  return null
}

const existingCitizens = async (client: PoolClient, candidates: Candidate[]) => {
  const { rows } = await client.query<Existing>({
    name: 'register_existing',
    text: `select svc_id, status, certified, in_sandbox, in_production, documents, phone_numbers from citizens
           where svc_id = any($1)`,
    values: [candidates.map(({ citizen }) => citizen.svc_id)],
  })
  return new Map(rows.map((row) => [row.svc_id, row]))
}

const documentHolders = async (client: PoolClient, candidates: Candidate[]) => {
  const { rows } = await client.query<Document & { svc_id: string }>({
    name: 'register_document_holders',
    text: 'select type, number, svc_id from document_numbers where number = any($1)',
    values: [candidates.flatMap(({ citizen }) => citizen.documents.map((document) => document.number))],
  })
  return new Map(rows.map((row) => [documentKey(row), row.svc_id]))
}

/** Deletes the numbers that a citizen no longer has. */
const releaseNumbers = async (client: PoolClient, accepted: Citizen[], existing: Map<string, Existing>) => {
  const documents: Document[] = []
  const phones: { number: string; svc_id: string }[] = []
  for (const citizen of accepted) {
    const before = existing.get(citizen.svc_id)
    const currentDocuments = new Set(citizen.documents.map(documentKey))
    for (const document of before?.documents ?? [])
      if (!currentDocuments.has(documentKey(document))) documents.push(document)
    const currentPhones = new Set(citizen.phone_numbers.map((phone) => phone.number))
    for (const { number } of before?.phone_numbers ?? [])
      if (!currentPhones.has(number)) phones.push({ number, svc_id: citizen.svc_id })
  }
  if (documents.length > 0)
    await client.query(
      `delete from document_numbers
       where (number, type) in (select * from unnest($1::text[], $2::text[]))`,
      [documents.map((document) => document.number), documents.map((document) => document.type)],
    )
  if (phones.length > 0)
    await client.query(
      `delete from phone_numbers where (number, svc_id) in (select * from unnest($1::text[], $2::text[]))`,
      [phones.map((phone) => phone.number), phones.map((phone) => phone.svc_id)],
    )
}

const insertNumbers = async (client: PoolClient, accepted: Citizen[]) => {
  const documents = accepted.flatMap((citizen) =>
    citizen.documents.map(({ type, number }) => ({ type, number, svc_id: citizen.svc_id })),
  )
  const phones = accepted.flatMap((citizen) =>
    citizen.phone_numbers.map(({ number }) => ({ number, svc_id: citizen.svc_id })),
  )
  await client.query({
    name: 'register_insert_documents',
    text: `insert into document_numbers (number, type, svc_id)
           select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
    values: [
      documents.map((row) => row.number),
      documents.map((row) => row.type),
      documents.map((row) => row.svc_id),
    ],
  })
  await client.query({
    name: 'register_insert_phones',
    text: `insert into phone_numbers (number, svc_id)
           select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    values: [phones.map((row) => row.number), phones.map((row) => row.svc_id)],
  })
}

const documentKey = (document: Document) => `${document.type} ${document.number}`

const orNull = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null)

const rowOf = (citizen: Citizen) => {
  const { selfie, fingerprints, iris } = citizen.biometrics
  const hasBiometrics = selfie !== null || fingerprints.length > 0 || iris.length > 0
  return {
    ...citizen,
    documents: orNull(citizen.documents),
    addresses: orNull(citizen.addresses),
    emails: orNull(citizen.emails),
    phone_numbers: orNull(citizen.phone_numbers),
    professions: orNull(citizen.professions),
    languages: orNull(citizen.languages),
    biometrics: hasBiometrics ? citizen.biometrics : null,
  }
}
