import { keepRunning, Refusal, type ValuesOf } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { isDatabaseFault, openPool } from '@nani/foundation/storage/index.ts'
import type { Registry } from 'prom-client'
import type { CellAnswers } from '../../../gateway/signed-api/index.ts'
import {
  type Cell,
  type cellsSettings,
  faultLine,
  faultOfCopies,
  openCellPlatform,
} from '../../cells/index.ts'
import { type CellConfig, type CellContext, cellModules, type SharedWithCells } from './cell-modules.ts'
import { createLooks, type Look } from './looks.ts'

const lookEveryMs = 1_000
/** A look without an answer in this time is missed. After two of them in a row the cell is away. */
const answersWithinMs = 2_000

export type RunningCell = {
  name: string
  /** `away`: it does not answer, its copies of home are too old or not complete, or it is not open yet. */
  answers(): CellAnswers | 'away'
  /** Home may have it held: then no one uses it. */
  hold(isHeld: boolean): void
  /** What the modules of the cell provide, for acts and readings. Null while it is away. */
  context(): CellContext | null
  /** The gauges of the modules of the cell. Null while it is away. */
  gauges(): Registry | null
  /** Whether its transparency log must be looked at. */
  isLogDoubtful(): boolean
  /** Whether something waits for more than a minute to be carried to home. */
  isOutboxLate(): boolean
  /** Looks at the cell once, and opens it if it was away from the start. Then it does so every second. */
  start(): Promise<void>
  stop(): Promise<void>
}

type Needs = Platform & SharedWithCells
type CellSettings = CellConfig & ValuesOf<typeof cellsSettings>

/** A cell of this process. While it is away, its own callers are refused, and nothing else waits for it. */
export const runCell = (home: Needs, config: CellSettings, cell: Cell): RunningCell => {
  const { name, urls } = cell
  const log: Platform['log'] = (line, level) => home.log(`cell ${name}: ${line}`, level)
  const probe = openPool(urls.app, {
    ...{ maxConnections: 1, connectionTimeoutMs: answersWithinMs },
    ...{ statementTimeoutMs: answersWithinMs - 1_000, onError: () => {} },
  })
  let open: { context: CellContext; stop(): Promise<void> } | null = null
  const looks = createLooks()
  let isHeld = false
  let following: ReturnType<typeof keepRunning> | null = null

  /** Opens the cell if it is not open yet. Returns why it cannot be used. */
  const use = async (): Promise<string | null> => {
    if (isHeld) {
      // If its end fails, it is not used half closed later.
      const closing = open
      open = null
      await closing?.stop()
      return 'It is held.'
    }
    const fault = await faultOfCopies(probe)
    if (fault === null) open ??= await openCell(home, config, cell, () => looks.isAway() || isHeld)
    return fault
  }
  const look = async (): Promise<void> => {
    const changed = looks.note(await use().then(lookOf, failedLook))
    if (changed?.away) log(`it cannot be used: ${changed.why}`, 'error')
    else if (changed) log('it can be used')
  }
  const usable = () => (looks.isAway() || isHeld ? null : (open?.context ?? null))
  return {
    name,
    hold(held) {
      isHeld = held
    },
    answers: () => usable()?.answers ?? 'away',
    context: usable,
    gauges: () => usable()?.gauges ?? null,
    isLogDoubtful: () => open?.context.isLogDoubtful() ?? false,
    isOutboxLate: () => open?.context.isOutboxLate() ?? false,
    async start() {
      following = keepRunning(look, lookEveryMs, (error) => log(faultLine(error), 'error'))
      await following.wake()
    },
    async stop() {
      await following?.stop()
      await open?.stop()
      await probe.end()
    },
  }
}

const lookOf = (fault: string | null): Look =>
  fault === null ? { result: 'usable' } : { result: 'fault', why: fault }

const failedLook = (error: unknown): Look => ({
  result: isDatabaseFault(error) ? 'silent' : 'fault',
  why: faultText(error),
})

const faultText = (error: unknown): string => {
  const isBehind = error instanceof Refusal && error.code === 'schema_behind'
  return `${faultLine(error)}${isBehind ? ' Run: nani database migrate' : ''}`
}

const openCell = async (home: Needs, config: CellSettings, cell: Cell, isAway: () => boolean) => {
  const platform = await openCellPlatform(home, cell, config.cellConnections ?? home.pool.options.max)
  const { http, register, registerOfCalls, screening, issueReceipt, openLargeBody } = home
  const { scorecards, faces, citizenDevices, citizenFaces, sharedSignIns, allDatabases } = home
  const { detection: homeDetection } = home
  const shared = {
    ...{ http, register, registerOfCalls, screening, issueReceipt, openLargeBody },
    ...{ scorecards, faces, citizenDevices, citizenFaces, sharedSignIns, homeDetection, cellName: cell.name },
    allDatabases,
  }
  try {
    const { context, stop } = await cellModules.open({ ...platform, ...shared }, config, home.role !== 'api')
    // Notices to citizens are in home.
    context.consentAsked.subscribe(home.consentAsked.send)
    home.cellLogs.set(platform.logOfCell, { pool: platform.pool, isAway })
    return {
      context,
      async stop() {
        home.cellLogs.delete(platform.logOfCell)
        await stop()
        await platform.close()
      },
    }
  } catch (error) {
    await platform.close()
    throw error
  }
}
