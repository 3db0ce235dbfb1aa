import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fileWithinMs } from '../../gateway/acts/index.ts'
import { rehearse, runDueCycles } from './invoices/cycle.ts'
import { nextNumber, settleNumbers } from './invoices/invoice-numbers.ts'
import { openContext } from './money-transaction.ts'
import { noon, openMoneyInCell } from './testing/money-in-cell.ts'
import type { BilledOrganization } from './testing/organization.ts'

/** Home gives the numbers of invoices in all databases. */
const {
  home,
  cell,
  prepare,
  drop,
  inCell,
  inHome,
  proofOf,
  expectProved,
  numbersOf,
  taken,
  settleAfterDay,
  topUp,
  approve,
  invoiceTopUp,
  failing,
} = await openMoneyInCell()
beforeEach(prepare)
afterAll(drop)

test('an invoice that fails after home gave its number gets the same number later, and others go on', async () => {
  const [north, other] = [await inCell(), await inHome()]
  const id = await topUp(north)
  await failing(() => approve(north, id))
  const [[waiting = '', by] = []] = await taken()
  expect(by).toBe(north.of.organization_id)
  await failing(() => approve(north, id))
  expect(await taken()).toHaveLength(1)
  await invoiceTopUp(other)
  expect((await numbersOf(other))[0]! > waiting).toBe(true)
  // The books are proved: the next invoice gets the number.
  expect((await expectProved(other)).waiting_numbers).toEqual([waiting])
  await approve(north, id)
  expect(await numbersOf(north)).toEqual([waiting])
  expect(await expectProved(north)).not.toHaveProperty('waiting_numbers')
  await settleAfterDay(north)
  expect(await taken()).toEqual([])
})

test('a number that no invoice of a cell has is free after the cycle, for the next invoice in home or in a cell', async () => {
  const [north, other] = [await inCell(), await inHome()]
  const failed = async () => {
    const id = await topUp(north)
    await failing(() => approve(north, id))
    await runDueCycles(north.platform)
    return id
  }
  await failed()
  const [[inHomeNext = '', by] = []] = await taken()
  expect(by).toBeNull()
  await invoiceTopUp(other)
  expect(await numbersOf(other)).toEqual([inHomeNext])
  expect(await taken()).toEqual([])
  const id = await failed()
  const [[inCellNext = ''] = []] = await taken()
  await approve(north, id)
  expect(await numbersOf(north)).toEqual([inCellNext])
  await settleAfterDay(north)
  await expectProved(north)
})

test('an invoice in home does not use a free number that an organization in a cell takes meanwhile', async () => {
  const [north, other] = [await inCell(), await inHome()]
  await failing(async () => approve(north, await topUp(north)))
  await runDueCycles(north.platform)
  const [[free = '', by] = []] = await taken()
  expect(by).toBeNull()
  const id = await topUp(north)
  let number = ''
  const rolledBack = inTransaction(home.pool, async (client) => {
    const context = await openContext(client, other.of.organization_id, other.platform)
    const watched = Object.create(client, {
      query: {
        value: async (text: string, values: unknown[]) => {
          if (text.startsWith('delete from billing_taken_numbers')) await approve(north, id)
          return client.query(text, values)
        },
      },
    })
    number = await nextNumber({ ...context, client: watched }, noon)
    throw new Error('without its invoice')
  })
  await expect(rolledBack).rejects.toThrow('without its invoice')
  expect(await numbersOf(north)).toEqual([free])
  expect(number > free).toBe(true)
  expect(await taken()).toEqual([[free, north.of.organization_id]])
})

const contradictionsOf = async (one: BilledOrganization) =>
  (await proofOf(one)).checks.flatMap(({ contradictions }) => contradictions)
const yearMs = 366 * 86_400_000

test('a number that no invoice got in its year is taken back after the end of the year', async () => {
  const [north, other] = [await inCell(), await inHome()]
  await failing(async () => approve(north, await topUp(north)))
  await runDueCycles(north.platform)
  const [[number = ''] = []] = await taken()
  north.platform.clock.advance(yearMs)
  expect((await expectProved(north)).waiting_numbers).toEqual([number])
  await settleNumbers(north.platform)
  expect(await taken()).toEqual([])
  await expectProved(north)
  await invoiceTopUp(other)
  expect(await numbersOf(other)).toEqual([number])
})

test('a number that no invoice got in its year, before others, is a contradiction after the end of the year', async () => {
  const [north, other] = [await inCell(), await inHome()]
  await failing(async () => approve(north, await topUp(north)))
  await invoiceTopUp(other)
  await runDueCycles(north.platform)
  const [[number = ''] = []] = await taken()
  expect((await expectProved(north)).waiting_numbers).toEqual([number])
  north.platform.clock.advance(yearMs)
  await settleNumbers(north.platform)
  expect(await contradictionsOf(north)).toEqual([{ subject: number, difference: '1' }])
  await invoiceTopUp(other)
  await expectProved(north)
})

test('an invoice with a number that home has lost is a contradiction', async () => {
  const north = await inCell()
  await invoiceTopUp(north)
  const [number] = await numbersOf(north)
  // As a standby that was promoted before it had the last number.
  await home.pool.query('update billing_invoice_numbers set last = last - 1')
  await home.pool.query('delete from billing_taken_numbers')
  expect(await contradictionsOf(north)).toEqual([{ subject: number, difference: '-1' }])
  await home.pool.query('update billing_invoice_numbers set last = last + 1')
  await expectProved(north)
})

test('the numbers of many invoices may take longer to read than a page', async () => {
  const deadlines = vi.spyOn(AbortSignal, 'timeout')
  await expectProved(await inHome())
  expect(new Set(deadlines.mock.calls.flat())).toEqual(new Set([fileWithinMs]))
  deadlines.mockRestore()
})

test('an act that is killed before its commit takes its number again, and one that is killed after it has it', async () => {
  const north = await inCell()
  const killed = async (id: string, moment: object) => {
    const file = join(import.meta.dirname, 'testing/killed-top-up.ts')
    const order = [
      home.url,
      cell.url,
      north.of.organization_id,
      id,
      north.rootKey.toString('hex'),
      JSON.stringify(moment),
    ]
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [file, ...order], (_error, _out, err) => {
        if (child.signalCode === null) process.stderr.write(err)
        resolve(child.signalCode)
      })
    })
  }
  const id = await topUp(north)
  expect(await killed(id, { before: 'commit' })).toBe('SIGKILL')
  expect(await numbersOf(north)).toEqual([])
  expect(await taken()).toHaveLength(1)
  const [[number = ''] = []] = await taken()
  expect(await killed(id, { sent: true })).toBe('SIGKILL')
  await expect.poll(() => numbersOf(north)).toEqual([number])
  await expect(approve(north, id)).rejects.toMatchObject({ code: 'billing_conflict' })
  await expectProved(north)
  await settleAfterDay(north)
  expect(await taken()).toEqual([])
})

test('a rehearsal in a cell takes no number and shows the next ones', async () => {
  const north = await inCell()
  const { of, platform, call } = north
  await call()
  const before = await taken()
  const { actions } = await rehearse(platform, of.organization_id, Date.UTC(2026, 4, 2))
  expect(actions.map(({ action }) => action)).toContain('invoice_issued')
  expect([await taken(), await numbersOf(north)]).toEqual([before, []])
})
