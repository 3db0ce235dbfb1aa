import { keepRunning, throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform, registerGauges } from '@nani/foundation/platform/index.ts'
import type { CellRouter } from '../../../gateway/signed-api/index.ts'
import {
  cellsSettings,
  cellsUse,
  completeMoves,
  forgetMoves,
  listenToPlaces,
  readCells,
  readPlacedKeys,
  servedCells,
  writeHeartbeat,
} from '../../cells/index.ts'
import type { CellConfig, SharedWithCells } from './cell-modules.ts'
import { gaugesOfCells } from './gauges-of-cells.ts'
import { type RunningCell, runCell } from './run-cell.ts'

const everyMs = 5_000
const completeEveryMs = 30_000

/** A cell whose server hangs delays a start no longer than this. */
const startWithinMs = 10_000

/**
 * The cells of this process. Without cells it reads only the places of keys, and a call costs nothing more. The first cell may be added
 * while it runs: the keys of an organization that moves there get 503 here.
 */
export const cellsModule = defineModule({
  name: 'cells',
  settings: cellsSettings,
  async open(needs: Platform & SharedWithCells, settings) {
    const { pool, vaultFor, log, connectionString } = needs
    const known = await readCells(pool, vaultFor(cellsUse))
    const served = servedCells(known, settings.servedCells)
    const hasCells = known.length > 0
    const others = known.filter((cell) => !served.includes(cell)).map(({ name }) => name)
    if (others.length > 0) log(`cells: calls of ${others.join(', ')} get 503 here (NANI_CELLS)`)
    // The other settings are those of modules that are opened before, and all of them are in the configuration.
    const config = settings as typeof settings & CellConfig
    const cells = new Map(served.map((cell) => [cell.name, runCell(needs, config, cell)]))
    let keys = await readPlacedKeys(pool)
    const router: CellRouter = {
      find(apiKey) {
        const name = typeof apiKey === 'string' ? keys.get(apiKey) : undefined
        return name === undefined ? null : (cells.get(name)?.answers() ?? 'away')
      },
    }
    const onError = throttledErrorLog('cells', needs)
    let following: ReturnType<typeof keepRunning> | null = null
    let completing: ReturnType<typeof keepRunning> | null = null
    let listening: { stop(): Promise<void> } | null = null
    const follow = async (): Promise<void> => {
      if (hasCells) await writeHeartbeat(pool)
      keys = await readPlacedKeys(pool)
    }
    const all = [...cells.values()]
    return {
      provides: { cellRouter: router },
      warnings: { cells: () => all.some((cell) => cell.answers() === 'away') },
      metrics: hasCells ? [awayGauge(all), gaugesOfCells(all, needs)] : [],
      retention: [forgetMoves],
      async start() {
        await follow()
        following = keepRunning(follow, everyMs, onError)
        if (!hasCells) return
        // A moved organization is in another database from one moment to the next.
        listening = await listenToPlaces(connectionString, following.wake)
        await Promise.race([Promise.all(all.map((cell) => cell.start())), needs.pause(startWithinMs)])
      },
      work() {
        if (needs.ownsSchema) completing = keepRunning(() => completeMoves(needs), completeEveryMs, onError)
      },
      async stop() {
        await completing?.stop()
        await listening?.stop()
        await following?.stop()
        await Promise.all(all.map((cell) => cell.stop()))
      },
    }
  },
})

const awayGauge = (cells: readonly RunningCell[]) =>
  registerGauges(
    async () => cells,
    [
      {
        name: 'nani_cell_away',
        help: '1: the cell cannot be used, and calls of its applications get 503.',
        labels: ['cell'],
        of: (all) =>
          all.map((cell) => ({ value: cell.answers() === 'away' ? 1 : 0, labels: { cell: cell.name } })),
      },
    ],
  )
