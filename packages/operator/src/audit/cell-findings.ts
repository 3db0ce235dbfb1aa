import type { Finding } from '@nani/server/app/audit-transparency/index.ts'

/* What home knows of the log of a cell, and what contradicts it. */

export const hiddenCell = (cell: string): Finding => ({
  ...{ kind: 'removed', environment: 'sandbox', cell },
  message: 'The log of acts has this cell, and home does not list it: its entries cannot be checked.',
})

export const renamedLog = (cell: string): Finding => ({
  ...{ kind: 'history_changed', environment: 'sandbox', cell },
  message:
    'The name of the log of this cell is not the one that the act of its addition gave it: its witnesses know another log.',
})

/** A sequencer makes the first checkpoints within seconds, also of logs without entries. */
const firstCheckpointMs = 600_000

type Begun = { cell: string | undefined; hasOrganizations: boolean; begunAtMs: number | null }

/** Of a log without a checkpoint. */
export const emptyLog = ({ cell, hasOrganizations, begunAtMs }: Begun, nowMs: number): Finding[] =>
  cell === undefined || !hasOrganizations || begunAtMs === null || nowMs - begunAtMs < firstCheckpointMs
    ? []
    : [
        {
          ...{ kind: 'history_shortened', environment: 'sandbox', cell },
          message:
            'Organizations are placed in the cell, and its log has no checkpoint. It was emptied, or no worker serves the cell.',
        },
      ]
