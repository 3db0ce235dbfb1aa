import { randomUUID } from 'node:crypto'
import { type Actor, idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, maintainPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import {
  approvePayment,
  approveTopUp,
  changeMode,
  declarePayment,
  proveBooks,
  requestTopUp,
  runBilling,
} from '../../money/invoicing/index.ts'
import { emptyArchive } from '../../testing/archive.ts'
import { openTestBilling } from '../../testing/billing.ts'
import { chargeMonths, forgetChargedMonths } from './charge-months.ts'

const random = systemRandom()
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabaseAtNoon()
  await maintainPartitions(database.pool, Date.UTC(2026, 3, 1, 12))
})
afterAll(() => database.drop())
// The charges of one clock concern the monitors of every application.
afterEach(() => database.pool.query('truncate monitors, monitor_months cascade'))

const officer = (name: string): Actor => ({ kind: 'operator', name, roles: ['billing_officer'] })
const vatPercent = 16
const cent = 10_000

/** An organization with one application in production. `paid`: its wallet; null: postpaid without a limit. */
const openWorld = async (paid: number | null) => {
  const { pool } = database
  const clock = manualClock(noon)
  const newId = idSource(clock, random)
  const organizationId = `org_${randomUUID()}`
  await pool.query(
    `insert into organizations (organization_id, name, created_at) values ($1, 'Bank', now())`,
    [organizationId],
  )
  const addApplication = async (environment: 'production' | 'sandbox') => {
    const applicationId = `app_${randomUUID()}`
    await pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at) values ($1, $2, 'Bank', $3, '{}', '{}', '{}', 10, now())`,
      [applicationId, organizationId, environment],
    )
    return applicationId
  }
  const applicationId = await addApplication('production')
  const { billing } = await openTestBilling({ pool, clock, newId })
  const platform = {
    pool,
    archive: emptyArchive(pool),
    clock,
    newId,
    vaultFor: (use: string) => createVault(Buffer.alloc(32), use, random),
  }
  /** Buys credit, as an organization does: a top-up, its invoice with VAT, and a payment. */
  const pay = async (amount: number) => {
    const of = { organization_id: organizationId }
    const { id } = await requestTopUp(officer('amina'), { ...of, amount }, platform)
    const approved = await approveTopUp(officer('amina'), { ...of, id }, platform)
    if (!('invoice_id' in approved) || approved.invoice_id === null) throw new Error('no invoice')
    const total = amount + Math.round((amount * vatPercent) / 100 / cent) * cent
    const transfer = { method: 'bank_transfer', reference: randomUUID() } as const
    const declared = { ...of, invoices: [approved.invoice_id], amount: total, ...transfer }
    const payment = await declarePayment(officer('amina'), declared, platform)
    await approvePayment(officer('boris'), { ...of, id: payment.id }, platform)
  }
  if (paid !== null) {
    const change = { organization_id: organizationId, mode: 'prepaid', credit_limit: null } as const
    for (const name of ['amina', 'boris']) await changeMode(officer(name), change, platform)
    await pay(paid)
  }
  return {
    ...{ organizationId, applicationId, clock, platform, addApplication },
    charge: () => chargeMonths({ pool, clock, billing }),
    async start(count: number, of = applicationId, environment = 'production') {
      const ids = Array.from({ length: count }, () => `mon_${randomUUID()}`)
      await pool.query(
        `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing,
           created_at, screened_at)
         select $1, id, $3, 'aml_1', 'x', 'x', $4, $4 from unnest($2::text[]) as id`,
        [of, ids, environment, new Date(clock.now())],
      )
      return ids
    },
    async stop(monitorId: string) {
      await pool.query('update monitors set stopped_at = $3 where application_id = $1 and monitor_id = $2', [
        ...[applicationId, monitorId, new Date(clock.now())],
      ])
    },
    pay,
    async charged(of = applicationId) {
      const { rows: found } = await pool.query<{ result_id: string; amount: number }>(
        `select result_id, amount from call_charges where application_id = $1 order by result_id`,
        [of],
      )
      return found
    },
    async running() {
      const { rows: found } = await pool.query<{ n: number }>(
        'select count(*) as n from monitors where application_id = $1 and stopped_at is null',
        [applicationId],
      )
      return Number(found[0]?.n)
    },
    async contradictions() {
      const { checks } = await proveBooks(
        { kind: 'system', task: 'test' },
        { organization_id: organizationId },
        platform,
      )
      return checks.filter(({ ok }) => !ok)
    },
  }
}

test('each month of a running monitor is charged once, and is on the invoice of its month', async () => {
  const world = await openWorld(null)
  const ids = await world.start(3)
  await Promise.all([world.charge(), world.charge()])
  await world.charge()
  const march = ids.map((id) => ({ result_id: `${id}/2026-03`, amount: 20_000 }))
  expect(await world.charged()).toEqual(expect.arrayContaining(march))
  expect(await world.charged()).toHaveLength(3)
  const asOfMs = Date.UTC(2026, 3, 1)
  world.clock.advance(asOfMs - world.clock.now())
  await world.charge()
  expect(await world.charged()).toHaveLength(6)
  const { organizationId, platform } = world
  await runBilling(
    { kind: 'system', task: 'billing' },
    { organization_id: organizationId, as_of_ms: asOfMs },
    platform,
  )
  const { rows } = await database.pool.query(
    `select l.description, l.quantity, l.amount from billing_invoice_lines l join billing_invoices i using (invoice_id)
     where i.organization_id = $1`,
    [organizationId],
  )
  expect(rows).toEqual([{ description: 'Monitored subject, one month', quantity: 3, amount: 60_000 }])
  expect(await world.contradictions()).toEqual([])
})

test('an empty wallet stops no monitor, and its months are charged when there is money', async () => {
  const world = await openWorld(50_000)
  await world.start(3)
  await world.charge()
  expect(await world.charged()).toHaveLength(2)
  world.clock.advance(Date.UTC(2026, 3, 2) - world.clock.now())
  await world.charge()
  expect(await world.charged()).toHaveLength(2)
  expect(await world.running()).toBe(3)
  await world.pay(1_000_000)
  await world.charge()
  const months = (await world.charged()).map(({ result_id: id }) => id.split('/')[1])
  expect(months.toSorted()).toEqual([...Array(3).fill('2026-03'), ...Array(3).fill('2026-04')])
  expect(await world.contradictions()).toEqual([])
})

test('a stopped monitor costs the month in which it stopped, and no later one', async () => {
  const world = await openWorld(null)
  const [id = ''] = await world.start(1)
  await world.stop(id)
  await world.charge()
  world.clock.advance(Date.UTC(2026, 3, 2) - world.clock.now())
  await world.charge()
  expect(await world.charged()).toEqual([{ result_id: `${id}/2026-03`, amount: 20_000 }])
})

test('a monitor of the sandbox is free', async () => {
  const world = await openWorld(null)
  const sandbox = await world.addApplication('sandbox')
  await world.start(2, sandbox, 'sandbox')
  await world.charge()
  expect(await world.charged(sandbox)).toEqual([])
})

test('a month beyond a page of monitors is charged too', async () => {
  const world = await openWorld(null)
  await world.start(1_001)
  await world.charge()
  expect(await world.charged()).toHaveLength(1_001)
})

test('months are forgotten with their charges, and those that are due are kept', async () => {
  const world = await openWorld(20_000)
  await world.start(2)
  await world.charge()
  await forgetChargedMonths(database.pool, noon + 101 * 86_400_000)
  const { rows } = await database.pool.query(
    'select charged_at from monitor_months where application_id = $1',
    [world.applicationId],
  )
  expect(rows).toEqual([{ charged_at: null }])
})

test('the proof finds a month that is marked as charged and has no charge', async () => {
  const world = await openWorld(null)
  await world.start(1)
  await world.charge()
  await database.pool.query(
    `insert into monitor_months (application_id, monitor_id, month, charged_at)
     values ($1, 'mon_planted', '2026-03-01', $2)`,
    [world.applicationId, new Date(noon)],
  )
  expect(await world.contradictions()).toMatchObject([
    {
      name: 'a month of a monitor is charged exactly if it has its charge',
      contradictions: [{ difference: '-1' }],
    },
  ])
})
