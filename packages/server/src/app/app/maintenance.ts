import { describeError, type Log } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import {
  allPlaces,
  createComingPartitions,
  type DatabaseClock,
  type DaySalts,
  databaseNow,
  grantToApp,
  type IsArchived,
  inMaintenanceTurn,
  type Place,
  placesOfHome,
  placesOfRegister,
  retentionMayRun,
  retirePartitions,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Contributed } from './composition.ts'

const everyMs = 3_600_000

export type MaintenanceDependencies = {
  ownerPool: pg.Pool
  /** False: the login may not delete data past its retention, and another process does it. */
  ownsSchema: boolean
  /** The databases of the installation, each with the places of the tables whose rows it has. */
  databases: readonly { ownerPool: pg.Pool; places: readonly Place[] }[]
  clock: Pick<DatabaseClock, 'check' | 'isTrusted'>
  daySalts: Pick<DaySalts, 'createComing' | 'erasePast'>
  log: Log
  onError(error: unknown): void
  /** The retention tasks of the modules. */
  retention: Contributed['retention']
  keptDays: Contributed['keptDays']
  /** Of a cell: whether home uses the archive. */
  isArchived?: IsArchived
  /** These take long and run next to the rest. */
  hourly: Contributed['hourly']
}

/**
 * Creates the partitions of the coming days and deletes what is past its retention, at the start and every hour. The
 * time is the time of the database, and a process with a wrong clock does nothing.
 */
export const maintain = (dependencies: MaintenanceDependencies): { stop(): void } => {
  let stopped = false
  // A run under way when the process stops loses its connections; the next process repeats it.
  const onError = (error: unknown) => {
    if (!stopped) dependencies.onError(error)
  }
  const run = () => {
    void runMaintenance({ ...dependencies, onError }).catch(onError)
    for (const task of dependencies.hourly) void task().catch(onError)
  }
  const timer = setInterval(run, everyMs)
  run()
  timer.unref()
  return {
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

/** One run. A part that fails does not stop the next. */
export const runMaintenance = async ({
  ownerPool,
  ownsSchema,
  databases,
  clock,
  daySalts,
  log,
  onError,
  retention,
  keptDays,
  isArchived,
}: Omit<MaintenanceDependencies, 'hourly'>): Promise<void> => {
  await clock.check()
  if (!clock.isTrusted()) return
  const nowMs = await databaseNow(ownerPool)
  await createComingPartitions(ownerPool, nowMs).catch(onError)
  await daySalts.createComing(nowMs).catch(onError)
  if (!ownsSchema) return
  await inMaintenanceTurn(ownerPool, async (client) => {
    const warn = (line: string) => log(line, 'warn')
    // A process of an earlier release that started after the migrations may have revoked rights. Calls need them, also
    // while retention waits.
    for (const one of databases) {
      const changed = await grantToApp(one.ownerPool, one.places).catch(onError)
      if (changed) warn(`rights of nani_app differed and were restored (${changed} statements)`)
    }
    if (!(await retentionMayRun(client, nowMs, log))) return
    await retirePartitions(client, nowMs, Object.fromEntries(keptDays), { warn, isArchived }).catch(onError)
    for (const deletePast of retention) await deletePast(ownerPool, nowMs).catch(onError)
    await daySalts.erasePast(nowMs).catch(onError)
  })
}

type Needs = Pick<
  Platform,
  'daySalts' | 'ownerPool' | 'registerOwnerPool' | 'ownsSchema' | 'clock' | 'log' | 'role'
> & {
  contributed: Pick<Contributed, 'retention' | 'keptDays' | 'hourly'>
}

export const maintenanceModule = defineModule({
  name: 'maintenance',
  open(needs: Needs) {
    const { daySalts, ownerPool, registerOwnerPool, clock, log, contributed, role } = needs
    const { retention, keptDays } = contributed
    // Every process creates the partitions and the salts that it is about to need. Workers do the rest.
    const works = role !== 'api'
    const ownsSchema = works && needs.ownsSchema
    const hourly = works ? contributed.hourly : []
    const databases =
      registerOwnerPool === ownerPool
        ? [{ ownerPool, places: allPlaces }]
        : [
            { ownerPool, places: placesOfHome },
            { ownerPool: registerOwnerPool, places: placesOfRegister },
          ]
    let maintenance: { stop(): void } | null = null
    return {
      start() {
        maintenance = maintain({
          ...{ daySalts, ownerPool, ownsSchema, databases, clock, retention, keptDays, hourly },
          log: (line, level) => log(`maintenance: ${line}`, level),
          onError: (error) => log(`maintenance: ${describeError(error)}`, 'error'),
        })
      },
      stop: () => maintenance?.stop(),
    }
  },
})
