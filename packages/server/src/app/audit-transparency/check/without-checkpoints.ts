import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { treeSize } from '../append-entries.ts'

/**
 * Whether a log has leaves although nothing of it is signed. This is so only until the entries of before are all in the
 * log: then the first checkpoint is made, and one is always kept.
 */
export const isWithoutCheckpoints = async (
  database: Database,
  environment: Environment,
): Promise<boolean> => {
  const { rows } = await database.query<{ is_first: boolean; has_checkpoint: boolean }>(
    `select (read_until is null or sweep_day is not null) as is_first,
       exists (select from audit_checkpoints where environment = $1) as has_checkpoint
     from audit_sequencing`,
    [environment],
  )
  const [state] = rows
  if (!state || state.is_first || state.has_checkpoint) return false
  return (await treeSize(database, environment)) > 0
}
