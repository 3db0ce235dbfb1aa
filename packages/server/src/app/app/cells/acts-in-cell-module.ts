import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import type { Detection } from '../../../risk/detection/index.ts'
import { openActCell, type PlatformOfCell } from '../../cells/index.ts'
import { keepCarrying, outboxGauges } from '../keep-carrying.ts'

/** `/metrics` has them with the name of the cell. */
const gauges = {
  waiting: { name: 'nani_cell_outbox_waiting', help: 'What waits to be carried to home.' },
  oldest: { name: 'nani_cell_outbox_oldest_seconds', help: 'For how long the oldest of it has waited.' },
}

type Needs = PlatformOfCell & { cellName: string; homeDetection: Pick<Detection, 'raise'> }

/** The acts and readings of people in a cell, and what they cause in home. */
export const actsInCellModule = defineModule({
  name: 'acts in cell',
  open({ cellName: name, pool, homePool, homeDetection, ...platform }: Needs) {
    const cell = openActCell({ ...platform, name, pool, home: homePool })
    const carrying = keepCarrying({
      ...{ pool, table: 'cell_outbox', carry: cell.carry, onError: throttledErrorLog('outbox', platform) },
      raise: (details) => homeDetection.raise(homePool, { kind: 'cell_outbox_late', details, cell: name }),
    })
    return {
      provides: { cell, isOutboxLate: carrying.isLate },
      metrics: [outboxGauges(pool, 'cell_outbox', gauges)],
      work: carrying.start,
      stop: carrying.stop,
    }
  },
})
