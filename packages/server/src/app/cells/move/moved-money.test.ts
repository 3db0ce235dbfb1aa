import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../../testing/database.ts'
import { forgetMoves } from './forget-moves.ts'
import { movedTables, rowsOf } from './moved-tables.ts'
import { lockMoney, rowsOfMoney, writeMoney } from './testing/money-rows.ts'
import { type MoveWorld, openMoveWorld } from './testing/move-world.ts'

/** The money of an organization that moves. */
let home: TestDatabase
let cell: TestDatabase
let move: MoveWorld['move']
let moveBack: MoveWorld['moveBack']
let drop: MoveWorld['drop']
beforeEach(async () => {
  ;({ home, cell, move, moveBack, drop } = await openMoveWorld('production'))
  await writeMoney(home.pool, 'org_one')
})
afterEach(() => drop())

const rowsOfOrganization = async ({ pool }: TestDatabase): Promise<number> => {
  const ofTable = (table: string) => `select count(*)::int as rows from ${table} where ${rowsOf(table, '$1')}`
  const text = `select sum(rows)::int as rows from (${movedTables.map(ofTable).join(' union all ')}) as found`
  return (await pool.query<{ rows: number }>(text, [['org_one']])).rows[0]?.rows ?? 0
}
const dayAfter = () => Date.now() + 25 * 3_600_000
const refused = { code: '55P03' }

test('while an organization moves, and after it has, its money changes in one database alone', async () => {
  const locked: unknown[] = []
  const requireAlone = async () => {
    locked.push(await lockMoney(home.pool).catch(({ code }) => code))
  }
  await move({ requireAlone })
  expect(locked[0]).toBe(refused.code)
  const { rows } = await home.pool.query('select with_money from placed_organizations')
  expect(rows).toEqual([{ with_money: true }])
  await expect(lockMoney(home.pool)).rejects.toMatchObject(refused)
  await forgetMoves(home.pool, dayAfter())
  // The fence is gone. Home still knows that the money is in the cell.
  await expect(lockMoney(home.pool)).rejects.toMatchObject(refused)
  expect([await rowsOfOrganization(home), await rowsOfOrganization(cell)]).toEqual([0, rowsOfMoney])
  expect(await lockMoney(cell.pool)).toMatchObject({ walletId: 'wal_org_one' })
  await moveBack()
  expect(await lockMoney(home.pool)).toMatchObject({ walletId: 'wal_org_one' })
  expect([await rowsOfOrganization(home), await rowsOfOrganization(cell)]).toEqual([rowsOfMoney, 0])
})

test('money in home of an organization that an earlier release placed in a cell stays there', async () => {
  await move()
  await forgetMoves(home.pool, dayAfter())
  // As an earlier release leaves it.
  await home.pool.query('update placed_organizations set with_money = false')
  await cell.pool.query('truncate billing_wallets, billing_payments')
  await writeMoney(home.pool, 'org_one')
  await moveBack()
  expect(await rowsOfOrganization(home)).toBe(rowsOfMoney)
  expect(await lockMoney(home.pool)).toMatchObject({ walletId: 'wal_org_one' })
})

test('a part of money that a process of an earlier release writes without the lock stops the move', async () => {
  let times = 0
  const requireAlone = async () => {
    times += 1
    if (times === 1)
      await home.pool.query(
        `insert into billing_notices (invoice_id, notice, at) values ('inv_org_one', 'second_reminder_after_due', now())`,
      )
  }
  await expect(move({ requireAlone })).rejects.toMatchObject({
    ...{ code: 'organization_not_moved', message: expect.stringContaining('billing_notices') },
  })
  expect([await rowsOfOrganization(home), await rowsOfOrganization(cell)]).toEqual([rowsOfMoney + 1, 0])
})

test('a part in a table that had no rows when the copies were compared stops the move, too', async () => {
  await home.pool.query('delete from billing_notices')
  let times = 0
  const requireAlone = async () => {
    times += 1
    if (times === 1)
      await home.pool.query(
        `insert into billing_notices (invoice_id, notice, at) values ('inv_org_one', 'overdue', now())`,
      )
  }
  await expect(move({ requireAlone })).rejects.toMatchObject({
    ...{ code: 'organization_not_moved', message: expect.stringContaining('billing_notices') },
  })
  expect([await rowsOfOrganization(home), await rowsOfOrganization(cell)]).toEqual([rowsOfMoney, 0])
})

test('a ledger that the other database refuses stays where it is, and works', async () => {
  await home.pool.query(`update ledger_entries set amount = 6 where account = 'wallet'`)
  await expect(move()).rejects.toMatchObject({ constraint: 'ledger_balanced' })
  expect([await rowsOfOrganization(home), await rowsOfOrganization(cell)]).toEqual([rowsOfMoney, 0])
  expect(await lockMoney(home.pool)).toMatchObject({ walletId: 'wal_org_one' })
})

test('rows in the other database that no move left there are not removed', async () => {
  await writeMoney(cell.pool, 'org_one')
  await expect(move()).rejects.toMatchObject({ message: expect.stringContaining('has rows of') })
  expect([await rowsOfOrganization(home), await rowsOfOrganization(cell)]).toEqual([rowsOfMoney, rowsOfMoney])
})
