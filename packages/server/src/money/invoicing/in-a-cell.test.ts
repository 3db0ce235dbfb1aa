import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { databasesOf } from '../../gateway/acts/index.ts'
import {
  adjustWallet,
  changeMode,
  invoicingModule,
  isProposed,
  proveBooks,
  readPriceList,
  requestPayment,
  setPrices,
} from './index.ts'
import { showBilling } from './organization-funds.ts'
import { confirmPayment } from './providers/payment-requests.ts'
import { followAccountStatus, followStatuses, followStatusOf } from './suspend-account.ts'
import { liveOnce } from './testing/live-once.ts'
import { openMoneyInCell } from './testing/money-in-cell.ts'
import { amina, boris, both, operator, usd } from './testing/organization.ts'

/** The money of organizations in a cell. */
const {
  home,
  cell,
  prepare,
  drop,
  inCell,
  inHome,
  expectProved,
  numbersOf,
  taken,
  settleAfterDay,
  invoiceTopUp,
} = await openMoneyInCell()
beforeEach(prepare)
afterAll(drop)

test('an organization in a cell lives there with its money, next to one in home, and no number of an invoice is missing', async () => {
  const [north, other] = [await inCell(), await inHome()]
  await both((actor) =>
    changeMode(actor, { ...north.of, mode: 'prepaid', credit_limit: null }, north.platform),
  )
  await both((actor) =>
    changeMode(actor, { ...other.of, mode: 'prepaid', credit_limit: null }, other.platform),
  )
  await Promise.all([liveOnce(north), liveOnce(other)])
  await expectProved(north)
  await expectProved(other)
  const all = [...(await numbersOf(north)), ...(await numbersOf(other))]
  expect(new Set(all).size).toBe(all.length)
  for (const table of ['billing_wallets', 'billing_invoices', 'ledger_entries', 'billing_proposals'])
    expect(
      (await home.pool.query(`select from ${table} where organization_id = $1`, [north.of.organization_id]))
        .rowCount,
    ).toBe(0)
  expect(await north.typesSent()).toEqual(await other.typesSent())
  // The entries of the acts are in the cell, and home has none.
  const acts = `select from acts where organization_id = $1`
  expect((await cell.pool.query(acts, [north.of.organization_id])).rowCount).toBeGreaterThan(10)
  expect((await home.pool.query(acts, [north.of.organization_id])).rowCount).toBe(0)
  await settleAfterDay(north)
  expect(await taken()).toEqual([])
})

test('a call that the money in the cell does not cover is refused', async () => {
  const north = await inCell()
  const { of, platform, call } = north
  await both((actor) => changeMode(actor, { ...of, mode: 'prepaid', credit_limit: null }, platform))
  await expect(call()).rejects.toMatchObject({ refusal: { code: 'insufficient_balance' } })
  await both((actor) => adjustWallet(actor, { ...of, amount: 150_000, reason: 'start' }, platform))
  await call()
  await expect(call()).rejects.toMatchObject({ refusal: { code: 'insufficient_balance' } })
  expect((await showBilling(cell.pool, of.organization_id)).wallet.balance).toEqual(usd(0.05))
  await expectProved(north)
})

test('books are not proved while a cell cannot be read', async () => {
  const other = await inHome()
  const away = databasesOf(home.pool, { all: () => [{ name: 'north', cell: null }] })
  const needs = { ...other.platform, databases: away }
  expect(await proveBooks(amina, other.of, needs)).toMatchObject({ ok: false, unread: ['north'] })
})

test('a proposal of an operator who is disabled in home counts no more', async () => {
  const { of, platform } = await inCell()
  const adjust = (actor: typeof amina) =>
    adjustWallet(actor, { ...of, amount: 1_000_000, reason: 'x' }, platform)
  expect(isProposed(await adjust(operator('zoe')))).toBe(true)
  await home.pool.query(
    `insert into operators (operator_id, name, name_key, email, roles, created_at, invited_by, disabled_at)
     values ('opr_zoe', 'zoe', 'zoe', 'zoe@x', '{billing_officer}', now(), 'boris', now())`,
  )
  expect(isProposed(await adjust(boris))).toBe(true)
  expect(isProposed(await adjust(amina))).toBe(false)
})

test('prices of an organization in a cell are a list of home, and the next change is based on it', async () => {
  const { of, platform } = await inCell()
  const set = (services: object) => setPrices(amina, { ...of, file: { services } }, platform)
  await set({ kyc_validation: 0.3 })
  platform.clock.advance(1_000)
  await set({ age_verification: 0.4 })
  const found = await readPriceList(amina, of, { ...platform, pool: home.pool, cell: undefined }).catch(
    (error: unknown) => error,
  )
  // Home has the list, and no wallet.
  expect(found).toMatchObject({ code: '55P03' })
  const { rows } = await home.pool.query<{ prices: { items: Record<string, unknown> } }>(
    'select prices from price_lists where organization_id = $1 order by effective_from desc limit 1',
    [of.organization_id],
  )
  expect(rows[0]?.prices.items).toMatchObject({
    kyc_validation: { single: 300_000 },
    age_verification: { single: 400_000 },
  })
})

