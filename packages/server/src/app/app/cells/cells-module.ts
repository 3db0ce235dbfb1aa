import { keepRunning, throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform, registerGauges } from '@nani/foundation/platform/index.ts'
import type { AllDatabases, Places } from '../../../gateway/acts/index.ts'
import type { CellRouter } from '../../../gateway/signed-api/index.ts'
import { endScopes } from '../../../organizations/organizations/index.ts'
import { forgetCarried } from '../../../register/register-outbox/index.ts'
import {
  cellsSettings,
  cellsUse,
  completeMoves,
  forgetMoves,
  listenToPlaces,
  readCells,
  readHeldCells,
  readPlaces,
  servedCells,
  writeHeartbeat,
} from '../../cells/index.ts'
import type { CellConfig, CellContext, SharedWithCells } from './cell-modules.ts'
import { openCountedDatabases } from './counted-databases.ts'
import { gaugesOfCells } from './gauges-of-cells.ts'
import { type RunningCell, runCell } from './run-cell.ts'

const everyMs = 5_000
const completeEveryMs = 30_000
const endEveryMs = 30_000

/** A cell whose server hangs delays a start no longer than this. */
const startWithinMs = 10_000

/** `allDatabases`: for what counts in all of them together. It follows the cells, which are opened after the modules that count. */
export type PlatformOfProcess = Platform & { allDatabases: AllDatabases }

/**
 * The cells of this process. Without cells it reads only the places of keys, and a call costs nothing more. The first cell may be added
 * while it runs: the keys of an organization that moves there get 503 here, and what counts in all databases counts there too.
 */
export const cellsModule = defineModule({
  name: 'cells',
  settings: cellsSettings,
  async open(needs: Platform & SharedWithCells, settings) {
    const { pool, vaultFor, log, connectionString } = needs
    const listed = await readCells(pool, vaultFor(cellsUse))
    const served = servedCells(listed, settings.servedCells)
    const hasCells = listed.length > 0
    const others = listed.filter((cell) => !served.includes(cell)).map(({ name }) => name)
    if (others.length > 0) log(`cells: calls of ${others.join(', ')} get 503 here (NANI_CELLS)`)
    // The other settings are those of modules that are opened before, and all of them are in the configuration.
    const config = settings as typeof settings & CellConfig
    const cells = new Map(served.map((cell) => [cell.name, runCell(needs, config, cell)]))
    let known = await readPlaces(pool)
    const router: CellRouter = {
      find(apiKey) {
        const name = typeof apiKey === 'string' ? known.keys.get(apiKey) : undefined
        return name === undefined ? null : (cells.get(name)?.answers() ?? 'away')
      },
    }
    const cellNamed = (name: string) => ({ name, cell: cells.get(name)?.context() ?? null })
    const found = (name: string | undefined) => (name === undefined ? null : cellNamed(name))
    const places: Places<CellContext> = {
      async find(organizationId) {
        const name = known.organizations.get(organizationId)
        const withMoney = known.withMoney.has(organizationId)
        return name === undefined ? null : { ...cellNamed(name), withMoney }
      },
      findApplication: (applicationId) => found(known.applications.get(applicationId)),
      findKey: (apiKey) => found(known.keys.get(apiKey)),
      // Also a cell that was added after the start, which is unread here. One that was removed is not.
      all: (organizationId) =>
        known.cells
          .filter((name) => organizationId === undefined || known.been.get(organizationId)?.has(name))
          .map(cellNamed),
    }
    const counted = openCountedDatabases(needs, (name) => cells.get(name)?.answers() === 'away')
    const onError = throttledErrorLog('cells', needs)
    let following: ReturnType<typeof keepRunning> | null = null
    let completing: ReturnType<typeof keepRunning> | null = null
    let ending: ReturnType<typeof keepRunning> | null = null
    let listening: { stop(): Promise<void> } | null = null
    const follow = async (): Promise<void> => {
      if (hasCells) await writeHeartbeat(pool)
      known = await readPlaces(pool)
      const held = known.cells.length > 0 ? await readHeldCells(pool) : new Set<string>()
      for (const cell of cells.values()) cell.hold(held.has(cell.name))
      await counted.follow(known.cells.length > 0, held)
    }
    const all = [...cells.values()]
    const cellsAway = () => all.filter((cell) => cell.answers() === 'away').map(({ name }) => name)
    return {
      provides: { cellRouter: router, places, cellsAway },
      warnings: {
        cells: () => cellsAway().length > 0,
        cell_outbox: () => all.some((cell) => cell.isOutboxLate()),
        audit_log: () => all.some((cell) => cell.isLogDoubtful()),
      },
      metrics: hasCells ? [awayGauge(all), gaugesOfCells(all, needs)] : [],
      // The ids of what acts in cells caused in home.
      retention: hasCells ? [forgetMoves, forgetCarried] : [forgetMoves],
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
        if (hasCells) ending = keepRunning(() => endScopes({ pool, places }), endEveryMs, onError)
      },
      async stop() {
        await completing?.stop()
        await ending?.stop()
        await listening?.stop()
        await following?.stop()
        await Promise.all([...all, counted].map((one) => one.stop()))
      },
    }
  },
})

export const awayGauge = (cells: readonly Pick<RunningCell, 'name' | 'answers'>[]) =>
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
