import { canonicalJson } from '@nani/contract'
import {
  formatTlogProof,
  inclusionProof,
  type JsonValue,
  type NoteKey,
  readTlogProof,
  verifyTlogProof,
} from '@nani/engines/transparency-log/index.ts'
import type { Archive } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { type Database, dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { canonicalEntry } from '../audit/index.ts'
import { commitmentOf, saltBytes } from './append-entries.ts'
import { archivedKeys, archivedLeaf, archivedLogged } from './archived-leaves.ts'
import { newestCheckpoint, newestCosigned } from './checkpoints.ts'
import type { EntryKey, Leaf } from './entry-key.ts'
import { tilesIn } from './tree-rows.ts'

/** A proof of an entry as text. `waiting`: no checkpoint covers it yet. `absent`: the log does not have it. */
export type EntryProof = { state: 'proved'; text: string } | { state: 'waiting' } | { state: 'absent' }

const leafStatement = `
  select l.environment, l.leaf_index, l.salt, ${canonicalEntry} as canonical
  from audit_leaves l
  left join audit_entries e on e.application_id = l.application_id and e.entry_id = l.entry_id and e.day = l.day
  where l.application_id = $1 and l.entry_id = $2 and l.day = $3`

const storedLeaf = async (
  database: Database,
  { applicationId, entryId, day }: EntryKey,
): Promise<Leaf | null> => {
  const { rows } = await database.query<Leaf>(leafStatement, [applicationId, entryId, day])
  return rows[0] ?? null
}

/** Proves that an entry is in the log. */
export const proveEntry = async (
  database: Database,
  archive: Archive,
  key: EntryKey,
): Promise<EntryProof> => {
  const leaf = await archive.steadily(
    async () => (await storedLeaf(database, key)) ?? (await archivedLeaf(database, archive, key)),
  )
  return leaf ? proveLeaf(database, leaf) : { state: 'absent' }
}

/** Proves that an entry or an act is in the log. */
export const proveLeaf = async (database: Database, leaf: Leaf): Promise<EntryProof> => {
  const { environment, salt, canonical } = leaf
  const index = Number(leaf.leaf_index)
  const cosigned = await newestCosigned(database, environment)
  const checkpoint =
    cosigned && cosigned.size > index ? cosigned : await newestCheckpoint(database, environment)
  if (!checkpoint || checkpoint.size <= index) return { state: 'waiting' }
  if (canonical === null) return { state: 'absent' }
  const extra = `{"entry":${canonical},"salt":${JSON.stringify(salt.toString('base64'))}}`
  const proof = await inclusionProof(index, checkpoint.size, tilesIn(database, environment))
  return {
    state: 'proved',
    text: formatTlogProof({ extra: Buffer.from(extra), index, proof, checkpoint: checkpoint.note }),
  }
}

/** The ids of those entries that a checkpoint covers. */
export const loggedAmong = (
  database: Database,
  archive: Archive,
  keys: readonly EntryKey[],
): Promise<Set<string>> =>
  archive.steadily(
    async () =>
      new Set([...(await storedLogged(database, keys)), ...(await archivedLogged(database, archive, keys))]),
  )

const storedLogged = async (database: Database, keys: readonly EntryKey[]): Promise<string[]> => {
  const { rows } = await database.query<{ entry_id: string }>(
    `select l.entry_id from audit_leaves l
     where l.day = any($3::date[]) and (l.entry_id, l.application_id) in
         (select * from unnest($1::text[], $2::text[]))
       and l.leaf_index < (select max(c.size) from audit_checkpoints c where c.environment = l.environment)`,
    [
      ...[keys.map(({ entryId }) => entryId), keys.map(({ applicationId }) => applicationId)],
      [...new Set(keys.map(({ day }) => day))],
    ],
  )
  return rows.map(({ entry_id }) => entry_id)
}

/** The keys of the logged entries with this id: of a result, or of a request. An id contains its time. */
export const findEntries = (
  database: Database,
  archive: Archive,
  { entryId, madeAtMs }: { entryId: string; madeAtMs: number },
): Promise<EntryKey[]> => {
  const days = [-1, 0, 1].map((offset) => dayOf(madeAtMs + offset * dayMs))
  return archive.steadily(async () => {
    const stored = await storedKeys(database, entryId, days)
    if (stored.length > 0) return stored
    const ofRequest = await keysOfRequest(database, entryId, madeAtMs)
    return ofRequest.length > 0 ? ofRequest : archivedKeys(archive, entryId, days)
  })
}

type KeyRow = { application_id: string; entry_id: string; day: string }

const keyOfRow = ({ application_id, entry_id, day }: KeyRow): EntryKey => ({
  applicationId: application_id,
  entryId: entry_id,
  day,
})

/** A call with a result has an entry with the id of the result. It is written soon after the request began. */
const maxCallMs = 10 * 60_000

const keysOfRequest = async (
  database: Database,
  requestId: string,
  madeAtMs: number,
): Promise<EntryKey[]> => {
  const [from, until] = [-maxCallMs, maxCallMs].map((offset) => new Date(madeAtMs + offset)) as [Date, Date]
  const { rows } = await database.query<KeyRow>(
    `select application_id, entry_id, day::text as day from audit_entries
     where request_id = $1 and at between $2 and $3 and day between $4::date and $5::date limit 2`,
    [requestId, from, until, dayOf(from.getTime()), dayOf(until.getTime())],
  )
  return rows.map(keyOfRow)
}

const storedKeys = async (
  database: Database,
  entryId: string,
  days: readonly string[],
): Promise<EntryKey[]> => {
  const { rows } = await database.query<KeyRow>(
    `select application_id, entry_id, day::text as day from audit_leaves
     where entry_id = $1 and day = any($2::date[]) limit 2`,
    [entryId, days],
  )
  return rows.map(keyOfRow)
}

export type VerifiedEntry = {
  entry: Record<string, JsonValue>
  origin: string
  index: number
  size: number
  /** The witnesses that cosigned the checkpoint, each with its time. */
  cosigned: { witness: string; at: string }[]
}

/** Verifies the text of a proof with nothing but keys. It throws if the proof does not hold. */
export const verifyEntryProof = (
  text: string,
  keys: { key: NoteKey; witnesses: readonly NoteKey[] },
): VerifiedEntry => {
  const proof = readTlogProof(text)
  const { entry, salt } = readExtra(proof.extra)
  const commitment = commitmentOf(salt, canonicalJson(entry))
  const { origin, index, size, cosigned } = verifyTlogProof(proof, commitment, keys)
  return {
    ...{ entry, origin, index, size },
    cosigned: [...cosigned].map(([witness, atMs]) => ({ witness, at: new Date(atMs).toISOString() })),
  }
}

/** The same for a proof that a person gave: a proof that does not hold, or without a witness that must have cosigned, is refused. */
export const requireEntryProof = (
  text: string,
  keys: Parameters<typeof verifyEntryProof>[1],
): VerifiedEntry => {
  let verified: VerifiedEntry
  try {
    verified = verifyEntryProof(text, keys)
  } catch (error) {
    throw new Refusal('audit_proof_invalid', (error as Error).message)
  }
  const missing = keys.witnesses.filter(
    ({ name }) => !verified.cosigned.some(({ witness }) => witness === name),
  )
  if (missing.length === 0) return verified
  const names = missing.map(({ name }) => name).join(', ')
  throw new Refusal('audit_proof_invalid', `The checkpoint of the proof is not cosigned by ${names}.`)
}

const readExtra = (extra: Buffer | null): { entry: Record<string, JsonValue>; salt: Buffer } => {
  try {
    const { entry, salt } = JSON.parse(extra?.toString('utf8') ?? '')
    if (typeof entry !== 'object' || entry === null || typeof salt !== 'string') throw new Error()
    const bytes = Buffer.from(salt, 'base64')
    // Of another length, a part of the entry could pass for a part of the salt.
    if (bytes.length !== saltBytes || bytes.toString('base64') !== salt) throw new Error()
    return { entry, salt: bytes }
  } catch {
    throw new Error('The proof does not contain the entry and its salt.')
  }
}