test('the currency of an organization in a cell does not change: its list would reach home later', async () => {
  const { of, platform } = await inCell()
  const { services, scope_tiers } = await readPriceList(amina, of, platform)
  const file = { currency: 'CDF', services, scope_tiers }
  await expect(setPrices(amina, { ...of, file }, platform)).rejects.toMatchObject({
    ...{ code: 'billing_conflict', next: expect.stringContaining('Move it to home') },
  })
  expect((await showBilling(cell.pool, of.organization_id)).wallet.currency).toBe('USD')
})

test('where there are cells, services in home follow the account every 30 seconds', async () => {
  const { of, platform, billing } = await inHome()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const needs = { ...platform, billing, calls: {}, http: {}, detection: {}, log() {} }
  const settings = { mobileMoneyUrl: null, mobileMoneySecret: null, mobileMoneySecondSecret: null }
  const { work, stop } = await invoicingModule.open(needs as never, settings)
  // It has moved to home, and the status changed meanwhile.
  await home.pool.query(`update organizations set account_status = 'suspended' where organization_id = $1`, [
    of.organization_id,
  ])
  await home.pool.query(`insert into cells (name, sealed_urls, added_at) values ('north', '\\x00', now())`)
  work()
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await expect
    .poll(async () => (await showBilling(home.pool, of.organization_id)).wallet.suspended)
    .toBe(true)
  await stop()
  await home.pool.query('delete from cells')
})

test('services in a cell follow the account, whose status home has', async () => {
  const north = await inCell()
  const { of, platform, call } = north
  const { organization_id: id } = of
  await call()
  const setStatus = async (status: string) => {
    await home.pool.query('update organizations set account_status = $2 where organization_id = $1', [
      id,
      status,
    ])
    const client = await home.pool.connect()
    expect(await followAccountStatus(client, id, status === 'suspended', platform)).toEqual([])
    client.release()
  }
  /** As if the process had died before. */
  const restoreWallet = () =>
    cell.pool.query('update billing_wallets set suspended = false where organization_id = $1', [id])
  const isSuspended = async () => (await showBilling(cell.pool, id)).wallet.suspended
  await setStatus('suspended')
  // The act does so after its commit, while the copy of the cell is older than home.
  await followStatusOf(platform, id)
  await followStatuses(platform)
  expect(await isSuspended()).toBe(true)
  await restoreWallet()
  await cell.pool.query(`update organizations set account_status = 'suspended' where organization_id = $1`, [
    id,
  ])
  await followStatuses(platform)
  expect(await isSuspended()).toBe(true)
  await expect(call()).rejects.toMatchObject({ refusal: { code: 'credit_limit_reached' } })
  await setStatus('verified')
  await cell.pool.query(`update organizations set account_status = 'verified' where organization_id = $1`, [
    id,
  ])
  await followStatuses(platform)
  expect(await isSuspended()).toBe(false)
  await call()
  expect((await north.typesSent()).filter((type) => type.startsWith('services_'))).toEqual([
    'services_suspended',
    'services_suspended',
    'services_restored',
  ])
})

test('a provider confirms a payment of an organization in a cell, and repeats it while the cell is away', async () => {
  const north = await inCell()
  const { of, platform } = north
  const { invoice_id: invoice } = (await invoiceTopUp(north)) as { invoice_id: string }
  const provider = { name: 'mobile_money', collect: async () => ({ reference: 'MM-1' }) } as const
  const asked = await requestPayment(amina, { ...of, invoice, payer: null, provider }, platform)
  const { pool } = cell
  const place = { name: 'north', cell: platform.cell ? { pool, cell: platform.cell } : null, withMoney: true }
  const confirmation = {
    ...({ reference: 'MM-1', status: 'completed', amount: 1_160_000, currency: 'USD' } as const),
    id: asked.id,
  }
  const ofHome = { ...platform, pool: home.pool, cell: undefined }
  const confirm = (usable: boolean, id = confirmation.id) =>
    confirmPayment({ ...confirmation, id }, ofHome, {
      places: { find: async () => (usable ? place : { ...place, cell: null }) },
      databases: databasesOf(home.pool, { all: () => [usable ? place : { name: 'north', cell: null }] }),
    })
  await expect(confirm(false)).rejects.toMatchObject({ code: 'history_incomplete' })
  // The organization has left a database, and is not in the other one yet.
  const unknown = () => confirm(true, `${asked.id}0`)
  expect(await unknown()).toBe(false)
  await home.pool.query(
    `insert into move_fences (organization_id, application_ids, target, begun_at, command, moved_at)
     values ($1, '{}', 'north', now(), gen_random_uuid(), now())`,
    [of.organization_id],
  )
  await expect(unknown()).rejects.toMatchObject({ code: 'history_incomplete' })
  await home.pool.query('update move_fences set completed_at = now()')
  expect(await unknown()).toBe(false)
  expect(await confirm(true)).toBe(true)
  expect(await confirm(true)).toBe(true)
  expect((await showBilling(pool, of.organization_id)).wallet.balance).toEqual(usd(1))
  await expectProved(north)
})
