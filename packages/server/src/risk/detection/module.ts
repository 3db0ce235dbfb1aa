import { randomUUID } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { errorLine } from '@nani/foundation/core/index.ts'
import {
  type CountedValues,
  defineModule,
  type Platform,
  registerCounter,
} from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Alarm, type AlarmKind, alarmKinds, noApplication, raiseAlarm } from './alarms.ts'
import { type AuthenticationFailure, createAuthenticationFailures } from './authentication-failures.ts'
import { createLookupWatch, type Lookup } from './lookup-watch.ts'
import { forgetDetections } from './retention.ts'
import { detectionSettings } from './settings.ts'

const everyMs = 60_000

/** What detection receives. */
export type Detection = {
  onAuthenticationFailure(failure: AuthenticationFailure): void
  onIvReused(environment: Environment): void
  onLookup(lookup: Lookup): void
  /** Another module raised an alarm. Its metric counts it. */
  onAlarm(kind: AlarmKind): void
  /** Raises an alarm that concerns no application, in the transaction of what it reports. Once in an hour for a kind, and for a cell. */
  raise(
    database: Pick<pg.ClientBase, 'query'>,
    alarm: Pick<Alarm, 'kind' | 'details'> & { cell?: string },
  ): Promise<void>
}

type Needs = Pick<Platform, 'pool' | 'clock' | 'rootKey' | 'log'> & {
  /** In a cell: that of home, which counts failed authentication, and whose metrics count what is detected in all databases. */
  homeDetection?: Detection
}

/** Detects attacks: failed authentication, and enumeration of identifiers. It writes once a minute. */
export const detectionModule = defineModule({
  name: 'detection',
  settings: detectionSettings,
  open({ pool, homeDetection, clock, rootKey, log }: Needs, settings) {
    const failures = createAuthenticationFailures({ pool, clock, recorder: randomUUID() })
    const reused = new Map<string, number>([
      ['sandbox', 0],
      ['production', 0],
    ])
    const raised = new Map<string, number>(alarmKinds.map((kind) => [kind, 0]))
    const countAlarm = (kind: AlarmKind): void => {
      raised.set(kind, (raised.get(kind) ?? 0) + 1)
      homeDetection?.onAlarm(kind)
    }
    const lookups = createLookupWatch({
      ...{ pool, clock, newRecorder: randomUUID },
      thresholds: { missing: settings.alarmNotFound, asked: settings.alarmIdentifiers },
      key: deriveKey(rootKey, 'lookup-sketches'),
      onAlarm({ application_id, kind, details }) {
        countAlarm(kind)
        const { identifiers, not_found, minutes } = details
        log(
          `alarm ${kind}: ${application_id} asked for ${identifiers} different identifiers within ${minutes} minutes, of which ${not_found} were not found.`,
        )
      },
    })
    const report = (error: unknown) => log(`detection: ${errorLine(error)}`, 'error')
    const flush = async (stopping: boolean) => {
      await failures.flush({ stopping }).catch(report)
      await lookups.flush().catch(report)
    }
    let flushing: Promise<void> = Promise.resolve()
    const timer = setInterval(() => {
      flushing = flushing.then(() => flush(false))
    }, everyMs)
    timer.unref()

    const counters: CountedValues[] = [
      {
        name: 'nani_authentication_failures_total',
        help: 'Attempts to authenticate that this process refused, by the code of the refusal.',
        label: 'code',
        values: failures.totals,
      },
      {
        name: 'nani_alarms_total',
        help: 'Alarms that this process raised, by kind.',
        label: 'kind',
        values: raised,
      },
      {
        name: 'nani_iv_reused_total',
        help: 'Requests whose IV was used before under the same Payload Encryption Key.',
        label: 'environment',
        values: reused,
      },
    ]
    const detection: Detection = {
      onAuthenticationFailure: homeDetection?.onAuthenticationFailure ?? failures.note,
      onIvReused(environment) {
        reused.set(environment, (reused.get(environment) ?? 0) + 1)
        homeDetection?.onIvReused(environment)
      },
      onLookup: lookups.note,
      onAlarm: countAlarm,
      async raise(database, { kind, details, cell }) {
        const application_id = cell === undefined ? noApplication : `cell ${cell}`
        const alarm = { application_id, kind, details, raised_at: new Date(clock.now()) }
        if (!(await raiseAlarm(database, alarm))) return
        countAlarm(kind)
        log(`alarm ${kind}: ${JSON.stringify(details)}`, 'warn')
      },
    }
    return {
      provides: { detection },
      metrics: counters.map(registerCounter),
      retention: [forgetDetections],
      async stop() {
        clearInterval(timer)
        await flushing
        await flush(true)
      },
    }
  },
})
