import type { Environment } from '@nani/contract'
import { appendLeaves, leafHash, rootOf, sha256 } from '@nani/engines/transparency-log/index.ts'
import type { Random } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { NewAct } from './acts/new-acts.ts'
import type { NewEntry } from './new-entries.ts'
import { tilesIn, writeBundles, writeTiles } from './tree-rows.ts'

export const saltBytes = 16

/** The commitment to an entry: it reveals nothing without the salt. */
export const commitmentOf = (salt: Uint8Array, canonical: string): Buffer =>
  sha256(Buffer.concat([salt, Buffer.from(canonical)]))

/** The number of leaves of a tree. */
export const treeSize = async (database: Database, environment: Environment): Promise<number> => {
  const { rows } = await database.query<{ size: string }>(
    'select size from audit_trees where environment = $1',
    [environment],
  )
  return Number(rows[0]?.size ?? 0)
}

/** The places of appended leaves: the first of them, and the random bytes of each. */
type Appended = { first: number; salts: Buffer[] }

/** Appends commitments to the tree of an environment, in this order. */
const appendCommitments = async (
  database: Database,
  environment: Environment,
  canonicals: readonly string[],
  random: Random,
): Promise<Appended> => {
  const first = await treeSize(database, environment)
  const salts = canonicals.map(() => random.bytes(saltBytes))
  const commitments = canonicals.map((canonical, place) => commitmentOf(salts[place] as Buffer, canonical))
  const changed = await appendLeaves(first, commitments.map(leafHash), tilesIn(database, environment))
  await writeBundles(database, environment, first, commitments)
  await writeTiles(database, environment, changed)
  await database.query('update audit_trees set size = $2 where environment = $1', [
    environment,
    first + canonicals.length,
  ])
  return { first, salts }
}

/** Appends entries to the tree of an environment, in this order. */
export const appendEntries = async (
  database: Database,
  environment: Environment,
  entries: readonly NewEntry[],
  random: Random,
): Promise<void> => {
  if (entries.length === 0) return
  const canonicals = entries.map(({ canonical }) => canonical)
  const { first, salts } = await appendCommitments(database, environment, canonicals, random)
  await database.query(
    `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
     select application_id, day, entry_id, $1, $2::bigint + place - 1, salt
     from unnest($3::text[], $4::date[], $5::text[], $6::bytea[]) with ordinality
       as l(application_id, day, entry_id, salt, place)`,
    [
      ...[environment, first],
      ...[entries.map(({ application_id }) => application_id), entries.map(({ day }) => day)],
      ...[entries.map(({ entry_id }) => entry_id), salts],
    ],
  )
}

/** Acts concern the whole installation: they are in the tree of production. */
export const treeOfActs = 'production' satisfies Environment

/** Appends acts to their tree, in this order. */
export const appendActs = async (
  database: Database,
  acts: readonly NewAct[],
  random: Random,
): Promise<void> => {
  if (acts.length === 0) return
  const canonicals = acts.map(({ canonical }) => canonical)
  const { first, salts } = await appendCommitments(database, treeOfActs, canonicals, random)
  await database.query(
    `insert into act_leaves (act_number, leaf_index, salt)
     select act_number, $1::bigint + place - 1, salt
     from unnest($2::bigint[], $3::bytea[]) with ordinality as l(act_number, salt, place)`,
    [first, acts.map(({ act_number }) => act_number), salts],
  )
}

/** The root of the whole tree, from what is stored. */
export const storedRoot = (database: Database, environment: Environment, size: number): Promise<Buffer> =>
  rootOf(size, tilesIn(database, environment))
