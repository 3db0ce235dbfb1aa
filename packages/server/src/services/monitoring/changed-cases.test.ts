import { setTimeout } from 'node:timers/promises'
import { openSubjectIndex } from '@nani/engines/screening/index.ts'
import { inTransaction, openPool } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import {
  createFraudStore,
  listenForNetworkChanges,
  type NetworkParty,
  readNetworkRevision,
  withdrawCasesWithin,
  writeNetworkParties,
} from '../../risk/fraud-network/index.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../testing/monitored-world.ts'
import { createCycle } from './cycle.ts'
import { markPending } from './mark-pending.ts'
import type { Monitor } from './monitor-rows.ts'
import { startMonitoring } from './start-monitoring.ts'

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
})
afterAll(() => world.stop())

let cases = 0
const suspect = (svcId: string): NetworkParty => ({
  case_number: `RDC-FRD-2026-${String(++cases).padStart(6, '0')}`,
  party: 0,
  role: 'suspect',
  case_type: 'phishing',
  case_status: 'confirmed',
  confirmed_on: '2026-03-01',
  svc_id: svcId,
  rccm: null,
  full_name: null,
  date_of_birth: null,
  nationality: null,
})

let people = 0
const newSvcId = () => `COD-7777-0002-${String(++people).padStart(4, '0')}`
const monitored = async (application: Application) => {
  const svcId = newSvcId()
  await world.screen(
    application,
    { identifier: { type: 'svc_id', value: svcId } },
    { monitoring: true, reference: svcId },
  )
  return svcId
}
const alertsOf = async ({ applicationId }: Application): Promise<number> => {
  const { rows } = await world.pool.query<{ count: number }>(
    `select count(*)::int from events where application_id = $1 and type = 'aml_screening.alert'`,
    [applicationId],
  )
  return rows[0]?.count ?? 0
}

describe('two processes', () => {
  /** A monitoring with separate connections, as in another process. */
  const startProcess = async () => {
    const { url } = world.database
    const pool = openPool(url, { maxConnections: 4, statementTimeoutMs: 30_000, onError: () => {} })
    const subjects = openSubjectIndex({ workers: 1 })
    const monitoring = startMonitoring({ ...world.monitoring, pool, subjects })
    const changes = await listenForNetworkChanges(url, () => void monitoring.wake())
    return {
      idle: monitoring.wake,
      async stop() {
        await changes.stop()
        await monitoring.stop()
        await subjects.close()
        await pool.end()
      },
    }
  }

  test('a confirmed case reaches every monitored subject by its announcement, once', async () => {
    const application = world.newApplication()
    const svcIds = await Promise.all(Array.from({ length: 40 }, () => monitored(application)))
    await world.cycle()
    // Nothing is found by polling.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const processes = [await startProcess(), await startProcess()]
    try {
      await Promise.all(processes.map(({ idle }) => idle()))
      await writeNetworkParties(world.network, 'sandbox', svcIds.map(suspect))
      // Not expect.poll, which advances timers that are held.
      while ((await alertsOf(application)) < svcIds.length) await setTimeout(20)
      await Promise.all(processes.map(({ idle }) => idle()))
      expect(await alertsOf(application)).toBe(svcIds.length)
      expect(world.errors).toEqual([])
    } finally {
      vi.useRealTimers()
      for (const one of processes) await one.stop()
    }
  })
})

describe('a reopened case', () => {
  test('has no effect from the transaction that reopens it', async () => {
    const application = world.newApplication()
    const svcId = await monitored(application)
    await world.cycle()
    const network = createFraudStore(world.network)
    const found = async () => {
      const subject = { svcId, rccm: null, names: [], dateOfBirth: null, nationality: null }
      return (await network.find(subject, { environment: 'sandbox', applicationId: 'app_1' })).suspectIn
        .length
    }
    const party = suspect(svcId)
    await writeNetworkParties(world.network, 'sandbox', [party])
    await world.cycle()
    expect([await found(), await alertsOf(application)]).toEqual([1, 1])
    const revision = await readNetworkRevision(world.pool)
    const undone = inTransaction(world.pool, async (client) => {
      await withdrawCasesWithin(client, 'sandbox', [party.case_number])
      throw new Error('the case could not be reopened')
    })
    await expect(undone).rejects.toThrow('the case could not be reopened')
    expect([await found(), await readNetworkRevision(world.pool)]).toEqual([1, revision])
    await inTransaction(world.pool, (client) => withdrawCasesWithin(client, 'sandbox', [party.case_number]))
    expect([await found(), await readNetworkRevision(world.pool)]).toEqual([0, revision + 1])
    await world.cycle()
    expect((await world.alerts(application)).map(({ reason }) => reason)).toEqual([
      'new_hit',
      'risk_level_changed',
    ])
  })
})

describe('a changed case', () => {
  test('is processed before marked monitors', async () => {
    const [marked, affected] = [world.newApplication(), world.newApplication()]
    await monitored(marked)
    const svcId = await monitored(affected)
    await world.cycle()
    await markPending(world.pool, (await world.monitorOf(marked)) as Monitor)
    await writeNetworkParties(world.network, 'sandbox', [suspect(svcId)])
    let isStopping = false
    const { fraudNetwork } = world.monitoring.sources
    const sources = {
      ...world.monitoring.sources,
      fraudNetwork: {
        ...fraudNetwork,
        find: (...asked: Parameters<typeof fraudNetwork.find>) => {
          isStopping = true
          return fraudNetwork.find(...asked)
        },
      },
    }
    const cycle = createCycle({ ...world.monitoring, sources }, world.intervals, () => isStopping)
    await expect(cycle()).rejects.toThrow('monitoring stops')
    expect(await alertsOf(affected)).toBe(1)
    expect((await world.monitorOf(marked))?.due).toBe('changed')
  })

  test('does not wait while the index of subjects is loaded', async () => {
    const application = world.newApplication()
    const svcId = await monitored(application)
    await world.cycle()
    let alertsDuringLoad = 0
    const index = world.monitoring.subjects
    const subjects: typeof index = {
      ...index,
      async load(pages) {
        // Another process confirms the case before the first page is read.
        await writeNetworkParties(world.network, 'sandbox', [suspect(svcId)])
        for await (const _page of pages) alertsDuringLoad = await alertsOf(application)
      },
    }
    await createCycle({ ...world.monitoring, subjects }, world.intervals, () => false)()
    expect(alertsDuringLoad).toBe(1)
  })

  test('that is too old to be listed marks every monitor', async () => {
    const application = world.newApplication()
    const svcId = await monitored(application)
    await world.cycle()
    await writeNetworkParties(world.network, 'sandbox', [suspect(svcId)])
    await world.pool.query(
      `with gone as (delete from fraud_network_changes) update fraud_network_revision set forgotten_through = revision`,
    )
    await world.cycle()
    expect(await alertsOf(application)).toBe(1)
  })
})
