import { type Environment, environments } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { treeSize } from '../append-entries.ts'
import type { NextStep } from '../next-step.ts'
import type { CheckedLog } from './check-day.ts'
import type { Findings } from './finding.ts'

/** How many leaves each log has. A leaf from there on is in no checkpoint. */
export type LeafBounds = Readonly<Record<Environment, number>>

/** A leaf and its checkpoint are one transaction. Only a sweep has leaves that wait for their checkpoint. */
export const readLeafBounds = async (
  database: Database,
  logs: readonly CheckedLog[],
  next: NextStep,
): Promise<LeafBounds> => {
  const bounds = checkpointBounds(logs)
  if (next.sweepDay === null) return bounds
  const [sandbox, production] = [await treeSize(database, 'sandbox'), await treeSize(database, 'production')]
  return {
    sandbox: Math.max(bounds.sandbox, sandbox),
    production: Math.max(bounds.production, production),
  }
}

/** The sizes of the newest checkpoints. */
export const checkpointBounds = (logs: readonly CheckedLog[]): LeafBounds => {
  const sizeOf = (name: Environment) => logs.find(({ environment }) => environment === name)?.size ?? 0
  return { sandbox: sizeOf('sandbox'), production: sizeOf('production') }
}

type StrayLeaf = {
  application_id: string
  entry_id: string
  environment: string
  leaf_index: string | number
}

/** Whether a leaf has a place in one of the logs. */
export const isPlaced = (
  { environment, leaf_index }: Pick<StrayLeaf, 'environment' | 'leaf_index'>,
  bounds: LeafBounds,
): boolean => {
  const name = environments.find((known) => known === environment)
  return name !== undefined && Number(leaf_index) >= 0 && Number(leaf_index) < bounds[name]
}

export const addStray = (leaf: StrayLeaf, day: string, findings: Findings): void => {
  const { application_id, entry_id, environment, leaf_index } = leaf
  findings.add({
    ...{ kind: 'added', application_id, entry_id, day, leaf_index: Number(leaf_index) },
    environment: environments.find((known) => known === environment) ?? 'production',
    message: `Its leaf ${leaf_index} of "${environment}" is in no checkpoint.`,
  })
}

/** The leaves of a day that no log has. They would hide an entry that never entered the log. */
export const checkStray = async (
  database: Database,
  day: string,
  bounds: LeafBounds,
  findings: Findings,
): Promise<void> => {
  const { rows } = await database.query<StrayLeaf>(
    `select application_id, entry_id, environment, leaf_index from audit_leaves
     where day = $1 and (leaf_index < 0 or case environment
       when 'sandbox' then leaf_index >= $2::bigint when 'production' then leaf_index >= $3::bigint
       else true end)
     order by leaf_index, entry_id`,
    [day, bounds.sandbox, bounds.production],
  )
  for (const row of rows) addStray(row, day, findings)
}
