import type { Environment } from '@nani/contract'
import { rootOf } from '@nani/engines/transparency-log/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type LogSigner, openLogCheckpoint } from '../log-key.ts'
import { tilesIn } from '../tree-rows.ts'
import type { Findings } from './finding.ts'

/** A checkpoint that someone else kept: an auditor in a file, or a witness. */
export type KeptCheckpoint = { keptBy: string; text: string }

/** Whether the log still begins with the tree of a checkpoint that was kept elsewhere. */
export const checkKept = async (
  database: Database,
  { key, environment, size }: { key: LogSigner; environment: Environment; size: number },
  { keptBy, text }: KeptCheckpoint,
  findings: Findings,
): Promise<void> => {
  const kept = openKept(text, key)
  if (!kept) {
    findings.add({
      ...{ kind: 'checkpoint_forged', environment },
      message: `${keptBy} has a checkpoint that is not signed by the key of the log: one of both was replaced.`,
    })
    return
  }
  const named = `${keptBy} has a checkpoint of ${kept.size} leaves`
  if (kept.size > size) {
    findings.add({
      ...{ kind: 'history_shortened', environment, leaf_index: size },
      message: `${named}, and the log has only ${size}: the newest entries were removed, or a backup was restored.`,
    })
    return
  }
  const root = await rootOf(kept.size, tilesIn(database, environment)).catch(() => Buffer.alloc(0))
  if (root.equals(kept.root)) return
  findings.add({
    ...{ kind: 'history_changed', environment },
    message: `${named} with another root: leaves before ${kept.size} were replaced.`,
  })
}

const openKept = (text: string, key: LogSigner) => {
  try {
    return openLogCheckpoint(text, key)
  } catch {
    return null
  }
}
