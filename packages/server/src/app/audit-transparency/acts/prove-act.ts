import type { Database } from '@nani/foundation/storage/index.ts'
import { canonicalAct } from '../../../gateway/acts/index.ts'
import { treeOfActs } from '../append-entries.ts'
import type { Leaf } from '../entry-key.ts'
import { type EntryProof, proveLeaf } from '../prove-entry.ts'

/** The number of an act from its id in findings and proofs, such as `act_12`. Null: it is the id of something else. */
export const actNumber = (id: string): string | null => /^act_(\d{1,18})$/.exec(id)?.[1] ?? null

/** Proves that an act is in the log. */
export const proveAct = async (database: Database, number: string): Promise<EntryProof> => {
  const { rows } = await database.query<Omit<Leaf, 'environment'>>(
    `select l.leaf_index, l.salt, ${canonicalAct} as canonical
     from act_leaves l join acts e on e.act_number = l.act_number where l.act_number = $1`,
    [number],
  )
  return rows[0] ? proveLeaf(database, { environment: treeOfActs, ...rows[0] }) : { state: 'absent' }
}
