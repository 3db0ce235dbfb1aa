import type pg from 'pg'
import type { Settings, ValuesOf } from '../core/index.ts'
import type { KeptDays } from '../storage/index.ts'
import type { RegisterMetrics } from './metrics.ts'

/** What must work before a balancer sends calls here. The names are public. `process`: it is started and not stopping. */
export const readinessNames = ['process', 'clock', 'database', 'lists', 'faces', 'queue'] as const
export type ReadinessName = (typeof readinessNames)[number]

/** What an operator must look at while calls are served. The names are public. */
export const warningNames = ['audit_log', 'cell_outbox', 'cells', 'register', 'register_outbox'] as const
export type WarningName = (typeof warningNames)[number]

/** What a module gives to the process that opened it. Every part is optional. */
export type ModuleParts = {
  /** Starts background work. It runs when every module is open and the process listens. */
  start?(): Promise<void> | void
  /**
   * The same for work that any process of the installation may do: jobs, deliveries, notices, maintenance. A process with
   * the role `api` does not start it.
   */
  work?(): Promise<void> | void
  /** Modules stop in the reverse order in which they were opened. */
  stop?(): Promise<void> | void
  readiness?: Readonly<Partial<Record<ReadinessName, () => boolean>>>
  /** Conditions that `/readyz` reports as warnings while they hold. */
  warnings?: Readonly<Partial<Record<WarningName, () => boolean>>>
  metrics?: readonly RegisterMetrics[]
  /** Deletes what is past its retention. One process at a time runs it, every hour. */
  retention?: readonly ((ownerPool: pg.Pool, nowMs: number) => Promise<unknown>)[]
  /** How many days a partitioned table is kept, where that is a setting of the module. */
  keptDays?: KeptDays
  /** Runs at the start and every hour, next to the retention. */
  hourly?: readonly (() => Promise<void>)[]
}

/** The parts and the values that a module gives. */
export type OpenedModule = ModuleParts & { provides?: object }

/**
 * A part of the product that opens itself. `Needs` are the platform and what earlier modules provide. The compiler
 * checks them where the modules are listed (app/compose.ts). `settings` are the only settings that it reads.
 */
export type Module<Needs, Own extends Settings, Parts> = {
  name: string
  settings?: Own
  open: (needs: Needs, settings: ValuesOf<Own>) => Promise<Parts> | Parts
}

// biome-ignore lint/complexity/noBannedTypes: a module without settings has no entry
export const defineModule = <Needs, Parts extends object, Own extends Settings = {}>(
  module: Module<Needs, Own, Parts>,
): Module<Needs, Own, Parts> => module
