import type { Environment } from '@nani/contract'
import {
  type ChangedTile,
  hashBytes,
  leafHashes,
  type ReadTile,
  tileWidth,
} from '@nani/engines/transparency-log/index.ts'
import type pg from 'pg'

export type Database = Pick<pg.ClientBase, 'query'>

/** The commitments of a bundle, joined. Empty if there is no such bundle. */
export const readBundle = async (
  database: Database,
  environment: Environment,
  bundle: number,
): Promise<Buffer> => {
  const { rows } = await database.query<{ commitments: Buffer }>({
    name: 'audit-bundle',
    text: 'select commitments from audit_bundles where environment = $1 and bundle = $2',
    values: [environment, bundle],
  })
  return rows[0]?.commitments ?? Buffer.alloc(0)
}

/** The same for several bundles. */
export const readBundles = async (
  database: Database,
  environment: Environment,
  bundles: readonly number[],
): Promise<Map<number, Buffer>> => {
  const { rows } = await database.query<{ bundle: string; commitments: Buffer }>({
    name: 'audit-bundles',
    text: 'select bundle, commitments from audit_bundles where environment = $1 and bundle = any($2)',
    values: [environment, bundles],
  })
  return new Map(rows.map(({ bundle, commitments }) => [Number(bundle), commitments]))
}

/** Reads the tiles of a tree from the database. The tiles of level 0 come from the commitments. */
export const tilesIn =
  (database: Database, environment: Environment): ReadTile =>
  async (level, tile) => {
    if (level === 0) return leafHashes(await readBundle(database, environment, tile))
    const { rows } = await database.query<{ hashes: Buffer }>({
      name: 'audit-tile',
      text: 'select hashes from audit_tiles where environment = $1 and level = $2 and tile = $3',
      values: [environment, level, tile],
    })
    return rows[0]?.hashes ?? Buffer.alloc(0)
  }

/** Writes the tiles that an append changed, above the leaves. */
export const writeTiles = async (
  database: Database,
  environment: Environment,
  changed: readonly ChangedTile[],
): Promise<void> => {
  const stored = changed.filter(({ level }) => level > 0)
  if (stored.length === 0) return
  await database.query(
    `insert into audit_tiles (environment, level, tile, hashes)
     select $1, level, tile, hashes from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as t(level, tile, hashes)
     on conflict (environment, level, tile) do update set hashes = excluded.hashes`,
    [
      environment,
      stored.map(({ level }) => level),
      stored.map(({ tile }) => tile),
      stored.map(({ hashes }) => hashes),
    ],
  )
}

/** Writes the commitments that follow the first `size`. */
export const writeBundles = async (
  database: Database,
  environment: Environment,
  size: number,
  commitments: readonly Uint8Array[],
): Promise<void> => {
  const first = Math.floor(size / tileWidth)
  const begun = size % tileWidth
  const before = begun === 0 ? [] : [await readBundle(database, environment, first)]
  if (before.length > 0 && before[0]?.length !== begun * hashBytes)
    throw new Error(`The bundle ${first} of the ${environment} log does not have ${begun} commitments.`)
  const joined = Buffer.concat([...before, ...commitments])
  const bundles = Array.from({ length: Math.ceil(joined.length / bundleBytes) }, (_, place) =>
    joined.subarray(place * bundleBytes, (place + 1) * bundleBytes),
  )
  await database.query(
    `insert into audit_bundles (environment, bundle, commitments)
     select $1, $2::bigint + place - 1, commitments from unnest($3::bytea[]) with ordinality as b(commitments, place)
     on conflict (environment, bundle) do update set commitments = excluded.commitments`,
    [environment, first, bundles],
  )
}

const bundleBytes = tileWidth * hashBytes
