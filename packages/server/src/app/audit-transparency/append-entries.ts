import type { Environment } from '@nani/contract'
import { appendLeaves, leafHash, rootOf, sha256 } from '@nani/engines/transparency-log/index.ts'
import type { Random } from '@nani/foundation/core/index.ts'
import type { NewEntry } from './new-entries.ts'
import { type Database, tilesIn, writeBundles, writeTiles } from './tree-rows.ts'

const saltBytes = 16

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

/** Appends entries to the tree of an environment, in this order. Returns the new size. */
export const appendEntries = async (
  database: Database,
  environment: Environment,
  entries: readonly NewEntry[],
  random: Random,
): Promise<number> => {
  const size = await treeSize(database, environment)
  const salts = entries.map(() => random.bytes(saltBytes))
  const commitments = entries.map(({ canonical }, place) => commitmentOf(salts[place] as Buffer, canonical))
  const changed = await appendLeaves(size, commitments.map(leafHash), tilesIn(database, environment))
  await writeBundles(database, environment, size, commitments)
  await writeTiles(database, environment, changed)
  await database.query(
    `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
     select application_id, day, entry_id, $1, $2::bigint + place - 1, salt
     from unnest($3::text[], $4::date[], $5::text[], $6::bytea[]) with ordinality
       as l(application_id, day, entry_id, salt, place)`,
    [
      ...[environment, size],
      ...[entries.map(({ application_id }) => application_id), entries.map(({ day }) => day)],
      ...[entries.map(({ entry_id }) => entry_id), salts],
    ],
  )
  await database.query('update audit_trees set size = $2 where environment = $1', [
    environment,
    size + entries.length,
  ])
  return size + entries.length
}

/** The root of the whole tree, from what is stored. */
export const storedRoot = (database: Database, environment: Environment, size: number): Promise<Buffer> =>
  rootOf(size, tilesIn(database, environment))
