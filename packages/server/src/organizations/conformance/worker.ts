import type { ConformanceCheck } from '@nani/contract/console'
import { type Clock, keepRunning } from '@nani/foundation/core/index.ts'
import type { Connections } from '@nani/foundation/outbound/index.ts'
import type pg from 'pg'
import { readWebhook } from '../../calls/webhooks/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { examineCalls } from './examine-calls.ts'
import { examineEndpoint } from './examine-endpoint.ts'
import { endRun, isExhausted, leaseRun } from './run-rows.ts'

export type RunDependencies = {
  pool: pg.Pool
  clock: Clock
  connections: Connections
  applicationById(applicationId: string): Promise<Application | null>
  onError(error: unknown): void
}

/** Performs every run that waits. A run that was left by a killed worker begins again. */
export const performRuns = async (dependencies: RunDependencies, isStopping = () => false): Promise<void> => {
  const { pool, clock, onError } = dependencies
  while (!isStopping()) {
    const run = await leaseRun(pool, clock.now())
    if (!run) return
    let checks: ConformanceCheck[] | null = null
    if (!isExhausted(run))
      try {
        checks = await examine(run.application_id, dependencies)
      } catch (error) {
        onError(error)
      }
    await endRun(pool, run, { checks, nowMs: clock.now() })
  }
}

const examine = async (
  applicationId: string,
  { pool, clock, connections, applicationById }: RunDependencies,
): Promise<ConformanceCheck[]> => {
  const { url } = await readWebhook(pool, applicationId)
  const application = await applicationById(applicationId)
  const endpoint = url !== null && application ? { url, webhookKey: application.webhookKey } : null
  return [
    ...(await examineEndpoint(endpoint, { connections, clock })),
    ...(await examineCalls(pool, applicationId, clock.now())),
  ]
}

/** The interval of looks for runs of other processes. */
const lookMs = 5_000

export const startRuns = (dependencies: RunDependencies) =>
  keepRunning((isStopping) => performRuns(dependencies, isStopping), lookMs, dependencies.onError)
