import { limits } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import {
  type CallsDependencies,
  checkShape,
  completeRequest,
  type DescribedEndpoint,
  originOf,
  stripUnknownFields,
} from '../../calls/calls/index.ts'
import type { ActCell } from '../../gateway/acts/index.ts'
import type { Application, IdempotencyLock, OpenCall } from '../../gateway/gateway/index.ts'
import { causeDirectly } from '../../register/register-outbox/index.ts'
import { clockChange, docsOfMoving, docsOfReading, docsOfResetting } from './docs.ts'
import { type ClockChange, clockObject, moveClock, resetClock, type TestClock } from './move-clock.ts'

export type TestClockDependencies = {
  calls: Pick<CallsDependencies, 'pool' | 'clock' | 'answersVault'>
  /** This process must know the new time before its next call. Other processes are notified. */
  directory: { forget(applicationId: string): void }
  /** In a cell: it carries to home what a return to the present changes there. */
  cell?: Pick<ActCell, 'cause' | 'carry'>
}

const common = { path: '/sandbox/clock', service: null, bodyLimitBytes: limits.singleBodyBytes } as const

/** The clock of a sandbox application for tests. Production answers as if it did not exist. */
export const testClockEndpoints = (dependencies: TestClockDependencies): DescribedEndpoint[] => [
  {
    ...common,
    method: 'POST',
    body: 'required',
    docs: docsOfMoving,
    prepare(call) {
      requireSandbox(call.application)
      const change = stripUnknownFields(clockChange, call.body) as ClockChange
      checkShape(clockChange, change)
      const { clock } = dependencies.calls
      return changing(call, dependencies, (client, id) => moveClock(client, id, change, clock))
    },
  },
  {
    ...common,
    method: 'GET',
    body: 'none',
    docs: docsOfReading,
    prepare({ application }) {
      requireSandbox(application)
      const read = () => clockObject(dependencies.calls.clock.now(), application.clockAheadMs)
      return {
        usesQuotaOf: null,
        run: async () => ({ status: 200, body: JSON.stringify(read()), audited: false, disclosedIds: [] }),
      }
    },
  },
  {
    ...common,
    method: 'DELETE',
    body: 'none',
    docs: docsOfResetting,
    prepare(call) {
      requireSandbox(call.application)
      const { calls, cell } = dependencies
      const resetting = { clock: calls.clock, cause: cell?.cause ?? causeDirectly(calls) }
      return changing(call, dependencies, (client, id) => resetClock(client, id, resetting))
    },
  },
]

const requireSandbox = ({ environment }: Application): void => {
  if (environment !== 'sandbox') throw new Refusal('not_found')
}

const changing = (
  { request, application }: OpenCall,
  { calls, directory, cell }: TestClockDependencies,
  change: (client: pg.PoolClient, applicationId: string) => Promise<TestClock>,
) => ({
  usesQuotaOf: null,
  async run(lock: IdempotencyLock | null) {
    const { applicationId } = application
    const origin = originOf(request, application)
    const asked = { applicationId, service: null, origin, atMs: calls.clock.now(), lock, status: 200 }
    const body = await completeRequest(calls.pool, calls.answersVault, asked, async (client) => ({
      body: JSON.stringify(await change(client, applicationId)),
      disclosedIds: [],
    }))
    directory.forget(applicationId)
    // What cannot be carried now waits for the worker, which reports it.
    await cell?.carry().catch(() => {})
    return { status: 200, body, audited: true }
  },
})
