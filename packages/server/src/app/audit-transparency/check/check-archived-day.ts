import type { Environment } from '@nani/contract'
import type { Archive, ArchivedDay, ArchivedRow } from '@nani/foundation/archive/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { canonicalOf, saltOfLeaf } from '../archived-leaves.ts'
import { environmentOfEntry } from '../new-entries.ts'
import { neverEntered } from './check-added.ts'
import { type CheckedLog, compareRow, type LeafRow, takeLowest } from './check-day.ts'
import type { Findings } from './finding.ts'
import { addStray, checkpointBounds, isPlaced } from './stray-leaves.ts'

/**
 * Calculates the commitment of each entry of an archived day again, of all logs together. Returns how many entries it
 * compared.
 */
export const checkArchivedDay = async (
  client: Database,
  archive: Archive,
  { logs, day }: { logs: readonly CheckedLog[]; day: ArchivedDay },
  findings: Findings,
): Promise<number> => {
  // A day is archived long after its leaves have a checkpoint.
  const bounds = checkpointBounds(logs)
  let compared = 0
  for await (const rows of archive.read(day)) {
    const canonical = await canonicalOf(client, rows)
    for (const log of logs) {
      const own = rows.flatMap((row, place) => leafRows(row, canonical[place] ?? null, log))
      await log.bundles.prepare(own.map(({ leaf_index }) => Number(leaf_index)))
      for (const row of own) {
        takeLowest(log, day.day, Number(row.leaf_index))
        compareRow(log, day.day, row, findings)
      }
      compared += own.length
    }
    for (const row of rows) {
      if (!row.leaf) await addArchived(client, row, day.day, findings)
      else if (!isPlaced(row.leaf, bounds)) addStray(row.leaf, day.day, findings)
    }
  }
  return compared
}

/** The row of this log, if the newest checkpoint covers it. */
const leafRows = (
  { leaf }: ArchivedRow,
  canonical: string | null,
  { environment, size }: CheckedLog,
): LeafRow[] =>
  leaf?.environment === environment && Number(leaf.leaf_index) >= 0 && Number(leaf.leaf_index) < size
    ? [{ ...leaf, leaf_index: String(leaf.leaf_index), salt: saltOfLeaf(leaf), canonical }]
    : []

const addArchived = async (
  client: Database,
  { row }: ArchivedRow,
  day: string,
  findings: Findings,
): Promise<void> => {
  const { application_id, entry_id, at } = row as { application_id: string; entry_id: string; at: string }
  const { rows } = await client.query<{ environment: Environment }>(
    `select ${environmentOfEntry} as environment
     from (select $1::text as application_id) e left join applications a on a.application_id = e.application_id`,
    [application_id],
  )
  const { environment } = rows[0] as { environment: Environment }
  findings.add({
    ...{ kind: 'added', application_id, entry_id, day, environment },
    message: neverEntered(new Date(at)),
  })
}
